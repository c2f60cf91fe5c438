/// A container on the way to a value, and the child of it that leads there.
///
/// Unsafe code: nodes are those of the session, borrowed for the call; a child's number is below its container's
/// `next`.
struct WayStop {
    let container: UInt32

    /// The node after the container.
    let end: UInt32
    var place: Int
    var child: UInt32

    /// The model's key of the child, once a path has asked for it.
    var key: (any CodingKey)?

    /// The way to the child, once an issue has asked for it.
    var way: IssueWay?
}

extension SlowPathState {
    private static let largeContainer: UInt32 = 256

    /// Leads the way into a container.
    func enter(_ container: UInt32, towards target: UInt32, _ nodes: UnsafeMutablePointer<IndexNode>) {
        let header = nodes[Int(container)]
        var stop = WayStop(
            container: container, end: header.next, place: 0, child: container + (header.isObject ? 2 : 1))
        if header.next - container > Self.largeContainer, let landmark = landmarks[container],
            landmark.child <= target
        {
            (stop.place, stop.child) = landmark
        }
        way.append(stop)
    }

    /// Leads the way out of its last container.
    func leave() {
        guard let last = way.popLast(), last.end - last.container > Self.largeContainer else { return }
        landmarks[last.container] = (last.place, last.child)
    }

    /// Leads the way to the child of its last container in which a value is, or which it is.
    func advance(to target: UInt32, _ nodes: UnsafeMutablePointer<IndexNode>) -> UInt32 {
        let last = way.count - 1
        var (place, child) = (way[last].place, way[last].child)
        let container = way[last].container
        let step: UInt32 = nodes[Int(container)].isObject ? 1 : 0
        if child > target { (place, child) = (0, container + 1 + step) }
        while nodes[Int(child)].next <= target {
            child = nodes[Int(child)].next + step
            place += 1
        }
        if child != way[last].child {
            (way[last].place, way[last].child) = (place, child)
            (way[last].key, way[last].way) = (nil, nil)
        }
        return child
    }
}
