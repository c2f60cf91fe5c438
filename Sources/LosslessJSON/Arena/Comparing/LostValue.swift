/// One value of a document that another one, which was made of it, does not have.
package struct LostValue {
    package let path: JSONPointer
    package let value: JSONValue

    /// The value that is in its place now; `nil` if there is none.
    package var after: JSONValue?

    /// Whether that value was computed of this one, and so is another one in other documents of the shape.
    package let isComputed: Bool

    /// Whether it is the order of the elements that changed, and none of them.
    package var isOrder = false

    /// What is left of a value that no way back leads to.
    package enum Rest: Sendable {
        case nothing
        /// Less than all of it.
        case part
        /// The value, but not its key.
        case value
    }

    package let rest: Rest

    /// The offset of its key, if a value was made of that, and is not there either.
    package let keyOffset: Int?

    /// The bytes of the text that it was, if it is a container.
    package let span: Range<Int>?

    init(
        _ node: NodeID, in arena: Arena, after: JSONValue? = nil, isComputed: Bool = false, isOrder: Bool = false,
        rest: Rest = .nothing, keyOffset: Int? = nil
    ) {
        (path, value) = (arena.pointer(to: node), arena.valueLost(at: node))
        (self.after, self.isComputed, self.isOrder, self.rest) = (after, isComputed, isOrder, rest)
        self.keyOffset = keyOffset
        span = arena.spanRead(of: node)
    }
}
