/// A large value with copy-on-write.
///
/// Each action changes a copy of the state. Without the reference, the states of all features would be copied field by
/// field.
@propertyWrapper
struct Boxed<Value: Sendable>: Sendable {
    /// Is changed only while it has one owner, hence `@unchecked Sendable`.
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

    /// Whether neither was changed since one was copied from the other.
    func isIdentical(to other: Boxed) -> Bool { box === other.box }
}

extension Boxed: Equatable where Value: Equatable {
    static func == (one: Boxed, other: Boxed) -> Bool { one.box === other.box || one.box.value == other.box.value }
}
