/// A large value behind a reference; it is copied when it changes while somebody else has it.
///
/// The state of the page is handed on with every action. What a feature keeps for itself would be copied with it field by
/// field, by code that a first visit has to load, although it never opens that feature.
@propertyWrapper
struct Boxed<Value: Sendable & Hashable>: Sendable, Hashable {
    /// Only ever changed by the one who has it alone.
    private final class Box: @unchecked Sendable {
        var value: Value

        init(_ value: Value) { self.value = value }
    }

    private var box: Box

    init(wrappedValue: Value) { box = Box(wrappedValue) }

    var wrappedValue: Value {
        _read { yield box.value }
        _modify {
            if !isKnownUniquelyReferenced(&box) { box = copied() }
            yield &box.value
        }
    }

    /// Only the second part of the engine changes what is behind a reference.
    @inline(never)  // second part
    private func copied() -> Box { Box(box.value) }

    static func == (one: Boxed, other: Boxed) -> Bool { one.box === other.box || one.holdsSame(as: other) }

    /// What is behind two references has become two with a change, which the second part of the engine has made.
    @inline(never)  // second part
    private func holdsSame(as other: Boxed) -> Bool { box.value == other.box.value }

    func hash(into hasher: inout Hasher) { hasher.combine(box.value) }
}
