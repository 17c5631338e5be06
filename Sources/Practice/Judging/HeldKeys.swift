import Harmony

/// The keys that fingers and the sustain pedal hold.
public struct HeldKeys: Sendable, Hashable {
    private(set) var fingers = KeySet()
    /// Released keys that the pedal sustains.
    private(set) var pedalled = KeySet()
    private var isPedalDown = false

    public init() {}

    /// All sounding MIDI notes in ascending order.
    public var sounding: [Int] { fingers.union(pedalled).ascending }

    /// Whether no finger holds a key.
    public var isReleased: Bool { fingers.isEmpty }

    /// The strokes that lead to these keys.
    var strokes: [Stroke] {
        fingers.ascending.map { .down($0) } + pedalled.ascending.flatMap { [.down($0), .sustain($0)] }
            + (isPedalDown ? [.pedal(true)] : [])
    }

    /// Applies a stroke. The release of a key that is not down is ignored.
    /// - Returns: whether the set of sounding keys may have changed.
    @discardableResult
    public mutating func receive(_ stroke: Stroke) -> Bool {
        switch stroke {
        case .down(let key):
            guard (0..<128).contains(key) else { return false }
            fingers.insert(key)
            pedalled.remove(key)
            return true
        case .up(let key):
            guard (0..<128).contains(key), fingers.contains(key) || pedalled.contains(key) && !isPedalDown else {
                return false
            }
            fingers.remove(key)
            if isPedalDown { pedalled.insert(key) } else { pedalled.remove(key) }
            return !isPedalDown
        case .sustain(let key):
            guard (0..<128).contains(key), fingers.contains(key) else { return false }
            fingers.remove(key)
            pedalled.insert(key)
            return false
        case .pedal(let isDown):
            isPedalDown = isDown
            guard !isDown, !pedalled.isEmpty else { return false }
            pedalled = KeySet()
            return true
        case .allUp:
            let wasSilent = fingers.isEmpty && pedalled.isEmpty
            self = HeldKeys()
            return !wasSilent
        }
    }
}
