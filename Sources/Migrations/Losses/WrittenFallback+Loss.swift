import VersionedCodec

extension WrittenFallback {
    /// Why the value is lost.
    var reason: String { "version \(version) does not have this case of \(type), so \(substitute.text()) is written" }

    /// The loss of the value.
    var loss: Loss { Loss(path: path, value: value.detached, reason: reason, group: reason) }
}
