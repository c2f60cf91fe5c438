public import VersionedCodec

/// One change of a text or a list, as `derive` and `transform` chain them.
///
/// ```swift
/// [TextTransform.lastPathComponent, .dropSuffix(".git"), .lowercase]
/// // "https://github.com/jpsim/Yams.git"  →  "yams"
/// ```
public enum TextTransform: Sendable, Hashable {
    /// `"AbC"` → `"abc"`, by the rules of Unicode, independent of the machine's language.
    case lowercase
    /// `"AbC"` → `"ABC"`
    case uppercase
    /// Without white space at both ends.
    case trim
    /// What follows the last `/`; one `/` at the end does not count: `"a/b/"` → `"b"`.
    case lastPathComponent
    /// Without the prefix, where it is there.
    case dropPrefix(TextArgument)
    /// Without the suffix, where it is there.
    case dropSuffix(TextArgument)
    /// With the prefix before it.
    case addPrefix(TextArgument)
    /// With the suffix behind it.
    case addSuffix(TextArgument)
    /// Every occurrence of the first text replaced by the second.
    case replace(String, with: String)
    /// Every match of a pattern replaced by a template, which its groups fill; matches are found from left to right,
    /// and do not overlap. O(text × pattern)
    case replaceMatches(TextPattern, with: TextTemplate)
    /// The parts between matches of a pattern, as an array of strings. O(text × pattern)
    case splitMatches(TextPattern)
    /// Lowercase ASCII letters and digits, with a `-` in place of whatever else is between them; Latin letters lose
    /// their accents: `"Größe & Maß"` → `"grosse-mass"`.
    case slug
    /// The text in Base64 (of its UTF-8).
    case encodeBase64
    /// The text whose UTF-8 is there in Base64.
    case decodeBase64
    /// The parts between separators, as an array of strings.
    case split(String)
    /// One of the parts between separators, counted from 0; negative ones from the end: -1 is the last.
    case part(String, Int)
    /// An array of strings as one text, with the separator between them.
    case join(String)

    /// The lines of a text, without their ends (`\n`, `\r\n`, `\r`), as an array of strings; an end behind the last
    /// line makes no line.
    case lines
    /// What a pattern takes out of the text, put into a template; the pattern matches the whole text.
    case match(TextPattern, as: TextTemplate)
    /// The number of elements of an array or of members of an object.
    case count
    /// The keys of an object, as an array of strings.
    case keys
    /// What is at a place within the value.
    case take(JSONPointer)
    /// The SHA-256 of a text, or of any other value's text without spaces and with sorted keys, in hexadecimal.
    case digest

    /// The elements of an array for which a condition holds; its paths begin at the element.
    case filter(Condition)
    /// The first element of an array.
    case first
    /// The last element of an array.
    case last
    /// The elements of an array without those of which an earlier one has the same at all of these places, or, without
    /// places, means the same. Elements that have nothing at any of them stay.
    case unique([JSONPointer])
    /// The elements of an array, the last one first.
    case reverse
    /// Each element of an array, or each value of an object, changed by a chain; of an object, an array of these.
    case map([TextTransform])
    /// The sum of an array of numbers, exactly; of none, 0.
    case sum
    /// The least of an array of numbers, or of strings (by their bytes).
    case min
    /// The greatest of an array of numbers, or of strings (by their bytes).
    case max
    /// Every object within the value, at any depth, for which a condition holds, as an array; the value itself too.
    case everywhere(Condition)

    /// Without the prefix, where it is there.
    public static func dropPrefix(_ text: String) -> TextTransform { .dropPrefix(.text(text)) }
    /// Without the suffix, where it is there.
    public static func dropSuffix(_ text: String) -> TextTransform { .dropSuffix(.text(text)) }
    /// With the prefix before it.
    public static func addPrefix(_ text: String) -> TextTransform { .addPrefix(.text(text)) }
    /// With the suffix behind it.
    public static func addSuffix(_ text: String) -> TextTransform { .addSuffix(.text(text)) }

    /// Hashes the form of a plan file.
    public func hash(into hasher: inout Hasher) { hasher.combine(json.text()) }
}
