import Harmony

/// The chords of a MIDI file as a musician writes them: one or two in a bar, on the beats where they change.
///
/// A chord changes when its guide tones change. A bass that walks or alternates, notes that pass, broken chords, and
/// fingers that leave late do not change it. What is played up to an eighth early belongs to the next beat.
public struct LeadSheet: Sendable, Hashable {
    /// A chord that lasts until the next one.
    public struct Entry: Sendable, Hashable {
        /// Its beginning in bars, and in seconds since the beginning.
        public let position: MIDIFile.Position
        public let seconds: Double
        /// Its end in seconds since the beginning.
        public fileprivate(set) var endSeconds: Double
        /// Its key; nil where no key is clear.
        public let key: Key?
        public let chord: ChordInRow

        public var harmony: LiveHarmony { chord.harmony }
    }

    public private(set) var entries: [Entry] = []
    /// The time signature in which most bars are.
    public private(set) var signature = MIDIFile.TimeSignature(4, 4)
    /// The main key; nil if none is clear.
    public private(set) var key: Key?
    /// Whether the entries are complete, without a limit being reached.
    public private(set) var isWhole = true
    /// Its bars, which may be those of the file or estimated ones.
    private let clock: MIDIFile.Clock
    private let lastTick: Int

    public init(of file: MIDIFile, as recognition: RecognitionOptions = RecognitionOptions()) {
        var collector = NoteCollector()
        for message in file.messages { collector.receive(message) }
        // Keys that are never released are held to the end of the last bar.
        let bar = file.clock.bar(atTick: collector.notes.last?.onset ?? 0)
        collector.end(at: max(file.lastTick, Int(min(bar.start + bar.ticks, Double(MIDIFile.maximumTick)))))
        let notes = collector.notes
        if let estimate = BeatEstimate(
            notes, file.clock, hasBassPlayer: recognition.context.hasBassPlayer)
        {
            self.init(
                estimate.placed(notes, from: file.clock), estimate.clock, start: estimate.start,
                signature: file.keySignature, as: recognition)
        } else {
            self.init(notes, file.clock, start: 0, signature: file.keySignature, as: recognition)
        }
    }

    /// - Parameter start: the seconds of tick 0.
    private init(
        _ notes: [PlayedNote], _ clock: MIDIFile.Clock, start: Double, signature: KeySignature?,
        as options: RecognitionOptions
    ) {
        self.clock = clock
        self.lastTick = LeadSheet.lastTick(of: notes, clock)
        let end = start + clock.seconds(atTick: notes.map { $0.end }.max() ?? 0)
        // The notes of a whole bar are one chord, not one for each hand.
        var recognition = options
        recognition.split = .at(note: 0)
        let semitones = options.reader.semitones
        let signature = signature.map { options.reader.reading(Key(signature: $0.fifths, .major)).signature }
        let contents = BarContents(notes, clock)
        isWhole = contents.isWhole
        self.signature = LeadSheet.mainSignature(of: contents) ?? self.signature
        let hasBassPlayer = recognition.context.hasBassPlayer
        let spans = HarmonicRhythm.spans(of: contents, hasBassPlayer: hasBassPlayer)
        let chords = ChordTones.all(of: spans, in: contents, hasBassPlayer: hasBassPlayer)
        let begins = chords.map { LeadSheet.beginning(of: $0.span, in: contents) }
        let given = recognition.context.key
        let keys: [Key?]
        if given == nil {
            // The chords by themselves show the key, and then have names in it.
            let heard = LeadSheet.named(chords, keys: [], as: recognition)
            let row = chords.indices.map { index in
                let next = index + 1 < begins.count ? begins[index + 1].bars : begins[index].bars + 1
                let quarters = Int(min(4 * (next - begins[index].bars), 8))
                let presumed = chords[index].span.chord(up: semitones)
                return (chord: heard[index].harmony.whole ?? presumed, quarters: quarters)
            }
            keys = KeyFollower.keys(of: row, signature: signature)
            key = LeadSheet.main(keys, row.map { $0.quarters })
        } else {
            keys = chords.map { _ in given }
            key = given
        }
        let named = LeadSheet.named(chords, keys: keys, as: recognition)
        for (index, chord) in named.enumerated() {
            let seconds = max(0, start + clock.seconds(atTick: begins[index].tick))
            if !entries.isEmpty { entries[entries.count - 1].endSeconds = seconds }
            if let last = entries.last, chord.harmony.continues(last.harmony) { continue }
            let position = MIDIFile.Position(bar: begins[index].bar, beat: begins[index].beat)
            entries.append(
                Entry(position: position, seconds: seconds, endSeconds: end, key: keys[index], chord: chord))
        }
        if !entries.isEmpty { entries[entries.count - 1].endSeconds = end }
    }

    /// Names the chords as a progression.
    /// - Parameter keys: their keys; empty if none are known.
    private static func named(
        _ chords: [ChordTones], keys: [Key?], as recognition: RecognitionOptions
    ) -> [ChordInRow] {
        var naming = RowNaming(as: recognition)
        var named: [ChordInRow] = []
        for (index, chord) in chords.enumerated() {
            // Beside a bass player the root may not sound, and the progression shows it.
            let root = recognition.context.hasBassPlayer ? nil : chord.span.root
            named += naming.add(chord.pitches, in: keys.isEmpty ? nil : keys[index], root: root)
        }
        return named + naming.end()
    }

    /// A bar with its time signature.
    public struct Bar: Sendable, Hashable {
        /// From 1.
        public let number: Int
        public let signature: MIDIFile.TimeSignature
    }

    /// The bars from the first one to the end, at most ``maximumBars``.
    public func bars() -> [Bar] {
        var bars: [Bar] = []
        var tick = 0
        while tick < lastTick, bars.count < LeadSheet.maximumBars {
            let bar = clock.bar(atTick: tick)
            bars.append(Bar(number: bar.number, signature: bar.signature))
            let end = bar.start + bar.ticks
            guard end < Double(MIDIFile.maximumTick) else { break }
            tick = max(Int(end + 0.999), tick + 1)
        }
        return bars
    }

    /// The maximum number of bars of ``bars()``, as many as a tune may have.
    public static let maximumBars = 10_000

    /// Where a chord begins: in ticks, as bar and beat, and in bars since the beginning.
    private static func beginning(
        of span: HarmonicRhythm.Span, in contents: BarContents
    ) -> (tick: Int, bar: Int, beat: Double, bars: Double) {
        let content = contents.bars[span.bar]
        let slice = Double(span.slice)
        return (
            Int(min(content.start + slice * content.ticksPerSlice, Double(MIDIFile.maximumTick))), content.number,
            1 + slice * content.shape.beatsPerSlice,
            Double(content.number) + slice / Double(content.shape.slices)
        )
    }

    /// The end of the music. What ends within a beat after a bar line does not begin another bar.
    private static func lastTick(of notes: [PlayedNote], _ clock: MIDIFile.Clock) -> Int {
        let end = notes.map { $0.end }.max() ?? 0
        let bar = clock.bar(atTick: end)
        let beat = Int(min(bar.ticks / Double(bar.signature.numerator), Double(MIDIFile.maximumTick)))
        // One tick more than the last onset, in 32 bits, too.
        return max(end - beat, min(notes.last?.onset ?? -1, MIDIFile.maximumTick - 1) + 1)
    }

    /// The key in which the chords are longest; nil if most of them have no clear key.
    private static func main(_ keys: [Key?], _ durations: [Int]) -> Key? {
        var totals: [(key: Key, total: Int)] = []
        var unclear = 0
        for (key, duration) in zip(keys, durations) {
            guard let key else {
                unclear += duration
                continue
            }
            if let index = totals.firstIndex(where: { $0.key == key }) {
                totals[index].total += duration
            } else {
                totals.append((key, duration))
            }
        }
        // Of equal keys the last one counts, in which the music ends.
        let best = totals.max { $0.total <= $1.total }
        return best.flatMap { $0.total >= unclear ? $0.key : nil }
    }

    /// The time signature of most bars.
    private static func mainSignature(of contents: BarContents) -> MIDIFile.TimeSignature? {
        var totals: [(signature: MIDIFile.TimeSignature, count: Int)] = []
        for bar in contents.bars {
            if let index = totals.firstIndex(where: { $0.signature == bar.signature }) {
                totals[index].count += 1
            } else {
                totals.append((bar.signature, 1))
            }
        }
        return totals.max { $0.count < $1.count }?.signature
    }
}

extension HarmonicRhythm.Span {
    /// The presumed chord, transposed for the reader.
    fileprivate func chord(up semitones: Int) -> Chord {
        Chord(NoteName(pitchClass: (root + semitones + 12) % 12), ChordType(template.degrees))
    }
}

extension MIDIFile {
    /// The title: the name of the first track; nil if it has none.
    public var title: String? {
        for event in tracks.first ?? [] {
            guard case .meta(3, let bytes) = event.kind, !bytes.isEmpty else { continue }
            return String(decoding: bytes, as: UTF8.self)
        }
        return nil
    }

    /// The first key signature of the file; nil if there is none.
    var keySignature: KeySignature? {
        var first: (tick: Int, fifths: Int)?
        for track in tracks {
            for event in track {
                guard case .meta(0x59, let bytes) = event.kind, bytes.count == 2 else { continue }
                if first.map({ event.tick < $0.tick }) ?? true { first = (event.tick, Int(Int8(bitPattern: bytes[0]))) }
                break
            }
        }
        guard let fifths = first?.fifths, abs(fifths) <= 7 else { return nil }
        return KeySignature(fifths: fifths)
    }
}
