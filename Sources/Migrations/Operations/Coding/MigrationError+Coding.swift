import VersionedCodec

extension MigrationError {
    /// An error of a bridge or a coder, with the place that it names.
    ///
    /// - `operation`: The failed work; `nil` for a payload that no step has changed.
    /// - `document`: The document that was read; `nil` for a model.
    init(ofCoding error: any Error, operation: String?, in document: JSONValue?) {
        if let error = error as? MigrationError {
            self = error
            return
        }
        let code: Code = error is DecodingError || error is EncodingError ? .doesNotDecode : .refused
        var value = document
        let diagnostic = Diagnostic(describing: error, in: document)
        if value != nil {
            for token in diagnostic.path?.tokens ?? [] { value = value?[at: JSONPointer([token])] ?? value }
        }
        self.init(code, diagnostic.message, at: diagnostic.path, found: nil)
        self.operation = operation
        underlying = error
        offset = value?.sourceOffset
    }
}
