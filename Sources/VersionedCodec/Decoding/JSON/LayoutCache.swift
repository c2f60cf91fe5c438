/// The layouts of the key types that a session knows.
final class LayoutCache {
    private let table = TypeTable<ResolvedLayout?>(nil)

    deinit { table.deallocate() }

    /// The layout of a key type, if it is known.
    @inline(__always)
    func layout(of type: Any.Type) -> ResolvedLayout? { table.find(type)?.pointee }

    func note(_ type: Any.Type, _ layout: ResolvedLayout) { table.place(for: type).pointee = layout }

    /// Forgets all layouts, because models may have declared more of them.
    func forget() { table.clear() }
}
