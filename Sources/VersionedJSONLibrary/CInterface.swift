public import CVersionedJSON
import Migrations
import VersionedCodec

// The calls of `versionedjson.h`, which documents them. Each turns pointers into values, and values into memory that C
// frees; the work in between is Swift's.
//
// Unsafe code: pointers of the caller are valid for the call, except handles and results, which the caller frees once.

/// The binary interface of this library.
@_cdecl("versionedjson_abi")
public func versionedjsonABI() -> Int32 { VERSIONEDJSON_ABI }

/// Reads a plan from the text of a plan file.
@_cdecl("versionedjson_plan_read")
public func versionedjsonPlanRead(
    _ text: UnsafeRawPointer?, _ length: Int, _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> OpaquePointer? {
    reporting(to: error) {
        guard let text, length >= 0 else { throw InterfaceError.missing("text") }
        return try PlanHandle(planFile: Array(UnsafeRawBufferPointer(start: text, count: length))).retained()
    }
}

/// Reads a plan from a plan file.
@_cdecl("versionedjson_plan_open")
public func versionedjsonPlanOpen(
    _ path: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> OpaquePointer? {
    reporting(to: error) {
        guard let path else { throw InterfaceError.missing("path") }
        return try PlanHandle(path: CText.path(of: path)).retained()
    }
}

/// Reads a plan set from a plan-set file, for documents of one entity.
@_cdecl("versionedjson_plan_set_open")
public func versionedjsonPlanSetOpen(
    _ path: UnsafePointer<CChar>?, _ entity: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> OpaquePointer? {
    reporting(to: error) {
        guard let path else { throw InterfaceError.missing("path") }
        guard let entity else { throw InterfaceError.missing("entity") }
        return try PlanHandle(setFile: CText.path(of: path), entity: CText.text(of: entity, "entity")).retained()
    }
}

/// Frees a plan.
@_cdecl("versionedjson_plan_free")
public func versionedjsonPlanFree(_ plan: OpaquePointer?) {
    guard let plan else { return }
    Unmanaged<PlanHandle>.fromOpaque(UnsafeRawPointer(plan)).release()
}

/// Migrates documents to a version.
@_cdecl("versionedjson_migrate")
public func versionedjsonMigrate(
    _ plan: OpaquePointer?, _ target: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?,
    _ documents: UnsafeRawPointer?, _ offsets: UnsafePointer<Int64>?, _ count: Int64,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> UnsafePointer<versionedjson_results>? {
    reporting(to: error) {
        guard let plan else { throw InterfaceError.missing("plan") }
        guard let target else { throw InterfaceError.missing("target") }
        let migration = try Unmanaged<PlanHandle>.fromOpaque(UnsafeRawPointer(plan)).takeUnretainedValue()
            .migration(to: CText.text(of: target, "target"), options.map { CText.bytes(of: $0) })
        let batch = try DocumentBatch(documents, offsets, count)
        return ResultMemory.make(of: migration.run(batch.bytes, offsets: batch.offsets))
    }
}

/// Frees results.
@_cdecl("versionedjson_results_free")
public func versionedjsonResultsFree(_ results: UnsafePointer<versionedjson_results>?) { ResultMemory.free(results) }

/// Frees the text of an error.
@_cdecl("versionedjson_text_free")
public func versionedjsonTextFree(_ text: UnsafeMutablePointer<CChar>?) { text?.deallocate() }

/// Runs a call; a thrown error becomes the text of an error.
private func reporting<Result>(
    to error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ body: () throws -> Result
) -> Result? {
    error?.pointee = nil
    do {
        return try body()
    } catch let failure {
        error?.pointee = CText.made(of: ((failure as? InterfaceError)?.fault ?? DocumentFault(failure)).json.bytes())
        return nil
    }
}
