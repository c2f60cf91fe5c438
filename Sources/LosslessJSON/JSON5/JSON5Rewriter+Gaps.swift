/// White space and comments.
extension JSON5Rewriter {
    /// The text between two tokens.
    struct Gap {
        let end: Int
        /// Whether it is not all white space of JSON.
        var isOther = false
        /// The last line break that is not in a comment of its own.
        var lastBreak: Int?
    }

    /// Passes over white space and comments as they are tolerated; `nil` for a comment that does not end.
    func endOfGap(from start: Int) -> Gap? {
        if start < bytes.count, Self.beginsToken(bytes[start]) { return Gap(end: start) }
        var here = start
        var isOther = false
        var lastBreak: Int?
        while here < bytes.count {
            switch bytes[here] {
            case 0x20, 0x09: here += 1
            case 0x0A, 0x0D:
                if bytes[here] == 0x0D || here == start || bytes[here - 1] != 0x0D { lastBreak = here }
                here += 1
            case UInt8(ascii: "/") where tolerances.contains(.comments):
                guard let end = endOfComment(from: here) else { return nil }
                isOther = true
                here = end
            case 0xEF where tolerances.contains(.byteOrderMark) && here == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]):
                isOther = true
                here += 3
            case let byte where (byte < 0x20 || byte >= 0x80) && tolerances.contains(.furtherWhitespace):
                let length = JSON5Characters.furtherSpace(bytes, at: here)
                if length == 0 { return Gap(end: here, isOther: isOther, lastBreak: lastBreak) }
                isOther = true
                here += length
            default: return Gap(end: here, isOther: isOther, lastBreak: lastBreak)
            }
        }
        return Gap(end: here, isOther: isOther, lastBreak: lastBreak)
    }

    /// Whether a byte certainly does not belong to a gap.
    private static func beginsToken(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x80 && byte != UInt8(ascii: "/")
    }

    private func endOfComment(from start: Int) -> Int? {
        var here = start + 2
        switch JSON5Characters.byte(bytes, start + 1) {
        case UInt8(ascii: "/"):
            let endsAtSeparators = tolerances.contains(.furtherWhitespace)
            while here < bytes.count, bytes[here] != 0x0A, bytes[here] != 0x0D,
                !endsAtSeparators || !JSON5Characters.isSeparator(bytes, at: here)
            {
                here += 1
            }
            return here
        case UInt8(ascii: "*"):
            while here + 1 < bytes.count {
                if bytes[here] == UInt8(ascii: "*"), bytes[here + 1] == UInt8(ascii: "/") { return here + 2 }
                here += 1
            }
            return nil
        default: return nil
        }
    }

    /// Passes over a gap. Of one with comments or other white space, a line break with its indentation remains, or else
    /// a space; nothing at the beginning.
    mutating func makeGap() -> Bool {
        // Mostly there is nothing, or a space.
        let next = index < bytes.count && bytes[index] == 0x20 ? index + 1 : index
        if next < bytes.count, Self.beginsToken(bytes[next]) {
            index = next
            return true
        }
        guard let gap = endOfGap(from: index) else { return false }
        if !gap.isOther {
            index = gap.end
        } else if index > 0, let start = gap.lastBreak {
            let line = bytes[start..<gap.end]
            replace(to: gap.end, by: Array(line.prefix { $0 == 0x0A || $0 == 0x0D || $0 == 0x20 || $0 == 0x09 }))
        } else {
            replace(to: gap.end, by: index > 0 && gap.end < bytes.count ? [0x20] : [])
        }
        return true
    }
}
