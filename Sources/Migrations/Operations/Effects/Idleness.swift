import VersionedCodec

/// Why an operation leaves every document as it is.
struct Idleness {
    let reason: String

    /// The member of its object in a plan file that causes it.
    let member: String

    init(_ reason: String, in member: String) { (self.reason, self.member) = (reason, member) }
}

extension JSONPointer {
    /// Whether both lead to one place: keys are compared by their bytes.
    func isByteForByte(_ other: JSONPointer) -> Bool {
        description.utf8.elementsEqual(other.description.utf8)
    }
}
