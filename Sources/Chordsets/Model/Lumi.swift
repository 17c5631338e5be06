/// A Logical Unit for Manipulating Images: one coloured object that moves about the picture.
///
/// All its values are kept to a thousandth.
public struct Lumi: Sendable, Hashable {
    /// What can be said of a lumi: its colour, its form and its motion.
    public enum Property: Int, CaseIterable, Sendable {
        case hue, purity, opacity
        case sides, size, thickness
        case x, y, heading, speed, spin, phase

        public var measure: Measure { Property.measures[rawValue] }

        private static let measures = [
            // Degrees on the circle of colours, from red by yellow.
            Measure("hue", 0...360, initial: 0),
            // From white to the pure colour.
            Measure("purity", 0...1, initial: 1),
            Measure("opacity", 0...1, initial: 1),
            // One side makes a disc, two make a line.
            Measure("sides", 1...12, initial: 1, isWhole: true),
            // From middle to rim, in halves of the picture's shorter side.
            Measure("size", 0.01...1, initial: 0.2),
            // Of the outline, as a part of the size; 1 is filled.
            Measure("thickness", 0.01...1, initial: 1),
            // Where it begins, as parts of width and height from the top left.
            Measure("x", 0...1, initial: 0.5),
            Measure("y", 0...1, initial: 0.5),
            // Degrees clockwise from the top.
            Measure("heading", 0...360, initial: 90),
            // Pictures crossed in one beat.
            Measure("speed", 0...1, initial: 0),
            // Turns in one beat, clockwise.
            Measure("spin", -1...1, initial: 0),
            // How far ahead of the beat it is, in beats.
            Measure("phase", 0...1, initial: 0),
        ]

        public init?(name: String) {
            guard let property = Property.allCases.first(where: { $0.measure.name == name }) else { return nil }
            self = property
        }
    }

    private var values = Property.allCases.map { $0.measure.initial }

    /// One in the middle that rests.
    public init() {}

    public subscript(property: Property) -> Double { values[property.rawValue] }

    /// - Throws: a message with the range, if the value lies beyond; the lumi then is as it was.
    public mutating func set(_ property: Property, to value: Double) throws(ChordsetError) {
        do throws(ChordsetError) {
            values[property.rawValue] = try property.measure.checked(value)
        } catch {
            throw ChordsetError("A lumi’s " + error.message)
        }
    }

    /// Sets what lies within bounds for certain, such as a slider’s or a drag’s value.
    public mutating func set(_ property: Property, near value: Double) {
        values[property.rawValue] = property.measure.clamped(value)
    }
}
