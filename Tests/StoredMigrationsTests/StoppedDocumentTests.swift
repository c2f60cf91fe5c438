import Foundation
import Migrations
import StoredMigrations
import TestSupport
import Testing
import VersionedCodec

/// A program that is stopped while it opens and saves its document, with and without a power failure.
@Suite struct StoppedDocumentTests {
    enum NoteVersion: Int, APIVersion { case v1 = 1, v2 }

    struct Note: Codable, Equatable { var text: String }

    private static let old = #"{"version": 1, "body": "a"}"#
    private static let new = #"{"version": 2, "text": "a"}"#
    private static let saved = #"{"version":2,"text":"b"}"#

    private func launch(on disk: SimulatedDisk) throws {
        let migrator = try Migrator(
            Note.self, controller: VersionController<NoteVersion>(location: VersionLocation("/version", as: .integer)),
            migrations: [
                Migration(
                    from: NoteVersion.v1, to: .v2, "The body is called text",
                    operations: [.rename("/body", to: "text")])
            ])
        let document = OwnedDocument(at: "n.json", migrator: migrator, in: SimulatedFileSystem(disk: disk))
        guard var note = try document.open() else { return }
        note.model.text = "b"
        try note.save()
    }

    @Test func nextLaunchFinishesWhatAStoppedOneHasBegun() throws {
        let whole = SimulatedDisk(files: ["n.json": Self.old])
        try launch(on: whole)
        let wanted = [".n.json.lock": "", "n.json": Self.saved, "n.json.1.backup": Self.old]
        #expect(whole.files == wanted)
        var states = 0
        for stop in 0...whole.changes.count {
            let unsynchronized = whole.unsynchronized(before: stop)
            for bits in 0..<(1 << min(unsynchronized.count, 10)) {
                for isTorn in [false, true] {
                    let lost = Set(unsynchronized.indices.filter { bits >> $0 & 1 == 1 }.map { unsynchronized[$0] })
                    let disk = SimulatedDisk(whole.state(after: stop, losing: lost, torn: isTorn ? lost : []))
                    states += 1
                    let place: Comment = "stopped at \(stop), \(lost) lost, torn: \(isTorn)"
                    let text = disk.files["n.json"] ?? ""
                    #expect([Self.old, Self.new, Self.saved].contains(text), place)
                    try launch(on: disk)
                    var files = disk.files
                    // A launch that was stopped before anything was on the disk has left its lock, or not.
                    files[".n.json.lock"] = ""
                    if text == Self.old { #expect(files == wanted, place) }
                    #expect(files["n.json"] == Self.saved && files.keys.allSatisfy { !$0.hasSuffix(".tmp") }, place)
                }
            }
        }
        #expect(states > 50)
    }
}
