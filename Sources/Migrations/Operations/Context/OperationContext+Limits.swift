import VersionedCodec

/// How large operations may make a document: a plan of a few lines could double a text thirty times.
extension OperationContext {
    /// Of a small document.
    private static let mostBytes = 64 << 20
    /// Below 4 GiB, since the places of made texts have 32 bits.
    private static let mostBytesOfAll = 3 << 30
    /// How many times the document's own size.
    private static let growth = 16

    /// The size of the document; a value that was made in Swift has no bytes, and may be large.
    private var documentSize: Int { arena.byteCount > 0 ? arena.byteCount : Self.mostBytes }

    /// How many bytes one text, or all made texts together, may have.
    private var mostBytes: Int { min(Self.mostBytes + Self.growth * documentSize, Self.mostBytesOfAll) }

    /// Whether operations may have made too much in an arena. Most documents stay below both limits, whatever their own
    /// size.
    @inline(__always)
    static func mayBeTooLarge(_ arena: Arena) -> Bool {
        arena.madeBytes > mostBytes || arena.nodeCount > mostBytes / 64
    }

    /// Fails where the operations so far have made too much.
    @inline(never)
    mutating func checkSize() throws(MigrationError) {
        if arena.madeBytes > mostBytes || arena.nodeCount > mostBytes / 64 + Self.growth * documentSize {
            throw tooLarge
        }
    }

    /// Fails where a transform has made too long a text or list of a value.
    func check(_ made: TextTransform.Subject) throws(MigrationError) {
        let size =
            switch made {
            case .text(let text): text.utf8.count
            case .list(let parts): parts.count * 16
            case .value(let value): (value.array?.count ?? 0) * 64
            }
        try check(size: size)
    }

    /// Fails where one value would have too many bytes.
    func check(size: Int) throws(MigrationError) {
        if size > Self.mostBytes, size > mostBytes { throw tooLarge }
    }

    private var tooLarge: MigrationError {
        error(
            .unexpectedValue,
            "the result is too large: more than \(Self.mostBytes >> 20) MiB and \(Self.growth) times the document",
            at: .root)
    }
}
