import Harmony
import Input
import JSONText
import Rendering
import Tunes

extension Answers {
    /// Tunes as written, each with its bars in playing order, and the problems of the file.
    /// - Parameter voicing: how to voice the chords; adds the voicings to the answer.
    public static func json(
        _ book: TuneBook, _ voicing: TuneVoicing? = nil, notation: Notation = Notation()
    ) -> JSON {
        let tunes = book.tunes.map { json($0, voicing, notation: notation) }
        return .object([("tunes", .array(tunes)), ("problems", problems(in: book))])
    }

    /// Unreadable parts, and forms that cannot be unfolded.
    public static func problems(in book: TuneBook) -> JSON { .array(problems(of: book).map { json($0) }) }

    /// One tune as written.
    public static func json(_ tune: Tune, _ voicing: TuneVoicing? = nil, notation: Notation = Notation()) -> JSON {
        // The reason why a form cannot be unfolded is among the problems of the book.
        let order = (try? tune.unfolded()) ?? []
        var meter = tune.meter
        return .object(
            head(of: tune, notation) + [
                (
                    "sections",
                    .array(
                        tune.sections.map { section in
                            .object([
                                ("label", .string(section.label)),
                                (
                                    "bars",
                                    .array(
                                        section.bars.map { bar in
                                            meter = bar.meter ?? meter
                                            return json(bar, meter, notation)
                                        })
                                ),
                            ])
                        })
                ),
                ("unfolded", .array(order.map { .int($0 + 1) })),
            ] + (voicing.map { [("voicings", json($0.voiced(tune), notation))] } ?? []))
    }

    private static func json(_ voiced: VoicedTune, _ notation: Notation) -> JSON {
        .array(
            voiced.chords.map { chord in
                .object(
                    [
                        ("bar", .int(chord.place.bar + 1)), ("beat", .thousandths(chord.place.position.beat)),
                        ("symbol", .string(chord.voicing.subject.title(in: notation))),
                        ("upper", .optional(chord.voicing.upperTriad?.shortName(in: notation))),
                    ] + members(of: chord.voicing, false, notation))
            })
    }

    private static func problems(of book: TuneBook) -> [TuneProblem] {
        var problems = book.problems
        for (index, tune) in book.tunes.enumerated() {
            do throws(FormError) {
                _ = try tune.unfolded()
            } catch {
                problems.append(TuneProblem(tune: index, bar: error.bar, error.message))
            }
        }
        return problems
    }

    /// The problems as sentences with their places: “Tune 2, bar 7: …”.
    public static func sentences(about book: TuneBook) -> [String] {
        problems(of: book).map { problem in
            let places = [problem.tune.map { "Tune \($0 + 1)" }, problem.bar.map { "bar \($0)" }].compactMap { $0 }
            return places.isEmpty ? problem.message : places.joined(separator: ", ") + ": " + problem.message
        }
    }

    /// A sentence that continues another: “Tune 2, bar 7: …” becomes “tune 2, bar 7: …”.
    static func uncapitalized(_ sentence: String) -> String {
        sentence.hasPrefix("Tune ") ? "t" + sentence.dropFirst() : sentence
    }

    /// Tunes with unfolded forms. A tune whose form cannot be unfolded stays as written, and is still among the
    /// problems.
    public static func playedOut(_ book: TuneBook) -> TuneBook {
        var played = book
        played.tunes = book.tunes.map { (try? $0.writtenOut()) ?? $0 }
        return played
    }

    /// Reads the tonic to which tunes are transposed. A mode after it is ignored, because that of a tune stays.
    public static func tonic(_ name: String, in names: NoteNames = .english) throws(InputError) -> NoteName {
        if let key = try? Key(name, in: names) { return key.tonic.simplified }
        do throws(SymbolError) {
            return try NoteName(name, in: names).simplified
        } catch {
            throw InputError(error)
        }
    }

    /// A summary of the tunes of a file, numbered from 1.
    public static func list(_ book: TuneBook, notation: Notation = Notation()) -> JSON {
        let tunes = book.tunes.enumerated().map { index, tune -> JSON in
            .object([("index", .int(index + 1))] + head(of: tune, notation) + [("bars", .int(tune.bars.count))])
        }
        return .object([("tunes", .array(tunes)), ("problems", .array(book.problems.map { json($0) }))])
    }

    /// The functions of the chords in the keys of a tune.
    public static func analysis(_ book: TuneBook, notation: Notation = Notation()) -> JSON {
        let tunes = book.tunes.map { tune -> JSON in
            let analysis = TuneAnalysis(of: tune)
            func range(_ bars: [Int]) -> JSON { .array(bars.map { .int($0 + 1) }) }
            return .object([
                ("title", .string(tune.title)),
                ("key", .optional(analysis.key?.name(in: notation))),
                (
                    "chords",
                    .array(
                        analysis.chords.map { chord in
                            .object([
                                ("bar", .int(chord.bar + 1)), ("beat", .thousandths(chord.position.beat)),
                                ("symbol", .string(chord.symbol.written(in: notation))),
                                ("numeral", .optional(chord.place.map { notation.written($0.numeral) })),
                                ("key", .optional(chord.place?.key.name(in: notation))),
                                ("function", .optional(chord.place.map { $0.function.words { notation.written($0) } })),
                                ("scales", json(chord.scales, notation)),
                            ])
                        })
                ),
                (
                    "areas",
                    .array(
                        analysis.areas.map { area in
                            .object([
                                ("key", .optional(area.key?.name(in: notation))),
                                ("bars", range([area.bars.lowerBound, area.bars.upperBound])),
                            ])
                        })
                ),
                (
                    "cadences",
                    .array(
                        analysis.cadences.map { cadence in
                            .object([
                                ("name", .string(notation.written(cadence.name))),
                                ("key", .string(cadence.key.name(in: notation))),
                                (
                                    "bars",
                                    range(
                                        [cadence.chords.lowerBound, cadence.chords.upperBound].map {
                                            analysis.chords[$0].bar
                                        })
                                ),
                                (
                                    "symbols",
                                    .strings(analysis.chords[cadence.chords].map { $0.symbol.written(in: notation) })
                                ),
                            ])
                        })
                ),
            ])
        }
        return .object([("tunes", .array(tunes)), ("problems", .array(book.problems.map { json($0) }))])
    }

    static func head(of tune: Tune, _ notation: Notation) -> [(String, JSON)] {
        [
            ("title", .string(tune.title)), ("composer", .string(tune.composer)), ("style", .string(tune.style)),
            ("key", .optional(tune.key?.name(in: notation))), ("time", .string(tune.meter.text)),
            ("tempo", tune.tempo.map { .int($0) } ?? .null),
        ]
    }

    /// The member for faults of a file that is not a tune, in the same form as those of tunes.
    package static func problems(_ messages: [String]) -> (String, JSON) {
        ("problems", .array(messages.map { json(TuneProblem($0)) }))
    }

    private static func json(_ problem: TuneProblem) -> JSON { .object(members(of: problem)) }

    static func members(of problem: TuneProblem) -> [(String, JSON)] {
        [
            ("tune", problem.tune.map { .int($0 + 1) } ?? .null), ("bar", problem.bar.map { .int($0) } ?? .null),
            ("text", .optional(problem.text)), ("message", .string(problem.message)),
        ]
    }

    private static func json(_ bar: Bar, _ meter: Meter, _ notation: Notation) -> JSON {
        .object(
            [("chords", chords(of: bar, notation)), ("marks", .strings(marks(of: bar, notation)))]
                + melody(of: bar, meter, notation))
    }

    // Not inlined, because the compiler for Embedded Swift fails on the result.
    @inline(never)
    private static func chords(of bar: Bar, _ notation: Notation) -> JSON {
        var chords: [JSON] = []
        for chord in bar.chords {
            guard case .chord(let symbol) = chord.sound else { continue }
            chords.append(
                .object([
                    ("beat", .thousandths(chord.position.beat)), ("symbol", .string(symbol.written(in: notation))),
                ]))
        }
        return .array(chords)
    }

    /// The melody, timed in beats like chords; empty without a melody.
    private static func melody(of bar: Bar, _ meter: Meter, _ notation: Notation) -> [(String, JSON)] {
        let melody = bar.melody.fitting(meter.melodyTicks)
        guard !melody.isEmpty else { return [] }
        func beats(_ ticks: Int) -> Double { Double(ticks * meter.unit) / Double(Melody.whole) }
        return [
            (
                "melody",
                .array(
                    melody.notes.enumerated().map { index, note in
                        .object([
                            ("beat", .thousandths(1 + beats(note.start))), ("length", .thousandths(beats(note.length))),
                            ("note", .string(notation.written(note.tone.name) + "\(note.tone.octave)")),
                            ("pitch", .int(note.tone.pitch)),
                            ("tied", .bool(melody.isTied && index == melody.notes.count - 1)),
                        ])
                    })
            )
        ]
    }

    /// N.C., or text that is no chord.
    @inline(never)
    private static func silence(_ chord: BarChord) -> String {
        if let text = chord.unread { return "unread “" + text + "”" }
        return "N.C."
    }

    /// All signs of a bar besides its chords, from its beginning to its end.
    // Not inlined, because the compiler for Embedded Swift fails on the result.
    @inline(never)
    private static func marks(of bar: Bar, _ notation: Notation) -> [String] {
        var marks: [String] = []
        if bar.startsRepeat { marks.append("repeat start") }
        if !bar.endings.isEmpty {
            marks.append("ending " + bar.endings.map { "\($0)" }.joined(separator: ", "))
        }
        if let meter = bar.meter { marks.append(meter.text) }
        switch bar.content {
        case .asLast: marks.append("repeat bar")
        case .asTwoBefore: marks.append("repeat two bars")
        case .chords(let chords):
            for chord in chords where chord.symbol == nil {
                marks.append(silence(chord) + place(chord.position))
            }
        }
        for chord in bar.alternates {
            marks.append("(" + (chord.symbol?.written(in: notation) ?? "N.C.") + ")" + place(chord.position))
        }
        marks += bar.marks.map { $0.words }
        marks += bar.words
        switch bar.end {
        case .single: break
        case .double: marks.append("double line")
        case .final: marks.append("final line")
        case .repeated(let times): marks.append(times == 2 ? "repeat end" : "repeat end \(times)x")
        }
        return marks
    }

    /// The position of a sign that is not at the beginning of its bar.
    private static func place(_ position: Position) -> String {
        position.twelfths == 0 ? "" : " on " + JSON.thousandths(position.beat).text
    }
}
