import Harmony
import Input
import JSONText
import Tunes

/// Answers as JSON. The command line's `--json` and the HTTP API return the same.
public enum Answers {
    /// The combination of two chords.
    /// - Parameters:
    ///   - lower: the lower chord, or both chords if there is no `upper`, as in `Cma7 + D`.
    ///   - upper: the upper chord.
    ///   - notation: the notation in which names are read and written.
    public static func combination(
        lower: String, upper: String?, in vocabulary: Vocabulary = .jazz, notation: Notation = Notation()
    ) throws(InputError) -> Combination {
        guard let upper else {
            let typed = try TypedEquation.parse(lower, in: notation.names)
            if let combination = try typed.combination(in: vocabulary, notation: notation) { return combination }
            throw InputError("“\(lower)” is not two chords. Give a lower and an upper chord, as in Cma7 + D.")
        }
        return ChordCombiner(vocabulary: vocabulary)
            .combine(
                lower: try .parse(lower, in: vocabulary, notation: notation),
                upper: try .parse(upper, in: vocabulary, notation: notation))
    }

    /// Other names of the same notes over the same bass, the most probable first: the readings of a polychord, and the
    /// readings after the result of any other combination.
    /// - Parameter context: the key, and whether a band plays along. With a band, rootless readings come first.
    public static func otherReadings(
        of combination: Combination, in vocabulary: Vocabulary = .jazz, context: NamingContext = .none
    ) -> [Reading] {
        guard context != .none, vocabulary.isRanked else {
            let readings = vocabulary.worthShowing(ChordCombiner(vocabulary: vocabulary).readings(of: combination))
            return combination.result == nil ? readings : Array(readings.dropFirst())
        }
        let notes = combination.lower.notes + combination.upper.notes
        let lowest = notes.filter { $0.pitchClass == combination.bass.pitchClass }.prefix(1)
        let readings = vocabulary.worthShowing(
            ChordFinder(vocabulary: vocabulary).find(notes: lowest + notes, in: context).readings)
        let rootless = readings.filter { $0.isRootless }
        let rooted = readings.filter { reading in
            !reading.isRootless && reading.chord.root.pitchClass != combination.result?.root.pitchClass
        }
        return context.hasBassPlayer ? rootless + rooted : rooted + rootless
    }

    public static func combine(
        lower: String, upper: String?, in vocabulary: Vocabulary = .jazz, notation: Notation = Notation()
    ) throws(InputError) -> JSON {
        let combination = try combination(lower: lower, upper: upper, in: vocabulary, notation: notation)
        let combiner = ChordCombiner(vocabulary: vocabulary)
        let classic = vocabulary.isRanked ? combiner.classicReading(of: combination) : nil
        let found = combiner.readings(of: combination)
        var readings = found.map { json($0, notation, isClassic: $0.chord == classic?.chord) }
        if let classic, !found.contains(where: { $0.chord == classic.chord }) {
            readings.append(json(classic, notation, isClassic: true))
        }
        let notes = combination.notes
        let degrees = combination.result == nil ? [] : notes.map { $0.tone.degree?.name ?? "" }
        return .object(
            [
                ("lower", .string(combination.lower.name(in: notation))),
                ("upper", .string(combination.upper.name(in: notation))),
                ("kind", .string(combination.kind.rawValue)),
                ("title", .string(combination.title(in: notation))),
                ("precise", .optional(combination.result?.name(in: notation))),
                ("root", .optional(combination.result.map { notation.written($0.root) })),
                ("bass", .string(notation.written(combination.bass))),
                ("notes", .strings(notes.map { written($0.tone.name, in: vocabulary, notation) })),
                ("degreeNames", .strings(notes.map { notation.written($0.tone.name) })),
                ("degrees", .strings(degrees)),
                ("pitches", .array(notes.map { .int($0.tone.pitch) })),
                ("parts", .strings(notes.map { $0.part.rawValue })),
                ("readings", .array(readings)),
            ] + readAs(howReadChords([lower, upper], notation.names)))
    }

    /// A note as players read it, without a double accidental. The classic vocabulary spells it by its degree.
    private static func written(_ note: NoteName, in vocabulary: Vocabulary, _ notation: Notation) -> String {
        notation.written(vocabulary.isRanked ? note.simplified : note)
    }

    /// - Parameter isClassic: whether this name is from the original table, if that is known.
    private static func json(_ reading: Reading, _ notation: Notation, isClassic: Bool = false) -> JSON {
        let chord = reading.chord
        var members: [(String, JSON)] = [
            ("title", .string(reading.title(in: notation))),
            ("precise", .string(reading.precise(in: notation))),
            ("root", .string(notation.written(chord.root))),
            ("bass", .string(notation.written(chord.lowest))),
            ("degrees", .strings(chord.type.degrees.map { $0.name })),
            ("omits", .strings(reading.omitted.map { $0.name })),
            ("rootless", .bool(reading.isRootless)),
            ("cost", .int(reading.cost)),
            ("why", .string(reading.why(in: notation))),
        ]
        if isClassic { members.append(("classic", .bool(true))) }
        return .object(members)
    }

    /// Everything about one chord.
    public static func details(
        _ symbol: String, in vocabulary: Vocabulary = .jazz, notation: Notation = Notation()
    ) throws(InputError) -> ChordDetails {
        ChordDetails(of: try .parse(symbol, in: vocabulary, notation: notation), in: vocabulary)
    }

    /// Everything about one chord, with its function and scales where it stands.
    /// - Parameters:
    ///   - key: the key in which it stands; empty or nil if unknown.
    ///   - previous: the chord before.
    ///   - next: the chord after.
    public static func chord(
        _ symbol: String, key: String? = nil, previous: String? = nil, next: String? = nil,
        in vocabulary: Vocabulary = .jazz, notation: Notation = Notation()
    ) throws(InputError) -> JSON {
        if let answer = chordWithoutNotes(symbol) { return answer }
        let details = try details(symbol, in: vocabulary, notation: notation)
        let chord = details.chord
        let place = try place(of: chord, key: key, previous: previous, next: next, notation: notation)
        func names(_ chords: [Chord]) -> JSON { .strings(chords.map { $0.name(in: notation) }) }
        func names(_ scales: [Scale]) -> JSON { .strings(scales.map { $0.name(in: notation) }) }
        let tension = details.tension
        var members: [(String, JSON)] = [
            ("symbol", .string(symbol)),
            ("precise", .string(chord.name(in: notation))),
            ("short", .string(details.title(in: notation))),
            ("root", .string(notation.written(chord.root))),
            ("bass", .optional(chord.bass.map { notation.written($0) })),
            ("notes", .strings(chord.notes.map { written($0, in: vocabulary, notation) })),
            ("degreeNames", .strings(chord.notes.map { notation.written($0) })),
            ("degrees", .strings(chord.type.degrees.map { $0.name })),
            ("pitches", .array(details.voicing.map { .int($0.pitch) })),
            ("base", .optional(details.base?.name(in: notation))),
            ("extensions", .strings(details.extensions.map { $0.name })),
            ("equivalents", names(details.equivalents)),
            ("degreeTension", tension.map { .decimal(Tension.text(hundredths: $0.degreeHundredths)) } ?? .null),
            ("voicingTension", tension.map { .decimal(Tension.text(hundredths: $0.voicingHundredths)) } ?? .null),
            ("numeral", .optional(place.map { notation.written($0.numeral) })),
            ("function", .optional(place.map { $0.function.words { notation.written($0) } })),
            ("scales", json(chord.scales(as: place?.function, in: place?.key), notation)),
            ("primaryScales", names(details.scales.primary)),
            ("parentScales", names(details.scales.parent)),
            ("pentatonicScales", names(details.scales.pentatonic)),
        ]
        if let near = details.nearestScale {
            members.append(
                (
                    "nearestScale",
                    .object([
                        ("name", .string(near.scale.name(in: notation))),
                        ("foreign", .strings(near.foreign.map { notation.written($0) })),
                    ])
                ))
        }
        return .object(
            members + [
                ("fourNoteChords", names(details.fourNoteChords)),
                ("triads", names(details.triads)),
            ] + readAs(howReadChords([symbol], notation.names)))
    }

    /// The chords and notes contained in a chord.
    public static func graph(_ symbol: String, notation: Notation = Notation()) throws(InputError) -> ChordGraph {
        ChordGraph(of: try .parse(symbol, notation: notation))
    }

    /// Nodes, and edges as pairs of node indices.
    /// - Parameter howRead: a remark on how the chord's name was read.
    public static func json(_ graph: ChordGraph, notation: Notation = Notation(), howRead: String? = nil) -> JSON {
        var nodes: [JSON] = []
        for rank in graph.ranks {
            for place in rank.nodes {
                let equals = graph.equals(of: place).map { JSON.int($0) }
                var members: [(String, JSON)] = [("rank", .string(rank.kind.rawValue))]
                switch graph.nodes[place] {
                case .chord(let chord):
                    members += [("name", .string(chord.name(in: notation))), ("equals", .array(equals))]
                case .note(let tone):
                    members += [("name", .string(notation.written(tone.name))), ("pitch", .int(tone.pitch))]
                }
                nodes.append(.object(members))
            }
        }
        return .object(
            [
                ("nodes", .array(nodes)),
                ("edges", .array(graph.edges.map { .array([.int($0.upper), .int($0.lower)]) })),
            ] + readAs(howRead))
    }

    /// A scale, its family and its chords.
    public static func scale(root: String, name: String, notation: Notation = Notation()) throws(InputError) -> JSON {
        json(
            try Scale.parse(root: root, name: name, in: notation.names), notation: notation,
            howRead: howRead(notes: root, notation.names))
    }

    /// - Parameter howRead: a remark on how its name was read.
    public static func json(_ scale: Scale, notation: Notation = Notation(), howRead: String? = nil) -> JSON {
        .object(
            [
                ("name", .string(scale.name(in: notation))),
                ("alternates", .strings(scale.type.alternateNames)),
                ("notes", .strings(scale.notes.map { notation.written($0) })),
                ("degrees", .strings(scale.type.degrees.map { $0.name })),
                ("parent", .string(scale.type.parent.rawValue)),
                ("mode", .int(scale.type.mode)),
                ("roman", .string(scale.type.roman)),
                ("modes", .strings(scale.modes.map { $0.name(in: notation) })),
                ("chords", .strings(scale.containedChords().map { $0.name(in: notation) })),
            ] + readAs(howRead))
    }

    /// Reads a scale from one text: `C Lydian Dominant`.
    public static func scale(_ text: String, notation: Notation = Notation()) throws(InputError) -> Scale {
        let words = text.parts(at: " ", maximumSplits: 1)
        guard words.count == 2 else {
            throw InputError("“\(text)” is not a scale. Give a root and a name, such as C Lydian Dominant.")
        }
        return try .parse(root: words[0], name: words[1], in: notation.names)
    }

    /// The possible choices while one chord, `lower` or `upper`, is edited.
    public static func matches(
        lower: String, upper: String, edit: String, in vocabulary: Vocabulary = .jazz,
        notation: Notation = Notation()
    ) throws(InputError) -> Matches {
        guard let half = Half(rawValue: edit) else {
            throw InputError("“\(edit)” is not a chord to edit. Use “lower” or “upper”.")
        }
        return ChordCombiner(vocabulary: vocabulary).matches(
            editing: half, lower: try .parse(lower, in: vocabulary, notation: notation),
            upper: try .parse(upper, in: vocabulary, notation: notation))
    }

    public static func match(
        lower: String, upper: String, edit: String, in vocabulary: Vocabulary = .jazz,
        notation: Notation = Notation()
    ) throws(InputError) -> JSON {
        let matches = try matches(lower: lower, upper: upper, edit: edit, in: vocabulary, notation: notation)
        return .object(
            [
                ("letters", .strings(matches.letters.map { notation.names.name(of: $0) })),
                ("accidentals", .strings(matches.accidentals.map { notation.written($0.sign) })),
                ("types", .strings(matches.types.map { notation.written(suffix: $0.suffix) })),
            ] + readAs(howReadChords([lower, upper], notation.names)))
    }

    /// Names the chord of given notes, separated by spaces or commas: note names, lowest first; note names with
    /// octaves, where C4 is middle C, or MIDI numbers, both in any order.
    /// - Parameter context: the key, the chords before and after, and whether a band plays along.
    public static func finding(
        notes text: String, in vocabulary: Vocabulary = .jazz, context: NamingContext = .none,
        notation: Notation = Notation()
    ) throws(InputError) -> Finding {
        let words = text.split { $0 == " " || $0 == "," || $0 == "\t" }.map(String.init)
        guard let first = words.first else {
            throw InputError("No notes were given. Write note names such as C E G, or MIDI numbers such as 60 64 67.")
        }
        guard words.count <= 128 else { throw InputError("There are \(words.count) notes. Give at most 128.") }
        if !vocabulary.isRanked, context != .none {
            throw InputError("Key, neighbouring chords and band need the jazz vocabulary. Leave them out, or use jazz.")
        }
        let finder = ChordFinder(vocabulary: vocabulary)
        if first.bytes.allSatisfy({ (0x30...0x39).contains($0) }) {
            var pitches: [Int] = []
            for word in words {
                guard let pitch = Int(word), (0...127).contains(pitch) else {
                    throw InputError("“\(word)” is not a MIDI number: expected 0 to 127, where 60 is middle C.")
                }
                pitches.append(pitch)
            }
            return finder.find(pitches: pitches, in: context)
        }
        let tones = words.compactMap { Tone($0, in: notation.names) }
        if tones.count == words.count {
            let ordered = tones.ordered { $0.pitch < $1.pitch }
            return finder.find(notes: ordered.map { $0.name }, pitches: ordered.map { $0.pitch }, in: context)
        }
        if !tones.isEmpty, let plain = words.first(where: { Tone($0, in: notation.names) == nil }) {
            throw InputError("“\(plain)” has no octave. Give all notes with octaves, such as E4 G4 C5, or none.")
        }
        var names: [NoteName] = []
        for word in words { names.append(try .parse(word, in: notation.names)) }
        return finder.find(notes: names, in: context)
    }

    /// Reads the context of notes. An empty part is unknown.
    /// - Parameters:
    ///   - key: `B♭ major`, `F♯ minor`.
    ///   - previous: the chord before.
    ///   - next: the chord after.
    public static func context(
        key: String? = nil, previous: String? = nil, next: String? = nil, hasBassPlayer: Bool = false,
        notation: Notation = Notation()
    ) throws(InputError) -> NamingContext {
        func said(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
        var context = NamingContext(hasBassPlayer: hasBassPlayer)
        var place = "The key: "
        do throws(InputError) {
            if let key = said(key) { context.key = try .parse(key, in: notation.names) }
            place = "The chord before: "
            if let previous = said(previous) { context.previous = try .parse(previous, notation: notation) }
            place = "The chord after: "
            if let next = said(next) { context.next = try .parse(next, notation: notation) }
        } catch {
            throw InputError(place + error.message)
        }
        return context
    }

    public static func name(
        notes: String, in vocabulary: Vocabulary = .jazz, context: NamingContext = .none,
        notation: Notation = Notation()
    ) throws(InputError) -> JSON {
        let finding = try finding(notes: notes, in: vocabulary, context: context, notation: notation)
        return .object(
            [
                ("input", .string(notes)),
                ("title", .optional(finding.readings.first?.title(in: notation))),
                ("precise", .optional(finding.readings.first?.precise(in: notation))),
                ("notes", .strings(finding.notes.map { written($0, in: vocabulary, notation) })),
                ("degreeNames", .strings(finding.notes.map { notation.written($0) })),
                ("intervals", .strings(finding.intervals.map { $0.name })),
                ("readings", .array(finding.readings.map { json($0, notation) })),
            ] + readAs(howRead(notes: notes, notation.names)))
    }
}
