/// Use it in a hand-written `init(from:)` to read several values deep below a decoder, to record problems, and to
/// continue.
///
/// ```swift
/// init(from decoder: any Decoder) throws {
///     let decoder = LookupDecoder(decoder)
///     let name = decoder["items"][0]["name"].value(as: String.self)     // String?, nil with a fault
///     let size = decoder["items"][0]["size"].value(as: Int.self)        // is read too
///     note = decoder["note"].value(as: String?.self)                    // absent and null are not faults
///     guard let name, let size, decoder.hasEveryRequiredValue else { throw decoder.failure }
///     (self.name, self.size) = (name, size)
/// }
/// ```
///
/// Each problem is also a ``DecodingIssue`` if the call keeps issues: in ``Versioned/issues``, in a
/// ``DecodingIssue/Log``, in a reporting call. Create one for each `init(from:)`: an abandoned attempt leaves nothing
/// behind.
public final class LookupDecoder {
    private let decoder: any Decoder

    /// The problems so far, in the order of reading.
    public private(set) var faults: [DecodingError] = []

    /// Whether every value was read that was requested as a non-optional type.
    public private(set) var hasEveryRequiredValue = true

    /// A reader for a decoder's value.
    public init(_ decoder: any Decoder) { self.decoder = decoder }

    /// The first problem, to be thrown.
    public var failure: DecodingError {
        faults.first
            ?? .dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "the value cannot be read"))
    }

    /// A member of the value.
    public subscript(key: String) -> Place { Place(owner: self, lookup: decoder[key]) }

    /// An element of the value.
    public subscript(index: Int) -> Place { Place(owner: self, lookup: decoder[index]) }

    /// A value deep below the decoder.
    public struct Place {
        fileprivate let owner: LookupDecoder
        fileprivate let lookup: DecoderLookup

        /// A member of the object.
        public subscript(key: String) -> Place { Place(owner: owner, lookup: lookup[key]) }

        /// An element of the array.
        public subscript(index: Int) -> Place { Place(owner: owner, lookup: lookup[index]) }

        /// The value, or `nil` with a recorded problem if it cannot be read.
        public func value<Value: Decodable>(as type: Value.Type = Value.self) -> Value? {
            do {
                return try lookup.value(as: type)
            } catch {
                owner.record(error, at: lookup)
                owner.hasEveryRequiredValue = false
                return nil
            }
        }

        /// The value, or `nil` if the value or a step is absent or null. If it is present and cannot be read, a problem
        /// is recorded.
        public func value<Value: Decodable>(as type: Value?.Type) -> Value? {
            do {
                return try lookup.value(as: type)
            } catch {
                owner.record(error, at: lookup)
                return nil
            }
        }
    }

    private func record(_ error: any Error, at lookup: DecoderLookup) {
        let path = decoder.codingPath + lookup.steps.map(\.key)
        var fault = Located.error(error, of: Never.self, at: path)
        if let native = decoder.asNative { fault = native.session.located(fault) }
        faults.append(fault)
        decoder.note(fault)
    }
}

extension DecodingError {
    /// The code of an issue about it, and its context.
    fileprivate var issue: (code: DecodingIssue.Code, context: Context)? {
        switch self {
        case .typeMismatch(_, let context): (.unexpectedKind, context)
        case .valueNotFound(_, let context): (context.lacksElement ? .missingMember : .unexpectedNull, context)
        case .keyNotFound(_, let context): (.missingMember, context)
        case .dataCorrupted(let context): (.invalidValue, context)
        @unknown default: nil
        }
    }
}

extension DecodingError.Context {
    /// Whether it is about an element after the end of an array.
    fileprivate var lacksElement: Bool { (underlyingError as? DecodingFault)?.found == .array }
}

extension Decoder {
    /// Notes a recorded fault as an issue, for the receiver of the call's issues.
    fileprivate func note(_ error: DecodingError) {
        guard let (code, context) = error.issue else { return }
        let fault = context.underlyingError as? DecodingFault
        let issue = DecodingIssue(
            IssueFacts(
                code: code, message: fault?.message ?? context.debugDescription,
                path: fault?.path ?? JSONPointer(codingPath: context.codingPath), effect: .setToNil,
                position: fault?.position, version: fault?.version, found: fault?.found))
        if let native = asNative {
            native.session.recorder.note(issue)
        } else if let proxy = asProxy {
            proxy.context.recorder.note(issue)
        } else {
            (userInfo[.decodingIssues] as? DecodingIssue.Log)?.note(issue)
        }
    }
}
