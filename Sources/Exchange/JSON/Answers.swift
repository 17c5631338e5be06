import Harmony
import JSONText

/// The answers of all doors as JSON: the command line's `--json` and the HTTP API give the same.
public enum Answers {
    /// What two chords are together.
    /// - Parameters:
    ///   - lower: the lower chord; without an upper one both, as in `Cma7 + D`.
    ///   - upper: the upper chord.
    ///   - notation: the hand in which names are read and written, here and wherever a person asks.
    public static func combination(
        lower: String, upper: String?, in vocabulary: Vocabulary = .jazz, notation: Notation = Notation()
    ) throws(Refusal) -> Combination {
        guard let upper else {
            let typed = try TypedEquation.asked(lower, in: notation.names)
            if let combination = try typed.combination(in: vocabulary, notation: notation) { return combination }
            throw Refusal("“\(lower)” is not two chords. Give a lower and an upper chord, as in Cma7 + D.")
        }
        return ChordCombiner(vocabulary: vocabulary)
            .combine(
                lower: try .asked(lower, in: vocabulary, notation: notation),
                upper: try .asked(upper, in: vocabulary, notation: notation))
    }

    /// What else people are told that the same notes can be called over the same bass, the most probable first: readings
    /// of a polychord, and those behind the result of any other combination.
    /// - Parameter context: the key and whether a band plays along; beside a band rootless readings come first.
    public static func otherReadings(
        of combination: Combination, in vocabulary: Vocabulary = .jazz, context: NamingContext = .none
    ) -> [Reading] {
        guard context != .none, vocabulary.isRanked else {
            let readings = vocabulary.told(ChordCombiner(vocabulary: vocabulary).readings(of: combination))
            return combination.result == nil ? readings : Array(readings.dropFirst())
        }
        let notes = combination.lower.notes + combination.upper.notes
        let lowest = notes.filter { $0.pitchClass == combination.bass.pitchClass }.prefix(1)
        let readings = vocabulary.told(ChordFinder(vocabulary: vocabulary).find(notes: lowest + notes, in: context).readings)
        let rootless = readings.filter { $0.isRootless }
        let rooted = readings.filter { reading in
            !reading.isRootless && reading.chord.root.pitchClass != combination.result?.root.pitchClass
        }
        return context.hasBand ? rootless + rooted : rooted + rootless
    }

    public static func combine(
        lower: String, upper: String?, in vocabulary: Vocabulary = .jazz, notation: Notation = Notation()
    ) throws(Refusal) -> JSON {
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
        return .object([
            ("lower", .string(combination.lower.name(in: notation))),
            ("upper", .string(combination.upper.name(in: notation))),
            ("kind", .string(combination.kind.rawValue)),
            ("title", .string(combination.title(in: notation))),
            ("precise", .optional(combination.result?.name(in: notation))),
            ("root", .optional(combination.result.map { notation.written($0.root) })),
            ("bass", .string(notation.written(combination.bass))),
            ("notes", .strings(notes.map { notation.written($0.tone.name) })),
            ("degrees", .strings(degrees)),
            ("pitches", .array(notes.map { .int($0.tone.pitch) })),
            ("parts", .strings(notes.map { $0.part.rawValue })),
            ("readings", .array(readings)),
        ] + readAs(howReadChords([lower, upper], notation.names)))
    }

    /// - Parameter isClassic: whether it is what the original table says, where that is asked beside others.
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
    ) throws(Refusal) -> ChordDetails {
        ChordDetails(of: try .asked(symbol, in: vocabulary, notation: notation), in: vocabulary)
    }

    public static func chord(
        _ symbol: String, in vocabulary: Vocabulary = .jazz, notation: Notation = Notation()
    ) throws(Refusal) -> JSON {
        let details = try details(symbol, in: vocabulary, notation: notation)
        let chord = details.chord
        func names(_ chords: [Chord]) -> JSON { .strings(chords.map { $0.name(in: notation) }) }
        func names(_ scales: [Scale]) -> JSON { .strings(scales.map { $0.name(in: notation) }) }
        let tension = details.tension
        var members: [(String, JSON)] = [
            ("symbol", .string(symbol)),
            ("precise", .string(chord.name(in: notation))),
            ("short", .string(details.title(in: notation))),
            ("root", .string(notation.written(chord.root))),
            ("bass", .optional(chord.bass.map { notation.written($0) })),
            ("notes", .strings(chord.notes.map { notation.written($0) })),
            ("degrees", .strings(chord.type.degrees.map { $0.name })),
            ("pitches", .array(details.voicing.map { .int($0.pitch) })),
            ("base", .optional(details.base?.name(in: notation))),
            ("extensions", .strings(details.extensions.map { $0.name })),
            ("equivalents", names(details.equivalents)),
            ("degreeTension", tension.map { .decimal(Tension.text(hundredths: $0.degreeHundredths)) } ?? .null),
            ("voicingTension", tension.map { .decimal(Tension.text(hundredths: $0.voicingHundredths)) } ?? .null),
            ("primaryScales", names(details.scales.primary)),
            ("parentScales", names(details.scales.parent)),
            ("pentatonicScales", names(details.scales.pentatonic)),
        ]
        if let near = details.nearestScale {
            members.append((
                "nearestScale",
                .object([
                    ("name", .string(near.scale.name(in: notation))),
                    ("foreign", .strings(near.foreign.map { notation.written($0) })),
                ])))
        }
        return .object(members + [
            ("fourNoteChords", names(details.fourNoteChords)),
            ("triads", names(details.triads)),
        ] + readAs(howReadChords([symbol], notation.names)))
    }

    /// The chords and notes inside a chord.
    public static func graph(_ symbol: String, notation: Notation = Notation()) throws(Refusal) -> ChordGraph {
        ChordGraph(of: try .asked(symbol, notation: notation))
    }

    /// Nodes and, as pairs of their places, the lines between them.
    /// - Parameter howRead: what is to be said of how the chord's name was read.
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
        return .object([
            ("nodes", .array(nodes)), ("edges", .array(graph.edges.map { .array([.int($0.upper), .int($0.lower)]) })),
        ] + readAs(howRead))
    }

    /// A scale, its family and its chords.
    public static func scale(root: String, name: String, notation: Notation = Notation()) throws(Refusal) -> JSON {
        json(
            try Scale.asked(root: root, name: name, in: notation.names), notation: notation,
            howRead: howRead(notes: root, notation.names))
    }

    /// - Parameter howRead: what is to be said of how its name was read.
    public static func json(_ scale: Scale, notation: Notation = Notation(), howRead: String? = nil) -> JSON {
        .object([
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

    /// The scale that is named in one text: `C Lydian Dominant`.
    public static func scale(_ text: String, notation: Notation = Notation()) throws(Refusal) -> Scale {
        let words = text.split(separator: " ", maxSplits: 1)
        guard words.count == 2 else {
            throw Refusal("“\(text)” is not a scale. Give a root and a name, such as C Lydian Dominant.")
        }
        return try .asked(root: String(words[0]), name: String(words[1]), in: notation.names)
    }

    /// What still matches while `edit`, `lower` or `upper`, is edited.
    public static func matches(
        lower: String, upper: String, edit: String, in vocabulary: Vocabulary = .jazz,
        notation: Notation = Notation()
    ) throws(Refusal) -> Matches {
        guard let half = Half(rawValue: edit) else {
            throw Refusal("“\(edit)” is not a chord to edit. Use “lower” or “upper”.")
        }
        return ChordCombiner(vocabulary: vocabulary).matches(
            editing: half, lower: try .asked(lower, in: vocabulary, notation: notation),
            upper: try .asked(upper, in: vocabulary, notation: notation))
    }

    public static func match(
        lower: String, upper: String, edit: String, in vocabulary: Vocabulary = .jazz,
        notation: Notation = Notation()
    ) throws(Refusal) -> JSON {
        let matches = try matches(lower: lower, upper: upper, edit: edit, in: vocabulary, notation: notation)
        return .object([
            ("letters", .strings(matches.letters.map { notation.names.name(of: $0) })),
            ("accidentals", .strings(matches.accidentals.map { notation.written($0.sign) })),
            ("types", .strings(matches.types.map { notation.written(suffix: $0.suffix) })),
        ] + readAs(howReadChords([lower, upper], notation.names)))
    }

    /// What some notes are: note names or MIDI numbers, lowest first, separated by spaces or commas.
    /// - Parameter context: the key, the chords before and after, and whether a band plays along.
    public static func finding(
        notes text: String, in vocabulary: Vocabulary = .jazz, context: NamingContext = .none,
        notation: Notation = Notation()
    ) throws(Refusal) -> Finding {
        let words = text.split { $0 == " " || $0 == "," || $0 == "\t" }.map(String.init)
        guard let first = words.first else {
            throw Refusal("No notes were given. Write note names such as C E G, or MIDI numbers such as 60 64 67.")
        }
        guard words.count <= 128 else { throw Refusal("There are \(words.count) notes. Give at most 128.") }
        if !vocabulary.isRanked, context != .none {
            throw Refusal("Key, neighbouring chords and band need the jazz vocabulary. Leave them out, or use jazz.")
        }
        let finder = ChordFinder(vocabulary: vocabulary)
        if first.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            var pitches: [Int] = []
            for word in words {
                guard let pitch = Int(word), (0...127).contains(pitch) else {
                    throw Refusal("“\(word)” is not a MIDI number: expected 0 to 127, where 60 is middle C.")
                }
                pitches.append(pitch)
            }
            return finder.find(pitches: pitches, in: context)
        }
        var names: [NoteName] = []
        for word in words { names.append(try .asked(word, in: notation.names)) }
        return finder.find(notes: names, in: context)
    }

    /// What is known beside some notes, as a person says it; what is empty is not known.
    /// - Parameters:
    ///   - key: `B♭ major`, `F♯ minor`.
    ///   - previous: the chord before.
    ///   - next: the chord after.
    public static func context(
        key: String? = nil, previous: String? = nil, next: String? = nil, hasBand: Bool = false,
        notation: Notation = Notation()
    ) throws(Refusal) -> NamingContext {
        func said(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
        var context = NamingContext(hasBand: hasBand)
        var place = "The key: "
        do throws(Refusal) {
            if let key = said(key) { context.key = try .asked(key, in: notation.names) }
            place = "The chord before: "
            if let previous = said(previous) { context.previous = try .asked(previous, notation: notation) }
            place = "The chord after: "
            if let next = said(next) { context.next = try .asked(next, notation: notation) }
        } catch {
            throw Refusal(place + error.message)
        }
        return context
    }

    public static func name(
        notes: String, in vocabulary: Vocabulary = .jazz, context: NamingContext = .none,
        notation: Notation = Notation()
    ) throws(Refusal) -> JSON {
        let finding = try finding(notes: notes, in: vocabulary, context: context, notation: notation)
        return .object([
            ("input", .string(notes)),
            ("title", .optional(finding.readings.first?.title(in: notation))),
            ("precise", .optional(finding.readings.first?.precise(in: notation))),
            ("notes", .strings(finding.notes.map { notation.written($0) })),
            ("intervals", .strings(finding.intervals.map { $0.name })),
            ("readings", .array(finding.readings.map { json($0, notation) })),
        ] + readAs(howRead(notes: notes, notation.names)))
    }
}
