import Harmony
import Instruments
import Rendering
import Tunes

/// A tune as a band plays it: all choruses, as a Standard MIDI File with a track for each player.
package struct PerformedTune {
    private let tune: Tune
    /// The tune in the keys of the choruses, in turn.
    private let versions: [Version]
    private let band: Band
    private let choruses: Int
    /// Beats per minute.
    private let tempo: Int
    private let rise: Int
    private let seed: UInt64
    private let muted: [Accompaniment.Part]
    /// In percent, in the order of the parts.
    private let levels: [Int]

    /// The numbers of choruses and tempi that can be asked for.
    package static let choruses = 1...99
    package static let tempi = 30...300
    package static let countIns = 0...4

    /// - Parameters:
    ///   - choruses: nil for those of the tune, or one.
    ///   - tempo: beats per minute; nil for that of the tune, or 120.
    ///   - seed: the same seed gives the same notes.
    ///   - muted: parts without notes.
    ///   - levels: of the parts, in percent; empty for full levels.
    ///   - rise: how much faster each chorus is than the one before, in beats per minute.
    ///   - others: the tune in the keys of the second chorus and of those after it. After the last one, the keys are
    ///     repeated from the first.
    package init(
        _ tune: Tune, _ voicing: TuneVoicing, by band: Band? = nil, choruses: Int? = nil, tempo: Int? = nil,
        seed: Int = 0, muted: [Accompaniment.Part] = [], levels: [Int] = [], rise: Int = 0,
        others: [(tune: Tune, voicing: TuneVoicing)] = []
    ) {
        self.rise = rise
        self.muted = muted
        self.levels = levels
        self.tune = tune
        self.band = band ?? Band(Feel(of: tune))
        let tempi = PerformedTune.tempi
        self.tempo = min(max(tempo ?? tune.tempo ?? 120, tempi.lowerBound), tempi.upperBound)
        let length = (try? tune.unfolded().count) ?? tune.bars.count
        self.choruses = max(1, min(choruses ?? tune.choruses ?? 1, Tune.maximumPlayed / max(length, 1)))
        self.seed = UInt64(truncatingIfNeeded: seed)
        versions = [Version(tune, voicing)] + others.map { Version($0.tune, $0.voicing) }
    }

    /// The tune in one key.
    private struct Version {
        let tune: Tune
        let hands: [(left: [Int], right: [Int])]
        let sounding: [[BarChord]]
        let melodies: [Melody]

        init(_ tune: Tune, _ voicing: TuneVoicing) {
            self.tune = tune
            hands = voicing.voiced(tune).voicings(of: tune.soundingChords).map { $0.keysOfHands }
            sounding = tune.sounding
            melodies = tune.melodies
        }
    }

    /// Ticks per quarter note.
    private static let ticksPerQuarter = 960

    /// The volume of a channel, 0…127. With General MIDI sounds, the bass is about 2 dB softer than the hands, and the
    /// drums 6. As on the page, a level of 50 % is 12 dB less.
    private func volume(_ part: Accompaniment.Part) -> Int {
        let full =
            switch part {
            case .left, .right: 100
            case .bass: 84
            case .drums, .click: 127
            }
        return full * level(part) / 100
    }

    private func level(_ part: Accompaniment.Part) -> Int {
        let index = Accompaniment.Part.allCases.firstIndex(of: part) ?? 0
        return levels.indices.contains(index) ? levels[index] : 100
    }

    /// The tracks: title, tempi, meters, chord names as markers, sections and choruses as cue points; then a track for
    /// each player.
    package var midi: MIDIFile {
        var directions = [PerformedTune.text(3, tune.title, at: 0)]
        var players = [[Note]](repeating: [], count: Accompaniment.Part.allCases.count)
        var clicks: [Note] = []
        var melody: [(melody: Melody, start: Int)] = []
        var labels: [Int: String] = [:]
        for (section, bars) in zip(tune.sections, tune.sectionBars) where !section.label.isEmpty && !bars.isEmpty {
            labels[bars.lowerBound] = section.label
        }
        let meters = tune.meters
        var tick = 0
        var meter: Meter?
        let quarter = tune.quarterTicks
        func ticks(_ time: Int) -> Int { time * PerformedTune.ticksPerQuarter / quarter }
        func setTempo(_ tempo: Int) {
            let microseconds = Int(60_000_000 * Double(quarter) / Double(Accompaniment.beat * tempo))
            directions.append(MIDIFile.Event(tick: tick, kind: .tempo(microsecondsPerQuarter: microseconds)))
        }
        func begin(_ next: Meter) {
            if next == meter { return }
            meter = next
            directions.append(MIDIFile.Event(tick: tick, kind: .timeSignature(.init(next.beats, next.unit))))
        }
        func add(_ strikes: [Accompaniment.Strike], _ notes: inout [Note], asClick: Bool) {
            for strike in strikes where !muted.contains(strike.part) {
                // Clicks have the channel of the drums.
                let velocity = asClick ? max(1, strike.velocity * level(.click) / 100) : strike.velocity
                for pitch in strike.pitches {
                    let from = tick + ticks(strike.start)
                    let until = tick + ticks(strike.start + strike.length)
                    let isHigh = pitch > 85
                    notes.append(
                        Note(
                            pitch: asClick ? isHigh ? 76 : 77 : pitch, velocity: velocity, start: from,
                            end: max(until, from + 1)))
                }
            }
        }
        var lengthBefore: Int?
        for number in 1...choruses {
            var pass = Band.Pass()
            pass.number = number
            pass.count = choruses
            pass.tempo = min(tempo + rise * (number - 1), PerformedTune.tempi.upperBound)
            if number == 1 || rise != 0 { setTempo(pass.tempo) }
            let version = versions[(number - 1) % versions.count]
            pass.seed = seed
            pass.lengthBefore = lengthBefore
            let order = (try? tune.unfolded(isLastChorus: number == choruses)) ?? Array(tune.bars.indices)
            lengthBefore = order.count
            let played = Accompaniment(of: version.tune, in: order, hands: version.hands, band, pass: pass)
            if number == 1, let first = order.first {
                for bar in played.countIn {
                    begin(meters[first])
                    add(bar.strikes, &clicks, asClick: true)
                    tick += ticks(bar.length)
                }
            }
            for (place, bar) in played.bars.enumerated() {
                guard let written = bar.written else { continue }
                let own = meters[written]
                begin(own)
                if place == 0, number > 1 { directions.append(PerformedTune.text(7, "Chorus \(number)", at: tick)) }
                if place < order.count, let label = labels[written] {
                    directions.append(PerformedTune.text(7, label, at: tick))
                }
                let chords = version.sounding[written]
                for chord in chords where place < order.count || chord == chords.first {
                    let start = own.ticks(to: chord.position, quarter)
                    let name = chord.symbol?.written(in: Notation()) ?? "N.C."
                    directions.append(PerformedTune.text(6, name, at: tick + ticks(start)))
                }
                for (index, part) in Accompaniment.Part.allCases.enumerated() {
                    add(bar.strikes.filter { $0.part == part }, &players[index], asClick: part == .click)
                }
                if place < order.count { melody.append((melody: version.melodies[written], start: tick)) }
                tick += ticks(bar.length)
            }
        }
        var tracks = [directions]
        for (part, notes) in zip(Accompaniment.Part.allCases, players) {
            func addTrack(_ name: String, _ notes: [Note], channel: Int, program: Int) {
                let setup: [MIDIMessage] = [
                    .program(channel: channel, number: program),
                    .control(channel: channel, controller: 7, value: volume(part)),
                ]
                tracks.append(PerformedTune.track(name, notes, channel: channel, setup))
            }
            switch part {
            case .left: addTrack("Left hand", notes, channel: 1, program: 0)
            case .right: addTrack("Right hand", notes, channel: 2, program: 0)
            case .bass: addTrack("Bass", notes, channel: 3, program: 32)
            case .drums:
                // 40 is the kit with brushes.
                addTrack("Drums", notes, channel: 10, program: band.feel == .ballad ? 40 : 0)
            case .click: tracks.append(PerformedTune.track("Count-in", clicks + notes, channel: 10))
            }
        }
        if melody.contains(where: { !$0.melody.isEmpty }) {
            tracks.append(
                PerformedTune.track(
                    "Melody", PerformedTune.sung(melody), channel: 4, [.program(channel: 4, number: 65)]))
        }
        let ends = tracks.map { $0 + [MIDIFile.Event(tick: max(tick, $0.last?.tick ?? 0), kind: .endOfTrack)] }
        return MIDIFile(ticksPerQuarter: PerformedTune.ticksPerQuarter, tracks: ends)
    }

    private struct Note {
        let pitch: Int
        let velocity: Int
        let start: Int
        var end: Int
    }

    private static func text(_ type: UInt8, _ text: String, at tick: Int) -> MIDIFile.Event {
        MIDIFile.Event(tick: tick, kind: .meta(type: type, bytes: Array(text.utf8)))
    }

    /// The events of one player. A note ends before the same key is struck again.
    private static func track(
        _ name: String, _ notes: [Note], channel: Int, _ setup: [MIDIMessage] = []
    ) -> [MIDIFile.Event] {
        var events = [text(3, name, at: 0)] + setup.map { MIDIFile.Event(tick: 0, kind: .message($0)) }
        var ordered = notes.filter { 0...127 ~= $0.pitch }.ordered { $0.start < $1.start }
        var next = [Int](repeating: Int.max, count: 128)
        for index in ordered.indices.reversed() {
            let note = ordered[index]
            ordered[index].end = max(note.start + 1, min(note.end, next[note.pitch] - 1))
            next[note.pitch] = note.start
        }
        for note in ordered {
            let on = MIDIMessage.noteOn(channel: channel, note: note.pitch, velocity: note.velocity)
            let off = MIDIMessage.noteOff(channel: channel, note: note.pitch, velocity: 64)
            events.append(MIDIFile.Event(tick: note.start, kind: .message(on)))
            events.append(MIDIFile.Event(tick: note.end, kind: .message(off)))
        }
        // At the same time, notes end before others begin.
        return events.ordered { one, other in
            (one.tick, one.isNoteOn ? 1 : 0) < (other.tick, other.isNoteOn ? 1 : 0)
        }
    }

    /// The melody. A note that is tied over bar lines is struck once. It gets louder where it rises, and on beats.
    private static func sung(_ bars: [(melody: Melody, start: Int)]) -> [Note] {
        var notes: [Note] = []
        var isTied = false
        for bar in bars {
            for (place, note) in bar.melody.notes.enumerated() {
                let scale = Melody.ticksPerQuarter / ticksPerQuarter
                let (from, until) = (bar.start + note.start / scale, bar.start + note.end / scale)
                if place == 0, note.start == 0, isTied, let last = notes.last, last.pitch == note.tone.pitch {
                    notes[notes.count - 1].end = until - 1
                } else {
                    let isRising = notes.last.map { note.tone.pitch > $0.pitch } ?? false
                    let isOnBeat = (from - bar.start) % ticksPerQuarter == 0
                    let velocity = 78 + (isRising ? 12 : 0) + (isOnBeat ? 8 : 0)
                    notes.append(Note(pitch: note.tone.pitch, velocity: velocity, start: from, end: until - 1))
                }
            }
            isTied = bar.melody.isTied
        }
        return notes
    }
}

extension MIDIFile.Event {
    fileprivate var isNoteOn: Bool {
        if case .message(.noteOn) = kind { return true }
        return false
    }
}
