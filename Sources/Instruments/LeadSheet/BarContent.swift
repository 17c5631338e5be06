/// What sounds in a bar.
struct BarContent: Sendable, Hashable {
    /// From 1.
    let number: Int
    /// The beginning in ticks.
    let start: Double
    /// The length of a slice in ticks.
    let ticksPerSlice: Double
    let signature: MIDIFile.TimeSignature
    let shape: BarShape
    /// The index in ``BarContents/sounds`` at which each slice begins, and the end of the last one.
    var bounds: [Int32] = [0]
}

/// A pitch that sounds in a slice of a bar.
struct SoundingPitch: Sendable, Hashable {
    let pitch: UInt8
    /// How much of the slice it fills, in hundredths, with an allowance for its attack.
    let weight: UInt8
    /// Whether it was struck by itself, as notes of melodies and walking basses are.
    let isSingle: Bool
}

/// What sounds in all bars in which notes begin.
struct BarContents: Sendable, Hashable {
    private(set) var bars: [BarContent] = []
    private(set) var sounds: [SoundingPitch] = []
    /// Whether the bars are complete, without a limit being reached.
    private(set) var isWhole = true

    static let maximumBars = 10_000
    /// The maximum number of notes that sound into a bar from before: more than ten fingers and a pedal.
    private static let maximumHeld = 64

    /// A note with the number of notes that were struck with it.
    private struct Struck {
        var note: PlayedNote
        let count: Int
        /// Whether it moves on by step: a passing or neighbor note off the beat, or an approach note of a walking bass.
        let isPassing: Bool
    }

    /// - Parameter notes: in order of their onsets.
    init(_ notes: [PlayedNote], _ clock: MIDIFile.Clock) {
        var struck = BarContents.struck(notes, clock)
        struck = struck.ordered { $0.note.onset < $1.note.onset }
        var held: [Struck] = []
        var index = 0
        while index < struck.count {
            guard bars.count < BarContents.maximumBars else {
                isWhole = false
                return
            }
            let bar = clock.bar(atTick: struck[index].note.onset)
            held.removeAll { Double($0.note.end) <= bar.start }
            held.removeFirst(max(0, held.count - BarContents.maximumHeld))
            while index < struck.count, clock.bar(atTick: struck[index].note.onset).number == bar.number {
                held.append(struck[index])
                index += 1
            }
            add(bar, held)
        }
    }

    /// The pitches in some slices of a bar.
    func sounds(_ bar: Int, _ slices: Range<Int>) -> ArraySlice<SoundingPitch> {
        sounds[Int(bars[bar].bounds[slices.lowerBound])..<Int(bars[bar].bounds[slices.upperBound])]
    }

    /// The lowest pitch in a slice; nil if nothing sounds.
    func lowest(_ bar: Int, _ slice: Int) -> Int? {
        var lowest: Int?
        for sound in sounds(bar, slice..<slice + 1) where sound.weight >= BarContents.leastOfBass {
            if lowest.map({ Int(sound.pitch) < $0 }) ?? true { lowest = Int(sound.pitch) }
        }
        return lowest
    }

    /// A bass fills at least a fifth of a slice.
    private static let leastOfBass = 20

    /// Adds a bar with the notes that sound in it.
    private mutating func add(_ bar: MIDIFile.Bar, _ notes: [Struck]) {
        let shape = BarShape(bar.signature)
        let length = bar.ticks / Double(shape.slices)
        var content = BarContent(
            number: bar.number, start: bar.start, ticksPerSlice: length, signature: bar.signature, shape: shape)
        content.bounds = [Int32(sounds.count)]
        for slice in 0..<shape.slices {
            let begin = bar.start + Double(slice) * length
            for struck in notes {
                let weight = BarContents.weight(of: struck, from: begin, length)
                guard weight > 0 else { continue }
                let sound = SoundingPitch(
                    pitch: UInt8(struck.note.pitch), weight: UInt8(min(weight, 255)), isSingle: struck.count < 3)
                sounds.append(sound)
            }
            soften(from: Int(content.bounds[slice]))
            content.bounds.append(Int32(sounds.count))
        }
        bars.append(content)
    }

    /// A melody counts less than what accompanies it: the highest pitch of a slice that was struck by itself, or lies
    /// apart from the others.
    private mutating func soften(from first: Int) {
        let slice = sounds[first...]
        guard let highest = slice.map({ $0.pitch }).max(), slice.count > 2 else { return }
        let second = slice.map { $0.pitch }.filter { $0 < highest }.max() ?? 0
        for index in first..<sounds.count where sounds[index].pitch == highest {
            let sound = sounds[index]
            guard sound.isSingle || highest - second >= 5 else { continue }
            sounds[index] = SoundingPitch(pitch: sound.pitch, weight: sound.weight / 2, isSingle: sound.isSingle)
        }
    }

    /// How much a note counts in a slice, in hundredths.
    private static func weight(of struck: Struck, from begin: Double, _ length: Double) -> Int {
        let note = struck.note
        let end = begin + length
        let onset = Double(note.onset)
        let release = Double(note.release)
        guard onset < end, Double(note.end) > begin else { return 0 }
        let key = max(0, min(release, end) - max(onset, begin)) / length
        // A pedal sustains a note ever more softly. Two slices count, and little.
        let faded = min(Double(note.end), release + 2 * length)
        let pedal = max(0, min(faded, end) - max(release, begin)) / length
        if onset < begin {
            // The last fingers of one chord may leave late.
            guard key + pedal >= 0.3 else { return 0 }
            return Int(100 * (key + 0.3 * pedal))
        }
        // A finger that slipped, or a grace note.
        let isSlip = release - onset < 0.13 * length
        let weight = key + 0.3 * pedal + (isSlip ? 0 : 0.3)
        return Int((struck.isPassing ? 45 : 100) * (isSlip ? 0.5 * weight : weight))
    }

    /// The notes with what was struck together, and with early chords moved to their beat.
    private static func struck(_ notes: [PlayedNote], _ clock: MIDIFile.Clock) -> [Struck] {
        var all: [Struck] = []
        all.reserveCapacity(notes.count)
        var first = 0
        while first < notes.count {
            let onset = Double(notes[first].onset)
            let bar = clock.bar(atTick: notes[first].onset)
            let shape = BarShape(bar.signature)
            let length = bar.ticks / Double(shape.slices)
            var last = first
            while last < notes.count, Double(notes[last].onset) - onset <= 0.12 * length { last += 1 }
            let place = (onset - bar.start) / length
            let within = place.fraction
            let beat = onset + (1 - within) * length
            // An eighth is half a slice, or a third of a dotted quarter.
            let isEarly = within >= (shape.beatsPerSlice == 3 ? 0.6 : 0.45)
            let isOnBeat = within >= 0.92
            let isChord = isEarly && !isOnBeat && last - first >= 3
            let isRepeated = isChord && repeats(notes, first..<last)
            let isStab = isChord && isAlone(notes, after: last, until: beat + 0.45 * length)
            let pickup = isChord ? pickup(notes, first..<last, to: beat, length) : nil
            for index in first..<last {
                var note = notes[index]
                let beyond = Double(note.release) - beat
                let isHeldOver = beyond >= min(0.25 * length, 0.5 * (Double(note.release) - Double(note.onset)))
                let isPickup = index == pickup
                if isOnBeat || isEarly && !isRepeated && (isHeldOver || isStab && !isPickup) {
                    let moved = Int(min(beat, Double(MIDIFile.maximumTick)))
                    if !isHeldOver {
                        note.release = moved + min(note.release - note.onset, MIDIFile.maximumTick - moved)
                        note.end = max(note.end, note.release)
                    }
                    note.onset = moved
                    all.append(Struck(note: note, count: last - first, isPassing: false))
                } else {
                    let isOffBeat = within > 0.12
                    let count = isPickup ? 1 : last - first
                    let isPassing =
                        count == 1
                        && (isOffBeat && !isPickup
                            ? Double(note.release) - Double(note.onset) <= 0.6 * length
                                && moves(notes, from: index, within: length)
                            : approaches(notes, from: index, barEnd: bar.start + bar.ticks, length))
                    all.append(Struck(note: note, count: count, isPassing: isPassing))
                }
            }
            first = last
        }
        return all
    }

    /// Whether no chord is struck from an index until a tick: at most single notes.
    private static func isAlone(_ notes: [PlayedNote], after first: Int, until tick: Double) -> Bool {
        var index = first
        while index + 1 < notes.count, Double(notes[index].onset) < tick {
            if notes[index + 1].onset - notes[index].onset <= 1 { return false }
            index += 1
        }
        return true
    }

    /// The highest note of a walking bass: E3.
    private static let highestOfBass = 52

    /// Whether a chord has the keys of the one before it, to which it then belongs. The bass does not count.
    private static func repeats(_ notes: [PlayedNote], _ chord: Range<Int>) -> Bool {
        let keys = chord.map { notes[$0].pitch }.filter { $0 > highestOfBass }
        var before: [Int] = []
        var index = chord.lowerBound
        while index > 0, before.count < keys.count {
            index -= 1
            if notes[index].pitch > highestOfBass { before.append(notes[index].pitch) }
        }
        return !keys.isEmpty && before.ascending == keys.ascending
    }

    /// The index of a bass note that was struck with an early chord and lies apart from it, if another bass note
    /// follows on the beat. It belongs to the chord before.
    private static func pickup(
        _ notes: [PlayedNote], _ chord: Range<Int>, to beat: Double, _ length: Double
    ) -> Int? {
        let byPitch = chord.ordered { notes[$0].pitch < notes[$1].pitch }
        let (lowest, second) = (byPitch[0], byPitch[1])
        guard notes[lowest].pitch <= highestOfBass, notes[second].pitch - notes[lowest].pitch >= 5 else { return nil }
        let next = self.lowest(notes, after: lowest, on: beat, length)
        return next.map { $0 <= highestOfBass } ?? false ? lowest : nil
    }

    /// The lowest pitch that is struck on a beat.
    private static func lowest(_ notes: [PlayedNote], after index: Int, on beat: Double, _ length: Double) -> Int? {
        notes[(index + 1)...]
            .prefix { Double($0.onset) <= beat + 0.12 * length }
            .filter { Double($0.onset) >= beat - 0.12 * length }
            .map { $0.pitch }.min()
    }

    /// Whether a single bass note on the last beat of a bar leads by step to the bass of the next bar.
    private static func approaches(_ notes: [PlayedNote], from index: Int, barEnd: Double, _ length: Double) -> Bool {
        let note = notes[index]
        guard note.pitch <= highestOfBass, Double(note.onset) >= barEnd - 1.1 * length else { return false }
        return lowest(notes, after: index, on: barEnd, length).map { (1...2).contains(abs($0 - note.pitch)) } ?? false
    }

    /// Whether a note comes from nearby and moves on by step.
    private static func moves(_ notes: [PlayedNote], from index: Int, within length: Double) -> Bool {
        guard index > 0, index + 1 < notes.count else { return false }
        let (before, next) = (notes[index - 1], notes[index + 1])
        let step = abs(next.pitch - notes[index].pitch)
        return Double(next.onset - notes[index].onset) <= length && (1...2).contains(step)
            && abs(before.pitch - notes[index].pitch) <= 4
    }
}
