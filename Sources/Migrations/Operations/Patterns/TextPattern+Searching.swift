/// Finds a pattern anywhere in a text, in time linear in the text.
extension TextPattern {
    /// Why the pattern cannot be searched for; `nil` if it can.
    var searchFault: String? {
        if captures(in: "") != nil { return "matches the empty text, which is everywhere" }
        return (isBoundToStart || isBoundToEnd) && hasAlternatives
            ? "has \"|\" beside \"^\" or \"$\", which are about all of it; put the alternatives into a group" : nil
    }

    /// Calls a function with the bytes before each match, from left to right, none of which overlap, and with the
    /// machine that has found it; returns what follows the last one. O(text × pattern)
    private func forEachMatch(
        in bytes: UnsafeBufferPointer<UInt8>, _ body: (Range<Int>, PatternMachine) -> Void
    ) -> Range<Int> {
        machines.withMachine(of: self, isWhole: false, reading: bytes) { machine in
            var (index, last) = (0, 0)
            while index < bytes.count {
                if machine.begins(at: index) {
                    let end = machine.walk(from: index)
                    body(last..<index, machine)
                    last = end
                    index = max(index + 1, end)
                } else {
                    index += 1
                }
                if isBoundToStart { break }
            }
            return last..<bytes.count
        } ?? 0..<bytes.count
    }

    /// The text with each match replaced by a template, which its groups fill; a group that takes no part is empty.
    func replacing(by template: TextTemplate, in text: String) -> String {
        var text = text
        return text.withUTF8 { bytes in
            var result: [UInt8] = []
            let rest = forEachMatch(in: bytes) { before, machine in
                result.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[before]))
                let filled = template.filled { name in
                    guard let range = groups.firstIndex(of: name).flatMap(machine.range(ofGroup:)) else { return "" }
                    return String(decoding: bytes[range], as: UTF8.self)
                }
                result.append(contentsOf: (filled ?? "").utf8)
            }
            result.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[rest]))
            return String(decoding: result, as: UTF8.self)
        }
    }

    /// The parts between the matches.
    func parts(of text: String) -> [String] {
        var text = text
        return text.withUTF8 { bytes in
            var parts: [String] = []
            let rest = forEachMatch(in: bytes) { before, _ in
                parts.append(String(decoding: bytes[before], as: UTF8.self))
            }
            return parts + [String(decoding: bytes[rest], as: UTF8.self)]
        }
    }

    // MARK: Ends

    /// Whether the pattern begins with `^`, and so matches at the start of the text only.
    var isBoundToStart: Bool { text.unicodeScalars.first == "^" }

    /// Whether the pattern ends with `$`, and so matches at the end of the text only.
    var isBoundToEnd: Bool {
        guard text.unicodeScalars.last == "$" else { return false }
        return text.unicodeScalars.dropLast().reversed().prefix { $0 == "\\" }.count % 2 == 0
    }

    /// Whether there are alternatives outside of all groups.
    private var hasAlternatives: Bool {
        var (depth, isEscaped, isInSet) = (0, false, false)
        for scalar in text.unicodeScalars {
            if isEscaped {
                isEscaped = false
                continue
            }
            switch scalar {
            case "\\": isEscaped = true
            case "[": isInSet = true
            case "]": isInSet = false
            case "(" where !isInSet: depth += 1
            case ")" where !isInSet: depth -= 1
            case "|" where !isInSet && depth == 0: return true
            default: break
            }
        }
        return false
    }
}
