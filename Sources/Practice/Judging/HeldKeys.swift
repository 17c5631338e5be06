/// What fingers and the pedal hold just now.
public struct HeldKeys: Sendable, Hashable {
    /// How many fingers, or voices of a sequencer, hold each key: the end of one does not end another.
    private var holders = [UInt8](repeating: 0, count: 128)
    private(set) var fingers = KeySet()
    /// Keys that were let go and go on sounding.
    private(set) var pedalled = KeySet()
    private var isPedalDown = false

    public init() {}

    /// All that sounds, upwards.
    public var sounding: [Int] { fingers.union(pedalled).keys }

    /// Whether no key is under a finger.
    public var isLetGo: Bool { fingers.isEmpty }

    /// - Returns: whether anything is different now. The end of what never began, and of one voice of two, changes nothing.
    @discardableResult
    public mutating func receive(_ stroke: Stroke) -> Bool {
        switch stroke {
        case .down(let key):
            guard (0..<128).contains(key) else { return false }
            if holders[key] < .max { holders[key] += 1 }
            fingers.insert(key)
            pedalled.remove(key)
            return true
        case .up(let key):
            guard (0..<128).contains(key), holders[key] > 0 else { return false }
            holders[key] -= 1
            guard holders[key] == 0 else { return false }
            fingers.remove(key)
            if isPedalDown { pedalled.insert(key) }
            return !isPedalDown
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
