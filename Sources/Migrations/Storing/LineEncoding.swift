import LosslessJSON

/// Lines are read as UTF-8: in UTF-16 and UTF-32 a line ends within a character.
package enum LineEncoding {
    /// Fails if a stream of lines begins as a text in UTF-16 or UTF-32.
    ///
    /// - Parameters:
    ///   - chunk: The first bytes of the stream.
    ///   - path: Its name.
    package static func check(_ chunk: [UInt8]?, path: String) throws(StoredFileError) {
        guard let chunk, Transcoding.isOther(chunk) else { return }
        throw StoredFileError(
            code: .unreadable, path: path, reason: "its lines are in UTF-16 or UTF-32; convert them to UTF-8 first")
    }
}
