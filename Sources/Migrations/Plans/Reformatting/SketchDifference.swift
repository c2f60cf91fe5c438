import VersionedCodec

/// The differences in how a model reads two versions, if it looks at the version.
enum SketchDifference {
    /// The error that names the first difference.
    static func error(_ old: TypeSketch, _ new: TypeSketch) -> FormatChangeError {
        for object in old.objects {
            guard let other = new[object.type], object != other else { continue }
            let changed = object.members.first { member in !other.members.contains(member) }
            let added = other.members.first { member in !object.members.contains(member) }
            if let member = changed ?? added {
                return FormatChangeError(
                    object.type.name, member.name, "the model reads it differently in each version")
            }
            return FormatChangeError(object.type.name, nil, "the model reads it differently in each version")
        }
        return FormatChangeError(
            old.objects.first?.type.name ?? "\(old.value)", nil, "the model is another one in each version")
    }
}
