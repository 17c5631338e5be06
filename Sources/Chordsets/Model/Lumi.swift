/// A Logical Unit for Manipulating Images: a colored, moving object in the picture.
///
/// All values are rounded to thousandths.
public struct Lumi: Sendable, Hashable {
    /// The properties of a lumi: color, form and motion.
    public enum Property: Int, CaseIterable, Sendable {
        case hue, purity, opacity
        case sides, size, thickness
        case x, y, heading, speed, spin, phase

        public var definition: PropertyDefinition { Property.measures[rawValue] }

        private static let measures = [
            // Degrees on the color circle, from red to yellow.
            PropertyDefinition("hue", 0...360, initial: 0),
            // From white to the pure color.
            PropertyDefinition("purity", 0...1, initial: 1),
            PropertyDefinition("opacity", 0...1, initial: 1),
            // One side is a disc, two sides are a line.
            PropertyDefinition("sides", 1...12, initial: 1, isWhole: true),
            // The radius in halves of the picture's shorter side.
            PropertyDefinition("size", 0.01...1, initial: 0.2),
            // The outline as a fraction of the size; 1 is filled.
            PropertyDefinition("thickness", 0.01...1, initial: 1),
            // The start position as fractions of width and height from the top left.
            PropertyDefinition("x", 0...1, initial: 0.5),
            PropertyDefinition("y", 0...1, initial: 0.5),
            // Degrees clockwise from the top.
            PropertyDefinition("heading", 0...360, initial: 90),
            // Picture widths per beat.
            PropertyDefinition("speed", 0...1, initial: 0),
            // Clockwise turns per beat.
            PropertyDefinition("spin", -1...1, initial: 0),
            // Beats ahead of the beat.
            PropertyDefinition("phase", 0...1, initial: 0),
        ]

        public init?(name: String) {
            guard let property = Property.allCases.first(where: { $0.definition.name == name }) else { return nil }
            self = property
        }
    }

    private var values = Property.allCases.map { $0.definition.initial }

    /// A lumi at rest in the middle.
    public init() {}

    public subscript(property: Property) -> Double { values[property.rawValue] }

    /// - Throws: if the value is out of range. The lumi is then unchanged.
    public mutating func set(_ property: Property, to value: Double) throws(ChordsetError) {
        do throws(ChordsetError) {
            values[property.rawValue] = try property.definition.checked(value)
        } catch {
            throw ChordsetError("A lumi’s " + error.message)
        }
    }

    /// Sets a value clamped to its range, for example from a slider or drag.
    public mutating func set(_ property: Property, near value: Double) {
        values[property.rawValue] = property.definition.clamped(value)
    }
}
