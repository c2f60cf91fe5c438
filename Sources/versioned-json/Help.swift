/// The help texts, made from the descriptions of the commands.
enum Help {
    static var text: String {
        let width = Tool.commands.map { $0.name.count }.max() ?? 0
        let commands = Tool.commands.map { "  \(padded($0.name, width))  \($0.summary)" }
        return """
            Migrates JSON documents between the versions of a plan.

            USAGE: versioned-json COMMAND [OPTION …] [FILE …]

            COMMANDS
            \(commands.joined(separator: "\n"))

            'versioned-json COMMAND --help' lists the options of a command. Without FILE, or with '-', it reads standard input.

            EXIT STATUS
              0   success; with '--keep-bad', standard error says how many lines were kept
              64  the command line is wrong, names a version that the plan does not have,
                  or would overwrite another file of the same run
              65  a payload or a plan file is wrong, '--losses fail' found a loss,
                  or there are more bad lines than '--max-bad' allows
              66  a file cannot be read
              74  a result cannot be written

            If a signal such as SIGINT or SIGPIPE ends a run, files stay as they were, and the process ends by that signal.

            """
    }

    static func text(of command: any ToolCommand.Type) -> String {
        let names = command.options.map { option in
            option.name + (option.value.map { option.mayBeBare ? "[=\($0)]" : " " + $0 } ?? "")
        }
        let width = (names + ["--help"]).map(\.count).max() ?? 0
        let options = zip(names, command.options).map { name, option in
            "  \(padded(name, width))  "
                + option.help.replacing("\n", with: "\n" + String(repeating: " ", count: width + 4))
        }
        return """
            \(command.summary)

            USAGE: versioned-json \(command.name) \(command.usage)

            OPTIONS
            \((options + ["  \(padded("--help", width))  Show this help."]).joined(separator: "\n"))

            """
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
