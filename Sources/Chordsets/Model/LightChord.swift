/// A chord of light as in Imager: a background color, lumis, and the tempo of their motion. It may have a musical
/// chord.
public struct LightChord: Sendable, Hashable {
    public enum Property: Int, CaseIterable, Sendable {
        /// The background.
        case hue, purity, brightness
        case bpm

        public var definition: PropertyDefinition { Property.measures[rawValue] }

        /// The default is black with one beat per second.
        private static let measures = [
            PropertyDefinition("hue", 0...360, initial: 0),
            PropertyDefinition("purity", 0...1, initial: 0),
            PropertyDefinition("brightness", 0...1, initial: 0),
            PropertyDefinition("bpm", 0.001...600, initial: 60),
        ]
    }

    /// A limit on rendering work, beyond what viewers can distinguish.
    public static let maximumLumis = 64

    private var values = Property.allCases.map { $0.definition.initial }
    /// At most ``maximumLumis``, from back to front.
    public private(set) var lumis: [Lumi] = []
    /// The musical chord that sounds with it.
    public var music: Music?

    /// A black chord without lumis.
    public init() {}

    public init(background: LightColor) {
        set(.hue, near: background.hue)
        set(.purity, near: background.purity)
        set(.brightness, near: background.brightness)
    }

    public subscript(property: Property) -> Double { values[property.rawValue] }

    /// - Throws: if the value is out of range. The chord is then unchanged.
    public mutating func set(_ property: Property, to value: Double) throws(ChordsetError) {
        do throws(ChordsetError) {
            values[property.rawValue] = try property.definition.checked(value)
        } catch {
            throw ChordsetError((property == .bpm ? "A light chord’s " : "A background’s ") + error.message)
        }
    }

    /// Sets a value clamped to its range, for example from a slider.
    public mutating func set(_ property: Property, near value: Double) {
        values[property.rawValue] = property.definition.clamped(value)
    }

    /// Beats per minute.
    public var bpm: Double { self[.bpm] }

    /// The chosen background.
    public var background: LightColor {
        LightColor(hue: self[.hue], purity: self[.purity], brightness: self[.brightness])
    }

    /// The visible background. If the music sets the color, it has the hue and purity of the music.
    public var shownBackground: LightColor {
        guard let music, music.colorsLight else { return background }
        // The color would be invisible on black. The minimum brightness was chosen by eye.
        return LightColor(hue: music.hue, purity: music.purity, brightness: max(self[.brightness], 0.4))
    }

    public mutating func setLumis(_ lumis: [Lumi]) throws(ChordsetError) {
        guard lumis.count <= LightChord.maximumLumis else {
            throw ChordsetError(
                "A light chord has at most \(LightChord.maximumLumis) lumis: these are \(lumis.count).")
        }
        self.lumis = lumis
    }

    /// Adds a lumi in front of the others.
    public mutating func add(_ lumi: Lumi) throws(ChordsetError) { try setLumis(lumis + [lumi]) }

    public mutating func replaceLumi(at index: Int, with lumi: Lumi) throws(ChordsetError) {
        try check(index)
        lumis[index] = lumi
    }

    @discardableResult
    public mutating func removeLumi(at index: Int) throws(ChordsetError) -> Lumi {
        try check(index)
        return lumis.remove(at: index)
    }

    private func check(_ index: Int) throws(ChordsetError) {
        guard lumis.indices.contains(index) else {
            throw ChordsetError("There is no lumi \(index): this light chord has \(lumis.count), numbered from 0.")
        }
    }
}
