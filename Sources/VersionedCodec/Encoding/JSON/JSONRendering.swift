/// Writes the values of a tree as JSON text, so that a tree costs only where it is one.
///
/// One for each context of a document; the document ends the circle of references when it is done.
final class JSONRendering {
    private let document: JSONOutput
    private let scope: EncodingScope

    init(document: JSONOutput, scope: EncodingScope) {
        self.document = document
        self.scope = scope
    }

    /// The name that a strategy of the encoder gives a key outside of versions; `nil` if no strategy applies.
    func name(of key: some CodingKey, _ isDictionary: Bool, _ codingPath: @autoclosure () -> [any CodingKey]) -> String?
    {
        scope.isVersioned || isDictionary ? nil : scope.rules.keys.name(of: key, codingPath: codingPath)
    }

    /// The strategy by which keys are written outside of versions.
    var keyStrategy: VersionedJSONEncoder.KeyEncodingStrategy? { scope.isVersioned ? nil : scope.rules.keys }

    /// The texts of infinite numbers and NaN.
    var nonFinite: VersionFormat.NonFiniteTexts? { scope.rules.nonFinite }

    /// The table of a key type.
    func table<Key: CodingKey>(of type: Key.Type) -> KeyTable { scope.table(of: type) }

    /// Writes a value apart from everything else.
    func part<Value: Encodable>(of value: Value, at path: TreePath?, _ context: FormatContext) throws -> EncodedPart {
        let around = document.innermostPart ?? document
        let output = output(at: path, context, outerDepth: around.outerDepth + around.depth + 1)
        let limits = scope.rules.depth
        if output.outerDepth >= limits.values || limits.isBeyond(path) { throw limits.fault(at: path?.keys ?? []) }
        let outer = document.innermostPart
        document.innermostPart = output
        defer {
            document.innermostPart = outer
            output.dropContainers()
        }
        let table = try output.writePart(value)
        if output.content.isEmpty, let tree = output.pendingParts.first?.tree, tree.context === context {
            return .node(tree.node)
        }
        return WrittenJSON(bytes: output.content, pendingParts: output.pendingParts, table: table).part
    }

    /// An output for a part of the document.
    func output(at path: TreePath?, _ context: FormatContext, outerDepth: Int = 0) -> JSONOutput {
        let scope = context.hasDatesOfItsOwn ? EncodingScope(scope, dates: context.format.dates) : scope
        return JSONOutput(scope, base: path, part: document, outerDepth: outerDepth)
    }
}
