public import VersionedCodec

/// Use it in operations that derive or transform values: one change of a text or a list. `derive` and `transform` run
/// chains of them.
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
    /// The part after the last `/`; one `/` at the end is ignored: `"a/b/"` → `"b"`.
    case lastPathComponent
    /// Without the prefix, if it is present.
    case dropPrefix(TextTransform.Argument)
    /// Without the suffix, if it is present.
    case dropSuffix(TextTransform.Argument)
    /// With the prefix before it.
    case addPrefix(TextTransform.Argument)
    /// With the suffix after it.
    case addSuffix(TextTransform.Argument)
    /// Every occurrence of the first text replaced by the second.
    case replace(String, with: String)
    /// Every match of a pattern, replaced by a template that its groups fill. Matches are found from left to right, and
    /// do not overlap. O(text × pattern)
    case replaceMatches(TextPattern, with: TextTemplate)
    /// The parts between matches of a pattern, as an array of strings. O(text × pattern)
    case splitMatches(TextPattern)
    /// Lowercase ASCII letters and digits, with a `-` in place of all other characters between them. Latin letters lose
    /// their accents: `"Größe & Maß"` → `"grosse-mass"`.
    case slug
    /// A name written in another case: from ``LetterCase/snakeCase`` to ``LetterCase/camelCase``, `"image_url"` →
    /// `"imageUrl"`.
    ///
    /// The reverse changes the case back. What it does not restore is a loss: `"imageURL"` becomes `"image_url"`, which
    /// becomes `"imageUrl"`.
    case changeCase(from: LetterCase, to: LetterCase)
    /// The text in Base64 (of its UTF-8).
    case encodeBase64
    /// The text that the Base64 contains, in UTF-8.
    case decodeBase64
    /// The parts between separators, as an array of strings.
    case split(String)
    /// One of the parts between separators, counted from 0. Negative numbers count from the end: -1 is the last.
    case part(String, Int)
    /// An array of strings as one text, with the separator between them.
    case join(String)

    /// The lines of a text, without their line breaks (`\n`, `\r\n`, `\r`), as an array of strings. A line break at the
    /// end does not start another line.
    case lines
    /// A template, filled with the groups of a pattern that matches the whole text.
    case match(TextPattern, as: TextTemplate)
    /// The number of elements of an array or of members of an object.
    case count
    /// The keys of an object, as an array of strings.
    case keys
    /// The value at a place within the value.
    case take(JSONPointer)
    /// The SHA-256 of a text, or of any other value's text without spaces and with sorted keys, in hexadecimal.
    case digest

    /// The elements of an array that satisfy a condition; its paths begin at the element.
    case filter(Condition)
    /// The first element of an array.
    case first
    /// The last element of an array.
    case last
    /// The elements of an array without duplicates. A duplicate has the same values at all of these places as an
    /// earlier element, or, without places, means the same. Elements without a value at any of the places stay.
    case unique([JSONPointer])
    /// The elements of an array in reverse order.
    case reverse
    /// Each element of an array, or each value of an object, changed by a chain. The result is an array.
    case map([TextTransform])
    /// The sum of an array of numbers, exact; 0 for an empty array.
    case sum
    /// The smallest of an array of numbers, or of strings (by their bytes).
    case min
    /// The largest of an array of numbers, or of strings (by their bytes).
    case max
    /// Every object that satisfies a condition, at any depth of the value and including it, as an array.
    case everywhere(Condition)

    /// Without the prefix, if it is present.
    public static func dropPrefix(_ text: String) -> TextTransform { .dropPrefix(.text(text)) }
    /// Without the suffix, if it is present.
    public static func dropSuffix(_ text: String) -> TextTransform { .dropSuffix(.text(text)) }
    /// With the prefix before it.
    public static func addPrefix(_ text: String) -> TextTransform { .addPrefix(.text(text)) }
    /// With the suffix after it.
    public static func addSuffix(_ text: String) -> TextTransform { .addSuffix(.text(text)) }

    /// Hashes the form of a plan file.
    public func hash(into hasher: inout Hasher) { hasher.combine(json.text()) }
}
