/// A chord of light, as Imager understands it: a background colour and a collection of lumis, and the tempo at which they
/// move. It is no chord of notes, but can carry one.
public struct LightChord: Sendable, Hashable {
    public enum Property: Int, CaseIterable, Sendable {
        /// Of the background.
        case hue, purity, brightness
        case bpm

        public var measure: Measure { Property.measures[rawValue] }

        /// Black, and one beat a second.
        private static let measures = [
            Measure("hue", 0...360, initial: 0),
            Measure("purity", 0...1, initial: 0),
            Measure("brightness", 0...1, initial: 0),
            Measure("bpm", 0.001...600, initial: 60),
        ]
    }

    /// More than can be told apart; it bounds the work for a picture.
    public static let mostLumis = 64

    private var values = Property.allCases.map { $0.measure.initial }
    /// At most ``mostLumis``, the furthest back first.
    public private(set) var lumis: [Lumi] = []
    /// The chord of notes that sounds with it.
    public var music: Music?

    /// Black, without lumis.
    public init() {}

    public init(background: LightColor) {
        set(.hue, near: background.hue)
        set(.purity, near: background.purity)
        set(.brightness, near: background.brightness)
    }

    public subscript(property: Property) -> Double { values[property.rawValue] }

    /// - Throws: a message with the range, if the value lies beyond; the chord then is as it was.
    public mutating func set(_ property: Property, to value: Double) throws(ChordsetError) {
        do throws(ChordsetError) {
            values[property.rawValue] = try property.measure.checked(value)
        } catch {
            throw ChordsetError((property == .bpm ? "A light chord’s " : "A background’s ") + error.message)
        }
    }

    /// Sets what lies within bounds for certain, such as a slider’s value.
    public mutating func set(_ property: Property, near value: Double) {
        values[property.rawValue] = property.measure.clamped(value)
    }

    /// Beats a minute.
    public var bpm: Double { self[.bpm] }

    /// The background as it was chosen.
    public var background: LightColor {
        LightColor(hue: self[.hue], purity: self[.purity], brightness: self[.brightness])
    }

    /// The background as it is seen: where the music colours it, with hue and purity of that.
    public var shownBackground: LightColor {
        guard let music, music.colorsLight else { return background }
        // A colour of a black background could not be seen; how bright it must be was chosen by eye.
        return LightColor(hue: music.hue, purity: music.purity, brightness: max(self[.brightness], 0.4))
    }

    public mutating func setLumis(_ lumis: [Lumi]) throws(ChordsetError) {
        guard lumis.count <= LightChord.mostLumis else {
            throw ChordsetError(
                "A light chord has at most \(LightChord.mostLumis) lumis: these are \(lumis.count).")
        }
        self.lumis = lumis
    }

    /// Puts one in front of the others.
    public mutating func add(_ lumi: Lumi) throws(ChordsetError) { try setLumis(lumis + [lumi]) }

    public mutating func replaceLumi(at place: Int, with lumi: Lumi) throws(ChordsetError) {
        try check(place)
        lumis[place] = lumi
    }

    @discardableResult
    public mutating func removeLumi(at place: Int) throws(ChordsetError) -> Lumi {
        try check(place)
        return lumis.remove(at: place)
    }

    private func check(_ place: Int) throws(ChordsetError) {
        guard lumis.indices.contains(place) else {
            throw ChordsetError("There is no lumi \(place): this light chord has \(lumis.count), numbered from 0.")
        }
    }
}
