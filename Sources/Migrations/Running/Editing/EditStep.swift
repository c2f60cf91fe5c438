import VersionedCodec

typealias EditPath = EditVocabulary.Path

/// One operation, compiled: keys and values are numbers of the vocabulary, and what holds more is a number of the program, so
/// that running a step counts no references.
enum EditStep: Sendable {
    case rename(EditPath, key: Int32, Rules)
    case move(from: EditPath, to: EditPath, keepsEmptyParents: Bool, Rules)
    case copy(from: EditPath, to: EditPath, Rules)
    case remove(EditPath, default: Int32?, loss: Int32, Rules)
    /// Takes the version out of a document.
    case unmark(EditPath)
    /// Writes the version into a document.
    case mark(EditPath, literal: Int32)
    case add(EditPath, literal: Int32, before: Int32?, Rules)
    case set(EditPath, literal: Int32, old: Int32, loss: Int32, Rules)
    case convert(EditPath, from: ScalarKind, to: ScalarKind, Rules)
    case mapValues(EditPath, pairs: Range<Int32>, table: Int32, fallback: EditProgram.Fallback?, Rules)
    case reformatDate(EditPath, dates: Int32, Rules)
    case inside(EditPath, EditProgram.Scope, Rules)
    case each(EditPath, EditProgram.Scope, Rules)
    case everywhere(EditPath, EditProgram.Scope, Rules)
    /// Runs some steps where the step stands.
    case all(Range<Int32>)
    case when(condition: Int32, Range<Int32>, otherwise: Range<Int32>)
}

/// All that compiled operations need beside the vocabulary. Steps that run one after another stand one after another.
struct EditProgram: Sendable {
    var steps: [EditStep] = []
    var pairs: [MappedValue] = []
    var tables: [MapValuesOperation.Sides] = []
    var dates: [SharedReformatting] = []
    var conditions: [EditCondition] = []
    var losses: [LossNote] = []
    var scopes: [ScopeNote] = []

    /// The operations within a scope.
    struct Scope: Sendable {
        /// `nil` where only values can do them.
        let steps: Range<Int32>?
        /// Its number among those of the program.
        let number: Int32
    }

    /// A scope as values know it.
    struct ScopeNote: Sendable {
        /// The places from the root on, as those of a loss.
        let places: [JSONPointer]
        let operations: [JSONOperation]
        let step: String
        /// The scopes around that have names.
        let named: [(name: String, operations: [JSONOperation])]
        /// Where the value stands in the one that the operations are applied to, if they look at nothing else in that.
        var value: JSONPointer?
    }

    /// What is said of a loss, but for the value and its place.
    struct LossNote: Sendable {
        /// The places from the root on, broken where a scope goes to each child: its key or index stands between.
        let places: [JSONPointer]
        let reason: String
        let operation: String
        let step: String
    }

    /// What a value becomes that is not in a table.
    struct Fallback: Sendable {
        let literal: Int32
        let loss: Int32
    }

    struct MappedValue: Sendable {
        let value: Int32
        let replacement: Int32
        /// What is said where the way back gives another value, which is a loss.
        let loss: Int32?
        /// What is said of a value that is kept and that the way back replaces; of the first pair of its replacement.
        let keptLoss: Int32?
    }

    /// Puts steps one after another, and says where.
    mutating func append(_ new: [EditStep]) -> Range<Int32> {
        steps += new
        return Int32(steps.count - new.count)..<Int32(steps.count)
    }
}

/// A condition, compiled.
indirect enum EditCondition: Sendable {
    case present(EditPath)
    case kind(EditPath, [JSONKind])
    case oneOf(EditPath, [Int32])
    /// More values than are compared one by one.
    case oneOfMany(EditPath, ConditionValues)
    case prefix(EditPath, [UInt8])
    case all([EditCondition])
    case any([EditCondition])
    case not(EditCondition)
}
