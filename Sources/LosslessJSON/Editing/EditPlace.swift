/// A place in a document that is being edited.
package enum EditPlace: Sendable, Equatable {
    /// A value of the document that was read, edited or not.
    case node(UInt32)
    /// A member that an edit has added.
    case added(Int32)
    /// No value: an object has no such member, or an array no such element.
    case absent
    /// Something other than a container is on the way, or what edits over an index cannot follow.
    case blocked
}

/// What edits over an index do not do: whoever asks for it does the whole work over with values.
package struct EditLimit: Error {
    package init() {}
}
