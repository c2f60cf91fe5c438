import Migrations

/// Cuts a file of lines into parts of whole lines.
struct LineParts {
    private let read: (Int) throws(StoredFileError) -> [UInt8]?
    private let size: Int
    private var rest: [UInt8] = []
    private var isAtEnd = false
    private(set) var linesBefore = 0
    private(set) var bytesBefore = 0

    /// - `size`: So many bytes are a part, and then the rest of the line.
    /// - `read`: Up to so many bytes of the file; `nil` at its end.
    init(size: Int, _ read: @escaping (Int) throws(StoredFileError) -> [UInt8]?) {
        (self.size, self.read) = (size, read)
    }

    /// The next part; `nil` at the end.
    ///
    /// - `limit`: The number of bytes of the file at which a part ends in any case.
    mutating func next(upTo limit: Int = .max) throws(StoredFileError) -> LinePart? {
        let most = limit - bytesBefore
        var bytes = rest
        rest = []
        var searched = 0
        while !isAtEnd, bytes.count < most {
            guard let chunk = try read(min(size, most - bytes.count)) else {
                isAtEnd = true
                break
            }
            if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
            guard bytes.count >= size, let newline = bytes[searched...].lastIndex(of: 0x0A) else {
                searched = bytes.count
                continue
            }
            rest = Array(bytes[(newline + 1)...])
            bytes.removeSubrange((newline + 1)...)
            break
        }
        if bytes.isEmpty { return nil }
        let part = LinePart(bytes: bytes, linesBefore: linesBefore, bytesBefore: bytesBefore)
        linesBefore += ByteSearch.countOfNewlines(in: bytes)
        bytesBefore += bytes.count
        return part
    }
}
