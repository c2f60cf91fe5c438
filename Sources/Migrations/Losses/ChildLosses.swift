/// What children of a container lose that have one shape, with paths from there.
final class ChildLosses {
    let kinds: [PackedLosses.Kind]

    init(_ kinds: [PackedLosses.Kind]) { self.kinds = kinds }
}
