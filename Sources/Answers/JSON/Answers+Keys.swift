import Harmony
import JSONText

extension Key {
    /// The key that a person named: `F# harmonic minor`.
    package static func asked(_ text: String) throws(Refusal) -> Key {
        do throws(KeyError) {
            return try Key(text)
        } catch {
            throw Refusal(error.message)
        }
    }
}

extension Answers {
    /// A key, its chords and its relatives.
    public static func key(_ name: String) throws(Refusal) -> Key {
        try .asked(name)
    }

    public static func json(_ key: Key) -> JSON {
        .object([
            ("name", .string(key.name)),
            ("fifths", .int(key.fifths)),
            ("signature", json(key.signature)),
            ("scale", .strings(key.notes.map { $0.text })),
            ("triads", json(key.triads)),
            ("sevenths", json(key.sevenths)),
            ("relative", .string(key.relative.name)),
            ("parallel", .string(key.parallel.name)),
            ("dominant", .string(key.dominant.name)),
            ("subdominant", .string(key.subdominant.name)),
            ("related", .strings(key.related.map { $0.name })),
            ("secondaryDominants", .array(key.secondaryDominants.map {
                .object([("of", .string($0.target.text)), ("chord", .string($0.chord.name))])
            })),
            ("borrowed", .array(key.borrowed.map { .object(members($0)) })),
            ("enharmonic", .optional(key.enharmonic?.name)),
        ])
    }

    /// The place of a key on the circle of fifths.
    public static func circle(_ key: String) throws(Refusal) -> CirclePlace {
        CirclePlace(of: try .asked(key))
    }

    /// What the circle shows at a place, outside to inside. The degrees are those of the first of its keys, each with
    /// the place to which the ring turns it.
    public static func json(_ place: CirclePlace) -> JSON {
        let majors = place.keys(.major)
        let minors = place.keys(.minor)
        return .object([
            ("position", .int(majors[0].fifths)),
            ("clock", .int(place.clockIndex)),
            ("names", .strings(majors.map { $0.tonic.text })),
            ("majorKeys", .strings(majors.map { $0.name })),
            ("minorKeys", .strings(minors.map { $0.name })),
            ("signatures", .array(place.signatures().map { json($0) })),
            ("majorDegrees", degrees(of: majors[0])),
            ("minorDegrees", degrees(of: minors[0])),
        ])
    }

    private static func degrees(of key: Key) -> JSON {
        .array(key.triads.map { .object(members($0) + [("clock", .int(key.place(of: $0).clockIndex))]) })
    }

    private static func json(_ signature: KeySignature) -> JSON {
        let accidental = signature.fifths > 0 ? "sharp" : "flat"
        return .object([
            ("count", .int(signature.count)),
            ("accidental", .optional(signature.count == 0 ? nil : accidental)),
            ("names", .strings(signature.names.map { $0.text })),
        ])
    }

    private static func json(_ chords: [NumeralChord]) -> JSON {
        .array(chords.map { .object(members($0) + [("quality", .string($0.chord.type.qualityName))]) })
    }

    private static func members(_ chord: NumeralChord) -> [(String, JSON)] {
        [("numeral", .string(chord.numeral.text)), ("chord", .string(chord.chord.name))]
    }
}
