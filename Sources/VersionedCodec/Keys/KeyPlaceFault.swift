/// A mistake in the arguments of a place; the layout that gets the place throws it.
struct KeyPlaceFault: Sendable, Hashable {
    let code: KeyLayout.DeclarationError.Code
    let reason: String
}

extension JSONPointer {
    /// The pointer of a text; if the text is not one, a fault is noted, and the pointer is the one that was probably
    /// meant.
    init(_ text: String, noting faults: inout [KeyPlaceFault]) {
        do throws(JSONPointer.SyntaxError) {
            try self.init(parsing: text)
        } catch {
            faults.append(KeyPlaceFault(code: .notAPointer, reason: error.description))
            self = error.meant
        }
    }
}

extension KeyPlace {
    /// Notes a fault where a name is probably meant as a path.
    ///
    /// - `path`, `members`: How a path is given there, and a name that does begin with a slash, unless that is by an
    ///   escaped path.
    mutating func note(name: String, _ path: String, _ members: String?) {
        guard name.utf8.first == UInt8(ascii: "/") else { return }
        let shown = JSONValue.string(name).text()
        let escaped = JSONValue.string(JSONPointer([name]).description).text()
        let other = members.map { "\($0)(\(shown))" } ?? "the path \(escaped)"
        let reason = "the name \(shown), which is probably a path: say \(path), or \(other) where it is a name"
        faults.append(KeyPlaceFault(code: .pathForAName, reason: reason))
    }
}
