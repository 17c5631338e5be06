/// A large value behind a reference; it is copied when it changes while another copy has it.
///
/// The state before an action is kept while the action changes it. Without the reference each of the features' states would
/// be copied field by field.
@propertyWrapper
struct Boxed<Value: Sendable>: Sendable {
    /// Changed only while it has one owner.
    private final class Box: @unchecked Sendable {
        var value: Value

        init(_ value: Value) { self.value = value }
    }

    private var box: Box

    init(wrappedValue: Value) { box = Box(wrappedValue) }

    var wrappedValue: Value {
        _read { yield box.value }
        _modify {
            if !isKnownUniquelyReferenced(&box) { box = Box(box.value) }
            yield &box.value
        }
    }

    /// Whether no one has changed one of them since they were the same.
    func isIdentical(to other: Boxed) -> Bool { box === other.box }
}
