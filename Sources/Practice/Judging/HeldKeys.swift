/// What fingers and the pedal hold just now.
public struct HeldKeys: Sendable, Hashable {
    private(set) var fingers = KeySet()
    /// Keys that were let go and go on sounding.
    private(set) var pedalled = KeySet()
    private var isPedalDown = false

    public init() {}

    /// All that sounds, upwards.
    public var sounding: [Int] { fingers.union(pedalled).keys }

    /// Whether no key is under a finger.
    public var isLetGo: Bool { fingers.isEmpty }

    /// - Returns: whether anything is different now. A key that was not down cannot come up.
    @discardableResult
    public mutating func receive(_ stroke: Stroke) -> Bool {
        switch stroke {
        case .down(let key):
            guard (0..<128).contains(key) else { return false }
            fingers.insert(key)
            pedalled.remove(key)
            return true
        case .up(let key):
            guard (0..<128).contains(key), fingers.contains(key) || pedalled.contains(key) && !isPedalDown else { return false }
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
