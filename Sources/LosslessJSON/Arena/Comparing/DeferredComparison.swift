/// Takes what is lost of children whose changes were deferred, each before the next one is compared. Children may be in
/// others.
package protocol DeferredComparison: AnyObject {
    /// Reports the losses of one of several children with the same changes, if they are known without a comparison;
    /// `false` if the child must be compared.
    ///
    /// - `place`: Where the child is in the document.
    func tell(_ child: DeferredChild, in container: JSONPointer, at place: () -> JSONPointer) -> Bool

    /// The changes to a child are made next, and it is compared.
    ///
    /// - `container`: Where its container is in the document.
    func begin(_ child: DeferredChild, in container: JSONPointer)

    /// The lost values of the last begun child.
    ///
    /// - `differs`: Whether it, or a child around it, has come back with a difference, where differences are noted.
    func end(_ lost: [LostValue], differs: Bool)

    /// Takes a child that comes back with a difference, after it has ended; of children in each other, the outermost.
    /// Called only where differences are noted.
    ///
    /// - Parameters:
    ///   - old: The child in the document.
    ///   - new: The child that came back. Both are forgotten afterwards.
    func noteDifference(of child: DeferredChild, in container: JSONPointer, _ old: NodeID, _ new: NodeID)

    /// Whether the order of the array that begins at a byte is irrelevant, as changes have found.
    func orderIsIrrelevant(ofArrayAt offset: Int) -> Bool

    /// The offsets of values that the changes to the last begun child have made into something with less information,
    /// and what else they have done to values.
    var changes: (changed: [Int], fates: ValueFates) { get }
}

extension DeferredComparison {
    package func noteDifference(of child: DeferredChild, in container: JSONPointer, _ old: NodeID, _ new: NodeID) {}
}
