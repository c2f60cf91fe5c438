/// What an operation drops of the members or elements of a value, with all that is in them.
enum DroppedContents {
    case none
    case all
    case members([String])
    case allBut([String])
}
