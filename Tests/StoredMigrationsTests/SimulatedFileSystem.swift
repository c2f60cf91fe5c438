import Migrations
import StoredMigrations
import TestSupport

/// A file system in memory that notes each change, stops at one of them if asked, and says what a disk may hold after
/// a power failure.
final class SimulatedDisk: @unchecked Sendable {
    /// Something that has changed, in absolute terms, so that it can be left out when others are not.
    enum Change {
        case entries(folder: Int, [(name: StoredPath, file: Int?)])
        case write(file: Int, at: Int, [UInt8])
        case truncate(file: Int, Int)
        case synchronize(Int)
    }

    enum Node {
        case file([UInt8])
        case folder([StoredPath: Int])
    }

    /// What is on the disk.
    struct State {
        var nodes: [Int: Node]
        var times: [Int: Int64] = [:]
    }

    private(set) var state: State
    private(set) var changes: [Change] = []
    private let first: State
    private var next: Int
    private var clock: Int64 = 0
    private var locks: [Int: Int] = [:]
    /// The number of changes after which nothing happens any more.
    var stop = Int.max

    init(_ state: State) {
        (self.state, first) = (state, state)
        next = (state.nodes.keys.max() ?? 0) + 1
    }

    /// A disk with these files, by their paths.
    convenience init(files: [String: String]) {
        var nodes: [Int: Node] = [1: .folder([:])]
        func make(_ name: StoredPath, _ node: Node, in folder: Int) -> Int {
            let number = nodes.count + 1
            nodes[number] = node
            if case .folder(var entries) = nodes[folder] {
                entries[name] = number
                nodes[folder] = .folder(entries)
            }
            return number
        }
        for (path, text) in files.sorted(by: { $0.key < $1.key }) {
            var folder = 1
            let names = path.split(separator: "/").map { StoredPath(String($0)) }
            for name in names.dropLast() {
                let inner: Int? = if case .folder(let entries) = nodes[folder] { entries[name] } else { nil }
                folder = inner ?? make(name, .folder([:]), in: folder)
            }
            _ = make(names[names.count - 1], .file(Array(text.utf8)), in: folder)
        }
        self.init(State(nodes: nodes))
    }

    func entries(_ folder: Int) -> [StoredPath: Int] {
        if case .folder(let entries) = state.nodes[folder] { entries } else { [:] }
    }

    func bytes(_ file: Int) -> [UInt8] { if case .file(let bytes) = state.nodes[file] { bytes } else { [] } }

    func facts(_ number: Int) -> FileFacts? {
        guard let node = state.nodes[number] else { return nil }
        let identity = FileStatus.Number(device: 1, file: UInt64(number))
        guard case .file(let bytes) = node else {
            return FileFacts(number: identity, kind: .folder, size: 0, modified: 0, links: 1)
        }
        return FileFacts(
            number: identity, kind: .file, size: bytes.count, modified: state.times[number] ?? 0, links: 1)
    }

    func number(of path: StoredPath) -> Int? {
        var number = 1
        for name in path.bytes.split(separator: StoredPath.slash) where name != [0x2E] {
            guard let inner = entries(number)[StoredPath(bytes: Array(name))] else { return nil }
            number = inner
        }
        return number
    }

    /// All files by their paths.
    var files: [String: String] {
        var files: [String: String] = [:]
        func add(_ folder: Int, _ path: String) {
            for (name, number) in entries(folder) {
                if case .file(let bytes) = state.nodes[number] {
                    files[path + name.description] = String(decoding: bytes, as: UTF8.self)
                } else {
                    add(number, path + name.description + "/")
                }
            }
        }
        add(1, "")
        return files
    }

    // MARK: Changing

    /// Changes the disk; after the stop, nothing is changed any more, and every call fails.
    func change(_ change: Change) throws(StoredFileError) {
        guard changes.count < stop else { throw Self.stopped }
        changes.append(change)
        clock += 1
        Self.apply(change, to: &state, at: clock)
    }

    func requireRunning() throws(StoredFileError) { if changes.count >= stop { throw Self.stopped } }

    static let stopped = StoredFileError(code: .unwritable, path: "", reason: "stopped", number: 5)

    static func apply(_ change: Change, to state: inout State, at time: Int64) {
        switch change {
        case .entries(let folder, let set):
            guard case .folder(var entries) = state.nodes[folder] else { return }
            for (name, file) in set { entries[name] = file }
            state.nodes[folder] = .folder(entries)
        case .write(let file, let place, let bytes):
            guard case .file(var all) = state.nodes[file] else { return }
            // What is lost before other bytes is zeros.
            all += repeatElement(0, count: max(0, place + bytes.count - all.count))
            all.replaceSubrange(place..<place + bytes.count, with: bytes)
            state.nodes[file] = .file(all)
            state.times[file] = time
        case .truncate(let file, let count):
            guard case .file(let before) = state.nodes[file] else { return }
            state.nodes[file] = .file(Array(before.prefix(count)))
            state.times[file] = time
        case .synchronize: return
        }
    }

    func newFile() -> Int { newNode(.file([])) }
    func newFolder() -> Int { newNode(.folder([:])) }

    private func newNode(_ node: Node) -> Int {
        let number = next
        next += 1
        state.nodes[number] = node
        made.append((number, node))
        return number
    }

    private var made: [(Int, Node)] = []

    func lock(_ file: Int, by owner: Int) -> Bool {
        if let locked = locks[file], locked != owner { return false }
        locks[file] = owner
        return true
    }

    func unlock(_ file: Int, by owner: Int) { if locks[file] == owner { locks[file] = nil } }

    // MARK: Power failures

    /// The numbers of those of the first changes that need not be on the disk.
    func unsynchronized(before end: Int) -> [Int] {
        var lost: [Int] = []
        var synchronized: Set<Int> = []
        for place in (0..<end).reversed() {
            switch changes[place] {
            case .synchronize(let number): synchronized.insert(number)
            case .entries(let number, _), .write(let number, _, _), .truncate(let number, _):
                if !synchronized.contains(number) { lost.append(place) }
            }
        }
        return lost.reversed()
    }

    /// What the disk holds where it stops after so many changes, and loses some of them.
    ///
    /// - `torn`: Those of the lost ones of which half has come to the disk, where that can be.
    func state(after end: Int, losing lost: Set<Int>, torn: Set<Int> = []) -> State {
        var state = first
        for (number, node) in made { state.nodes[number] = node }
        for place in 0..<end {
            if lost.contains(place) {
                if torn.contains(place), case .write(let file, let start, let bytes) = changes[place] {
                    Self.apply(
                        .write(file: file, at: start, Array(bytes.prefix(bytes.count / 2))), to: &state,
                        at: Int64(place))
                }
                continue
            }
            Self.apply(changes[place], to: &state, at: Int64(place))
        }
        return state
    }
}

struct SimulatedFileSystem: FileSystem {
    let disk: SimulatedDisk

    func folder(at path: StoredPath) throws(StoredFileError) -> any StorageFolder {
        try disk.requireRunning()
        guard let number = disk.number(of: path), disk.facts(number)?.kind == .folder else {
            throw StoredFileError(code: .unreadable, path: path.description, reason: "absent")
        }
        return SimulatedFolder(disk, number)
    }

    func facts(at path: StoredPath) -> FileFacts? { disk.number(of: path).flatMap { disk.facts($0) } }

    func lock(_ path: StoredPath, isShared: Bool) -> (any AnyObject)? { disk }

    func absolute(_ path: StoredPath) -> StoredPath? {
        guard disk.number(of: path) != nil else { return nil }
        return path.bytes.first == StoredPath.slash ? path : StoredPath("/" + path.description)
    }
}

private final class SimulatedFolder: StorageFolder, @unchecked Sendable {
    let disk: SimulatedDisk
    let folder: Int

    init(_ disk: SimulatedDisk, _ folder: Int) { (self.disk, self.folder) = (disk, folder) }

    var number: FileStatus.Number { FileStatus.Number(device: 1, file: UInt64(folder)) }

    func entries() throws(StoredFileError) -> [FolderEntry] {
        try disk.requireRunning()
        return disk.entries(folder).map { FolderEntry(name: $0.key, kind: disk.facts($0.value)?.kind ?? .other) }
    }

    func facts(of name: StoredPath) -> FileFacts? { disk.entries(folder)[name].flatMap { disk.facts($0) } }

    func folder(_ path: StoredPath, throughLinks: Bool) throws(StoredFileError) -> any StorageFolder {
        var number = folder
        for name in path.bytes.split(separator: StoredPath.slash) {
            guard let inner = disk.entries(number)[StoredPath(bytes: Array(name))] else { throw absent(path) }
            number = inner
        }
        return SimulatedFolder(disk, number)
    }

    private func absent(_ path: StoredPath) -> StoredFileError {
        StoredFileError(code: .unreadable, path: path.description, reason: "absent")
    }

    func open(_ name: StoredPath) throws(StoredFileError) -> any StorageFile {
        try disk.requireRunning()
        guard let file = disk.entries(folder)[name] else { throw absent(name) }
        return SimulatedFile(disk, file)
    }

    func openForUpdating(_ name: StoredPath) throws(StoredFileError) -> any StorageFile {
        if let file = disk.entries(folder)[name] { return SimulatedFile(disk, file) }
        let file = disk.newFile()
        try disk.change(.entries(folder: folder, [(name, file)]))
        return SimulatedFile(disk, file)
    }

    func create(_ name: StoredPath, for access: NewFileAccess) throws(StoredFileError) -> (any StorageFile)? {
        if disk.entries(folder)[name] != nil { return nil }
        let file = disk.newFile()
        try disk.change(.entries(folder: folder, [(name, file)]))
        return SimulatedFile(disk, file)
    }

    func rename(_ name: StoredPath, to other: StoredPath) throws(StoredFileError) {
        guard let file = disk.entries(folder)[name] else { throw absent(name) }
        try disk.change(.entries(folder: folder, [(other, file), (name, nil)]))
    }

    func renameUnlessTaken(_ name: StoredPath, to other: StoredPath) throws(StoredFileError) -> Bool {
        if disk.entries(folder)[other] != nil { return false }
        try rename(name, to: other)
        return true
    }

    func link(_ name: StoredPath, in other: any StorageFolder, as otherName: StoredPath) -> Bool {
        guard let other = other as? SimulatedFolder, let file = disk.entries(folder)[name],
            disk.entries(other.folder)[otherName] == nil
        else { return false }
        // The stop is seen by the next call.
        return (try? disk.change(.entries(folder: other.folder, [(otherName, file)]))) != nil
    }

    func remove(_ name: StoredPath) throws(StoredFileError) {
        try disk.change(.entries(folder: folder, [(name, nil)]))
    }

    func makeFolder(_ name: StoredPath) throws(StoredFileError) {
        if disk.entries(folder)[name] != nil { return }
        let inner = disk.newFolder()
        try disk.change(.entries(folder: folder, [(name, inner)]))
    }

    func synchronize() throws(StoredFileError) { try disk.change(.synchronize(folder)) }
}

private final class SimulatedFile: StorageFile {
    let disk: SimulatedDisk
    let file: Int
    private var place = 0

    init(_ disk: SimulatedDisk, _ file: Int) { (self.disk, self.file) = (disk, file) }

    deinit { disk.unlock(file, by: ObjectIdentifier(self).hashValue) }

    var facts: FileFacts? { disk.facts(file) }

    func readAll() throws(StoredFileError) -> [UInt8] {
        try disk.requireRunning()
        return disk.bytes(file)
    }

    func read(upTo count: Int) throws(StoredFileError) -> [UInt8]? {
        try disk.requireRunning()
        let bytes = Array(disk.bytes(file).dropFirst(place).prefix(count))
        place += bytes.count
        return bytes.isEmpty ? nil : bytes
    }

    func seek(to offset: Int) throws(StoredFileError) { place = offset }
    func write(_ bytes: [UInt8]) throws(StoredFileError) {
        try disk.change(.write(file: file, at: disk.bytes(file).count, bytes))
    }
    func truncate(to count: Int) throws(StoredFileError) { try disk.change(.truncate(file: file, count)) }
    func startWriting() {}
    func synchronize() throws(StoredFileError) { try disk.change(.synchronize(file)) }
    func lock() -> SystemFile.LockResult {
        disk.lock(file, by: ObjectIdentifier(self).hashValue) ? .locked : .inUse
    }
    func decompressed(_ form: Compression) throws(StoredFileError) -> any CompressedStream { throw noPrograms }
    func compressing(_ form: Compression) throws(StoredFileError) -> any CompressedStream { throw noPrograms }
    private var noPrograms: StoredFileError {
        StoredFileError(code: .unreadable, path: "", reason: "there are no programs here")
    }
    func takeMetadata(of other: any StorageFile) throws(StoredFileError) {}
}
