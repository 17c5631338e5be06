import Harmony
import Instruments
import JSONText
import Rendering
import Tunes

extension Answers {
    /// The lead sheet of a file: its main key, the keys of its bars, and its chords with their functions. `key` is null
    /// where no key is clear; a chord without a key has no numeral.
    public static func json(_ sheet: LeadSheet, of file: MIDIFile, notation: Notation = Notation()) -> JSON {
        let places = places(of: sheet)
        return .object([
            ("per", .string("bar")),
            ("meter", .string("\(sheet.signature.numerator)/\(sheet.signature.denominator)")),
            ("key", .optional(sheet.key?.name(in: notation))),
            ("keys", .array(areas(of: sheet, places, notation))),
            ("chords", .array(zip(sheet.entries, places).map { json($0, $1, notation) })),
            ("tracks", .int(file.tracks.count)),
            ("duration", .thousandths(file.duration)),
        ])
    }

    /// The key and function of each chord; nil where no key is clear, or the chord has no name.
    private static func places(of sheet: LeadSheet) -> [ChordInKey?] {
        let chords = sheet.entries.map { $0.key == nil ? nil : $0.harmony.whole }
        var found = ChordInKey.all(of: chords.compactMap { $0 }, home: sheet.key, isRound: false).makeIterator()
        return chords.map { $0.flatMap { _ in found.next() ?? nil } }
    }

    /// The keys of successive bars.
    private static func areas(of sheet: LeadSheet, _ places: [ChordInKey?], _ notation: Notation) -> [JSON] {
        var areas: [(key: Key, bars: ClosedRange<Int>)] = []
        let last = sheet.bars().last?.number ?? 1
        for (index, place) in places.enumerated() {
            guard let key = place?.key else { continue }
            let first = sheet.entries[index].position.bar
            // A chord lasts until the next one begins.
            let next = index + 1 < places.count ? sheet.entries[index + 1].position : nil
            let end = max(first, next.map { $0.beat > 1 ? $0.bar : $0.bar - 1 } ?? last)
            if let area = areas.last, area.key == key {
                areas[areas.count - 1].bars = area.bars.lowerBound...end
            } else {
                areas.append((key, first...end))
            }
        }
        return areas.map { area in
            .object([
                ("key", .string(area.key.name(in: notation))),
                ("bars", .array([.int(area.bars.lowerBound), .int(area.bars.upperBound)])),
            ])
        }
    }

    private static func json(_ entry: LeadSheet.Entry, _ place: ChordInKey?, _ notation: Notation) -> JSON {
        json(
            entry.position, seconds: entry.seconds, until: entry.endSeconds, entry.chord, hands: (nil, nil),
            place, notation)
    }

    /// The lead sheet of a file as a text chart, which ``TuneText`` reads.
    /// - Parameter title: the title of a file that has none.
    public static func chart(
        _ sheet: LeadSheet, of file: MIDIFile, title: String, in names: NoteNames = .english
    ) -> String {
        TuneText.write([tune(sheet, of: file, title: title)], in: names)
    }

    /// The lead sheet of a file as a tune.
    /// - Parameter title: the title of a file that has none.
    package static func tune(_ sheet: LeadSheet, of file: MIDIFile, title: String) -> Tune {
        var tune = Tune()
        tune.title = file.title ?? title
        tune.key = sheet.key
        tune.meter = meter(of: sheet.signature)
        var bars: [Bar] = []
        var meter = tune.meter
        var rest = sheet.entries[...]
        for written in sheet.bars() {
            var chords: [BarChord] = []
            while let entry = rest.first, entry.position.bar == written.number {
                rest.removeFirst()
                guard let symbol = symbol(of: entry.harmony) else { continue }
                chords.append(BarChord(.chord(symbol), at: position(of: entry)))
            }
            var bar = Bar(.chords(chords))
            let own = Answers.meter(of: written.signature)
            if own != meter { bar.meter = own }
            meter = own
            bars.append(bar)
        }
        tune.sections = [Tune.Section("", bars)]
        return tune
    }

    package static func position(of entry: LeadSheet.Entry) -> Position {
        Position(twelfths: Int((entry.position.beat - 1) * 12 + 0.5))
    }

    /// The chord as a musician writes it, without what the hands left out: Cmi7 for C E♭ B♭.
    private static func symbol(of harmony: LiveHarmony) -> ChordSymbol? {
        harmony.name.flatMap { try? ChordSymbol($0) } ?? harmony.whole.map { .chord($0) }
    }

    private static func meter(of signature: MIDIFile.TimeSignature) -> Meter {
        Meter(signature.numerator, signature.denominator) ?? .common
    }
}
