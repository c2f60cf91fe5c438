/// Text that is the same for values that differ only in the order of their members.
extension Arena {
    private static let sorted = TargetStyle(WritingStyle(keyOrder: .sorted))

    /// Calls a function with the compact text of a value, the members in the order of their keys, numbers as they are
    /// spelled. What the arena has written before is then gone.
    package func withSortedText(of node: NodeID, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        noteLook(at: node)
        if state.pointee.deferrals.waiting > 0 || state.pointee.isRecording {
            // Writing drops deferred changes, and while a shape is recorded, it is part of the recording.
            return value(of: node).bytes(in: Self.sorted.style).withUnsafeBufferPointer(body)
        }
        startOutput()
        var writer = StyleWriter(arena: self, style: Self.sorted)
        writer.write(node)
        flush()
        body(written)
    }
}
