import Harmony
import Input
import JSONText

extension Answers {
    /// A key, its chords and its relatives.
    public static func key(_ name: String, notation: Notation = Notation()) throws(InputError) -> Key {
        try .parse(name, in: notation.names)
    }

    /// - Parameter howRead: a remark on how its name was read.
    public static func json(_ key: Key, notation: Notation = Notation(), howRead: String? = nil) -> JSON {
        func name(_ key: Key) -> JSON { .string(key.name(in: notation)) }
        return .object(
            [
                ("name", name(key)),
                ("fifths", .int(key.fifths)),
                ("signature", json(key.signature, notation)),
                ("scale", .strings(key.notes.map { notation.written($0) })),
                ("triads", json(key.triads, notation)),
                ("sevenths", json(key.sevenths, notation)),
                ("relative", name(key.relative)),
                ("parallel", name(key.parallel)),
                ("dominant", name(key.dominant)),
                ("subdominant", name(key.subdominant)),
                ("related", .array(key.related.map { name($0) })),
                (
                    "secondaryDominants",
                    .array(
                        key.secondaryDominants.map {
                            .object([("of", .string($0.target.text)), ("chord", .string($0.chord.name(in: notation)))])
                        })
                ),
                ("borrowed", .array(key.borrowed.map { .object(members($0, notation)) })),
                ("enharmonic", .optional(key.enharmonic?.name(in: notation))),
            ] + readAs(howRead))
    }

    /// The hour of a key on the circle of fifths.
    public static func circle(_ key: String, notation: Notation = Notation()) throws(InputError) -> CirclePlace {
        CirclePlace(of: try .parse(key, in: notation.names))
    }

    /// The content of the circle at an hour, from outside to inside. The degrees belong to the first of its keys, each
    /// with the hour to which the ring turns it.
    public static func json(_ place: CirclePlace, notation: Notation = Notation(), howRead: String? = nil) -> JSON {
        let majors = place.keys(.major)
        let minors = place.keys(.minor)
        return .object(
            [
                ("position", .int(majors[0].fifths)),
                ("clock", .int(place.clockIndex)),
                ("names", .strings(majors.map { notation.written($0.tonic) })),
                ("majorKeys", .strings(majors.map { $0.name(in: notation) })),
                ("minorKeys", .strings(minors.map { $0.name(in: notation) })),
                ("signatures", .array(place.signatures().map { json($0, notation) })),
                ("majorDegrees", degrees(of: majors[0], notation)),
                ("minorDegrees", degrees(of: minors[0], notation)),
            ] + readAs(howRead))
    }

    private static func degrees(of key: Key, _ notation: Notation) -> JSON {
        .array(key.triads.map { .object(members($0, notation) + [("clock", .int(key.place(of: $0).clockIndex))]) })
    }

    private static func json(_ signature: KeySignature, _ notation: Notation) -> JSON {
        let accidental = signature.fifths > 0 ? "sharp" : "flat"
        return .object([
            ("count", .int(signature.count)),
            ("accidental", .optional(signature.count == 0 ? nil : accidental)),
            ("names", .strings(signature.names.map { notation.written($0) })),
        ])
    }

    private static func json(_ chords: [NumeralChord], _ notation: Notation) -> JSON {
        .array(chords.map { .object(members($0, notation) + [("quality", .string($0.chord.type.qualityName))]) })
    }

    private static func members(_ chord: NumeralChord, _ notation: Notation) -> [(String, JSON)] {
        [("numeral", .string(chord.numeral.text)), ("chord", .string(chord.chord.name(in: notation)))]
    }
}
