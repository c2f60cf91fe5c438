import CVersionedJSON
import Migrations

/// Results as C has them: one piece of memory, with the struct at its beginning, followed by the data that it points
/// to.
///
/// Unsafe code: the memory has room for the sum of the sizes; the caller owns it until ``free(_:)``.
enum ResultMemory {
    /// Copies results; they are freed with ``free(_:)``.
    static func make(of results: BatchMigration.Results) -> UnsafePointer<versionedjson_results> {
        let texts = [results.documents, results.losses, results.errors, results.contradictions]
        let offsets = MemoryLayout<versionedjson_results>.stride
        let outcomes = offsets + texts.reduce(0) { $0 + $1.offsets.count * MemoryLayout<Int64>.stride }
        let bytes = outcomes + results.outcomes.count
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: bytes + texts.reduce(0) { $0 + $1.bytes.count },
            alignment: MemoryLayout<versionedjson_results>.alignment)
        var (nextOffsets, nextBytes) = (memory + offsets, memory + bytes)

        func copy(_ text: BatchMigration.Texts) -> (bytes: UnsafePointer<UInt8>, offsets: UnsafePointer<Int64>) {
            let copied = (
                nextBytes.initializeMemory(as: UInt8.self, from: text.bytes, count: text.bytes.count),
                nextOffsets.initializeMemory(as: Int64.self, from: text.offsets, count: text.offsets.count)
            )
            nextBytes += text.bytes.count
            nextOffsets += text.offsets.count * MemoryLayout<Int64>.stride
            return (UnsafePointer(copied.0), UnsafePointer(copied.1))
        }

        let (documents, losses) = (copy(results.documents), copy(results.losses))
        let (errors, contradictions) = (copy(results.errors), copy(results.contradictions))
        let kinds = (memory + outcomes).initializeMemory(
            as: UInt8.self, from: results.outcomes, count: results.outcomes.count)
        let made = memory.bindMemory(to: versionedjson_results.self, capacity: 1)
        made.initialize(
            to: versionedjson_results(
                count: Int64(results.outcomes.count), bad: Int64(results.bad), outcomes: kinds,
                documents: documents.bytes, document_offsets: documents.offsets, losses: losses.bytes,
                loss_offsets: losses.offsets, errors: errors.bytes, error_offsets: errors.offsets,
                contradictions: contradictions.bytes, contradiction_offsets: contradictions.offsets))
        return UnsafePointer(made)
    }

    /// Frees results; they consist of plain memory.
    static func free(_ results: UnsafePointer<versionedjson_results>?) {
        UnsafeRawPointer(results)?.deallocate()
    }
}
