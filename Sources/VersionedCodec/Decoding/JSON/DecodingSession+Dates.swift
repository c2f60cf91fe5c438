#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Dates and data, by the format of the version or the strategy of the decoder.
///
/// Unsafe code: bytes of a node are borrowed for the call; they lie within the text of the session.
extension DecodingSession {
    @inline(__always)
    func date(at node: UInt32) throws -> Date {
        if case .formats(let formats) = dates {
            let found = nodes[Int(node)]
            if found.isString, !found.isEscaped, let format = formats.list.first, format.notation == .text {
                do throws(DateFormat.Mismatch) {
                    return try format.read(bytes(of: found)).date
                } catch {
                    // The next format, or the error.
                }
            }
            return try date(at: node, by: formats)
        }
        return try otherDate(at: node)
    }

    @inline(never)
    private func date(at node: UInt32, by formats: DateFormats) throws -> Date {
        let found = nodes[Int(node)]
        guard found.isString || found.isNumber else {
            let isText = formats.list.first?.notation != .number
            throw mismatch(Date.self, readAs: isText ? String.self : Double.self, at: node)
        }
        if found.isEscaped {
            return try Unescaping.characters(of: bytes(of: found)).withUnsafeBufferPointer {
                try date(of: $0, at: node, by: formats)
            }
        }
        return try date(of: bytes(of: found), at: node, by: formats)
    }

    private func date(of text: UnsafeBufferPointer<UInt8>, at node: UInt32, by formats: DateFormats) throws -> Date {
        let found = nodes[Int(node)]
        do throws(DateFormatError) {
            return try formats.read(text, notation: found.isString ? .text : .number).date
        } catch {
            let context = errorContext(error.line(isText: found.isString), at: node, underlying: error)
            // Of a strategy, the case is that of Foundation.
            switch error.code {
            case .expectedText where version == nil: throw DecodingError.typeMismatch(String.self, context)
            case .expectedNumber where version == nil: throw DecodingError.typeMismatch(Double.self, context)
            default: throw DecodingError.dataCorrupted(context)
            }
        }
    }

    @inline(never)
    private func otherDate(at node: UInt32) throws -> Date {
        if nodes[Int(node)].isNull { throw mismatch(Date.self, at: node) }
        switch dates {
        case .deferred: return Date(timeIntervalSinceReferenceDate: try seconds(at: node))
        case .secondsSince1970: return Date(timeIntervalSince1970: try seconds(at: node))
        case .millisecondsSince1970: return Date(timeIntervalSince1970: try seconds(at: node) / 1000)
        case .formats(let formats): return try date(at: node, by: formats)
        case .custom(let read): return try read(IndexDecoder(session: self, node: node, model: Date.self))
        }
    }

    private func seconds(at node: UInt32) throws -> Double {
        let found = nodes[Int(node)]
        // A text may represent a number that is not finite.
        guard found.isNumber || found.isString && nonFinite != nil else {
            throw mismatch(Date.self, readAs: Double.self, at: node)
        }
        return try double(at: node)
    }

    /// Data.
    func data(at node: UInt32) throws -> Data {
        if nodes[Int(node)].isNull { throw mismatch(Data.self, at: node) }
        switch data {
        case .custom(let read): return try read(IndexDecoder(session: self, node: node, model: Data.self))
        case .deferredToData: return try Data(from: IndexDecoder(session: self, node: node, model: Data.self))
        case .base64: return try data(at: node, by: .base64)
        case .format(let format): return try data(at: node, by: format)
        }
    }

    private func data(at node: UInt32, by format: DataFormat) throws -> Data {
        let found = nodes[Int(node)]
        guard found.isString else { throw mismatch(Data.self, readAs: String.self, at: node) }
        let text = string(found)
        guard let data = format.data(from: text) else { throw corrupted(format.fault(of: text), at: node) }
        return data
    }
}
