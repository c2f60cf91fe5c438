#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import CSystemFiles
    import Glibc
#elseif canImport(Musl)
    import CSystemFiles
    import Musl
#elseif canImport(Android)
    import Android
    import CSystemFiles
#endif

/// Owner, group, permissions and extended attributes of a file, which a new file copies from the one that it replaces.
package struct FileMetadata {
    private let status: FileStatus
    private var attributes: [Attribute] = []

    private struct Attribute {
        let name: [CChar]
        let value: [UInt8]

        /// Those that users and programs give. Others are the system's; it may refuse to set them, and has its own ways
        /// to.
        var isUsers: Bool { hasPrefix("user.") || isAccessList }

        /// Whether it is the access list, which names others who may read and write the file.
        var isAccessList: Bool { hasPrefix("system.posix_acl_access") }

        /// Whether it is only valid for the bytes of the old file, such as a signature.
        var isOfTheBytes: Bool {
            ["security.capability", "security.ima", "security.evm"].contains { hasPrefix($0) }
        }

        private func hasPrefix(_ text: String) -> Bool { name.starts(with: text.utf8.map { CChar(bitPattern: $0) }) }
    }

    /// The metadata that the system knows without opening the file.
    package init(_ status: FileStatus) { self.status = status }

    /// The metadata of an open file.
    package init(of file: SystemFile, _ status: FileStatus) throws(StoredFileError) {
        self.init(status)
        guard let names = Self.bytes({ listAttributes(file.descriptor, $0, $1) }) else {
            if errno == ENOTSUP || errno == EPERM || errno == EACCES { return }
            throw SystemFile.failure(.unreadable, file.name)
        }
        for name in names.split(separator: 0) {
            let name = name.map { CChar(bitPattern: $0) } + [0]
            // One that has gone meanwhile, or that this process may not read, is not taken over.
            guard let value = Self.bytes({ getAttribute(file.descriptor, name, $0, $1) }) else { continue }
            attributes.append(Attribute(name: name, value: value))
        }
    }

    /// Gives a new file all of this, as far as the process may.
    ///
    /// Where the owner or the group cannot be kept, the file does not run in their name; and a group that is another
    /// one gets no more than everybody has.
    package func apply(to file: SystemFile) throws(StoredFileError) {
        guard let own = file.status else { throw SystemFile.failure(.unwritable, file.name) }
        var keepsOwner = own.owner == status.owner
        var keepsGroup = own.group == status.group
        if !keepsOwner || !keepsGroup {
            if fchown(file.descriptor, status.owner, status.group) == 0 {
                (keepsOwner, keepsGroup) = (true, true)
            } else if !keepsGroup {
                keepsGroup = fchown(file.descriptor, uid_t.max, status.group) == 0
            }
        }
        var mode = status.mode
        if !keepsOwner || !keepsGroup { mode &= 0o777 }
        if !keepsGroup { mode &= 0o707 | (mode & 0o007) << 3 }
        if own.mode != mode, fchmod(file.descriptor, mode_t(mode)) != 0 {
            throw SystemFile.failure(.unwritable, file.name)
        }
        for attribute in attributes where !attribute.isOfTheBytes && (keepsGroup || !attribute.isAccessList) {
            if setAttribute(file.descriptor, attribute.name, attribute.value) != 0, attribute.isUsers, errno != ENOTSUP
            {
                throw SystemFile.failure(.unwritable, file.name)
            }
        }
    }

    /// The result of a call that returns its size when it is called without memory; it may have grown meanwhile.
    ///
    /// Unsafe code: the call gets room for the given number of bytes, and returns how many it wrote.
    private static func bytes(_ call: (UnsafeMutableRawPointer?, Int) -> Int) -> [UInt8]? {
        while true {
            let count = call(nil, 0)
            if count <= 0 { return count == 0 ? [] : nil }
            var result = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
                result = call(buffer.baseAddress, count)
                initialized = max(0, result)
            }
            if result >= 0 { return bytes }
            if errno != ERANGE { return nil }
        }
    }
}

#if canImport(Darwin)
    private func listAttributes(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
        flistxattr(descriptor, buffer?.assumingMemoryBound(to: CChar.self), count, 0)
    }

    private func getAttribute(
        _ descriptor: Int32, _ name: [CChar], _ buffer: UnsafeMutableRawPointer?, _ count: Int
    ) -> Int { fgetxattr(descriptor, name, buffer, count, 0, 0) }

    private func setAttribute(_ descriptor: Int32, _ name: [CChar], _ value: [UInt8]) -> Int32 {
        fsetxattr(descriptor, name, value, value.count, 0, 0)
    }
#else
    private func listAttributes(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
        flistxattr(descriptor, buffer?.assumingMemoryBound(to: CChar.self), count)
    }

    private func getAttribute(
        _ descriptor: Int32, _ name: [CChar], _ buffer: UnsafeMutableRawPointer?, _ count: Int
    ) -> Int { fgetxattr(descriptor, name, buffer, count) }

    private func setAttribute(_ descriptor: Int32, _ name: [CChar], _ value: [UInt8]) -> Int32 {
        fsetxattr(descriptor, name, value, value.count, 0)
    }
#endif
