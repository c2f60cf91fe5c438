/// How far containers are whose changes are deferred, while they are compared. Classes, so that the frames of all
/// others stay small.
extension RestoredValues {
    /// How far a container is whose children are changed one after another.
    final class DeferredFrame {
        /// The container in the document, and where it is.
        let old: NodeID
        let path: JSONPointer
        var children: DeferredChildren
        /// The changes.
        let list: UInt32
        /// The child that is being compared, and how many values had been lost before.
        var current: (child: DeferredChild, marks: DeferredMarks, lost: Int)?

        init(_ old: NodeID, at path: JSONPointer, _ children: DeferredChildren, _ list: UInt32) {
            (self.old, self.path, self.children, self.list) = (old, path, children, list)
        }
    }

    typealias DeferredMarks = (before: Arena.DeferralMarks, after: Arena.DeferralMarks)

    /// A child whose changes are deferred, as it was before it was compared.
    final class SingleFrame {
        let child: DeferredChild
        let container: JSONPointer
        let old: (id: NodeID, node: ArenaNode)
        let new: (id: NodeID, node: ArenaNode)
        let marks: DeferredMarks
        let lost: Int

        init(
            _ child: DeferredChild, in container: JSONPointer, old: (NodeID, ArenaNode), new: (NodeID, ArenaNode),
            _ marks: DeferredMarks, lost: Int
        ) {
            (self.child, self.container, self.old, self.new) = (child, container, old, new)
            (self.marks, self.lost) = (marks, lost)
        }
    }
}
