import VersionedCodec

extension MemberReader {
    /// Where the file has an operation of the plan: in the plan each `use` is replaced by the operations of its list.
    ///
    /// - `tokens`: The way to the operation in the plan: the name of a list of operations, or of a table of lists and a
    ///   key of that, a number, and so on.
    /// - `start`: The place of the migration, or of the version.
    func writtenPlace(of tokens: [String], in start: JSONPointer) -> JSONPointer {
        var place = start
        var rest = tokens[...]
        while let name = rest.popFirst() {
            // A list that is used in one direction is in a group of its own.
            place = document.root[at: place].flatMap(Self.usedList).map(placeOfOperations) ?? place.appending(name)
            if document.root[at: place]?.object != nil, let key = rest.popFirst() { place = place.appending(key) }
            guard let token = rest.popFirst(), let number = Int(token) else { return place }
            place = writtenPlace(of: number, inListAt: place)
        }
        return place
    }

    private func writtenPlace(of number: Int, inListAt place: JSONPointer) -> JSONPointer {
        var number = number
        let elements = document.root[at: place]?.array.map(Array.init) ?? []
        for (index, element) in elements.enumerated() {
            let here = place.appending(index)
            guard let list = Self.usedList(element) else {
                if number == 0 { return here }
                number -= 1
                continue
            }
            let count = environment.useCounts[here] ?? 0
            if number < count {
                // Of a list that is used backwards, no operation is at fault as it is there.
                if element["reversed"]?.bool == true || element["only"] != nil { return here }
                return writtenPlace(of: number, inListAt: placeOfOperations(ofList: list))
            }
            number -= count
        }
        return place
    }

    private func placeOfOperations(ofList name: String) -> JSONPointer {
        let place = JSONPointer(["lists", name])
        return environment.lists[name]?.object != nil ? place.appending("operations") : place
    }

    private static func usedList(_ operation: JSONValue) -> String? {
        operation["op"]?.string == "use" ? operation["list"]?.string : nil
    }
}
