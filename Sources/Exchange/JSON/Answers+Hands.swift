import Harmony
import Input
import JSONText
import Rendering

extension Answers {
    /// The voicings of a chord, or of one chord over another.
    /// - Parameters:
    ///   - symbol: a chord, or two, as `C7 + A` or `A|C7`.
    ///   - style: lists all voicings of this style; nil lists the best of each.
    ///   - limit: the maximum number of voicings.
    public static func voicings(
        of symbol: String, style: String? = nil, for pianist: Pianist = Pianist(), limit: Int? = nil,
        notation: Notation = Notation()
    ) throws(InputError) -> Voicings {
        let subject = try ChordToVoice.parse(symbol, notation: notation)
        var asked: VoicingStyle?
        if let style { asked = try .parse(style) }
        if let limit, limit < 1 { throw InputError("The limit is \(limit). It must be at least 1.") }
        return Voicings(of: subject, in: asked, for: pianist, limit: limit ?? .max)
    }

    /// A row of chords with the smoothest voice leading.
    /// - Parameters:
    ///   - row: chords with spaces, commas or bar lines between them. Two simultaneous chords are `A|C7`.
    ///   - style: `rootless`, `upper-structure` or one style; by default any that fits.
    public static func leading(
        of row: String, style: String? = nil, for pianist: Pianist = Pianist(), notation: Notation = Notation()
    ) throws(InputError) -> LedRow {
        let chords = try TypedRow(row, in: notation).chords
        return try held(LedRow(of: chords, in: try .parse(style), for: pianist), notation)
    }

    /// The row itself if hands can hold each of its chords.
    static func held(_ row: LedRow, _ notation: Notation) throws(InputError) -> LedRow {
        if let voicing = row.voicings.first(where: { $0.tones.isEmpty }) {
            throw InputError(
                "No style has a voicing of \(voicing.subject.title(in: notation)) within these hand spans.")
        }
        return row
    }

    /// A remark on how the chords of a row were read.
    public static func howRead(row: String, _ names: NoteNames) -> String? {
        guard let typed = try? TypedRow(row, in: Notation(.ma, .signs, names)) else { return nil }
        // Embedded Swift does not convert [String] to [String?] implicitly.
        return howReadChords(typed.texts.map { Optional($0) }, names)
    }

    /// - Parameters:
    ///   - withFingers: whether to include fingering.
    ///   - howRead: a remark on how the chord's name was read.
    public static func json(
        _ voicings: Voicings, withFingers: Bool = false, notation: Notation = Notation(), howRead: String? = nil
    ) -> JSON {
        .object(
            [
                ("symbol", .string(voicings.subject.title(in: notation))),
                ("voicings", .array(voicings.list.map { .object(members(of: $0, withFingers, notation)) })),
                (
                    "without",
                    .array(
                        voicings.without.map { missing in
                            .object([("style", .string(missing.style.rawValue)), ("reason", .string(missing.reason))])
                        })
                ),
            ] + readAs(howRead))
    }

    /// - Parameters:
    ///   - withFingers: whether to include fingering.
    ///   - howRead: a remark on how the chords' names were read.
    public static func json(
        _ row: LedRow, withFingers: Bool = false, notation: Notation = Notation(), howRead: String? = nil
    ) -> JSON {
        let parts = row.cost.parts.map { ($0.name, JSON.int($0.cost)) }
        return .object(
            [
                (
                    "leading",
                    .object([
                        (
                            "chords",
                            .array(
                                row.voicings.map { voicing in
                                    .object(
                                        [("symbol", .string(voicing.subject.title(in: notation)))]
                                            + members(of: voicing, withFingers, notation))
                                })
                        ),
                        ("movement", .int(row.cost.movement)),
                        ("cost", .int(row.cost.total)),
                        ("parts", .object(parts)),
                        (
                            "without",
                            .array(
                                row.without.map { missing in
                                    .object([
                                        ("symbol", .string(missing.subject.title(in: notation))),
                                        ("reason", .string(missing.reason)),
                                    ])
                                })
                        ),
                    ])
                )
            ] + readAs(howRead))
    }

    static func members(
        of voicing: Voicing, _ withFingers: Bool, _ notation: Notation
    ) -> [(String, JSON)] {
        func tones(_ hand: Hand) -> JSON {
            .array(
                zip(voicing.written(hand), voicing[hand]).map { written, tone in
                    var members: [(String, JSON)] = [
                        ("note", .string(notation.written(written.name))),
                        ("degreeName", .string(notation.written(tone.name))), ("pitch", .int(tone.pitch)),
                        ("degree", .optional(tone.degree?.name)),
                    ]
                    if let degree = tone.degree, voicing.added.contains(degree) {
                        members.append(("added", .bool(true)))
                    }
                    return .object(members)
                })
        }
        func ofHands(_ value: (Hand) -> JSON) -> JSON {
            .object(Hand.allCases.map { ($0.rawValue, value($0)) })
        }
        var members: [(String, JSON)] = [
            ("style", .string(voicing.style.rawValue)), ("left", tones(.left)), ("right", tones(.right)),
            ("span", ofHands { .int(voicing.span(of: $0)) }),
            ("cost", .int(voicing.cost)),
            ("missing", .strings(voicing.missing.map { $0.name })),
            ("added", .strings(voicing.added.map { $0.name })),
            ("why", .string(voicing.why)),
        ]
        if voicing.isMuddy { members.append(("muddy", .bool(true))) }
        if withFingers {
            members.append(
                (
                    "fingers",
                    ofHands { hand in .array(Fingering.fingers(for: voicing[hand], of: hand).map { .int($0) }) }
                ))
        }
        return members
    }
}
