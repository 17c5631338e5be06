import Harmony

/// The accompaniment of a tune: the notes of each part in every played bar. The caller provides the clock.
public struct Accompaniment: Sendable, Hashable {
    public enum Part: String, CaseIterable, Sendable, Hashable {
        case left, right, bass, click
    }

    /// Notes struck together by one part.
    public struct Strike: Sendable, Hashable {
        public let part: Part
        /// In ``Accompaniment/beat``s from the beginning of the bar.
        public let start: Int
        public let length: Int
        /// MIDI numbers; for a click, its pitch.
        public let pitches: [Int]
        /// 0…100.
        public let loudness: Int
    }

    /// The beginning of a sounding chord.
    public struct Cue: Sendable, Hashable {
        public let start: Int
        /// The index in ``Tune/soundingChords``.
        public let chord: Int
    }

    public struct PlayedBar: Sendable, Hashable {
        /// The index in ``Tune/bars``; nil in the count-in.
        public let written: Int?
        public let length: Int
        public let strikes: [Strike]
        public let cues: [Cue]
    }

    /// Ticks per beat. Halves, thirds, quarters and most swing percentages are whole numbers of ticks.
    public static let beat = 1200

    public let bars: [PlayedBar]
    /// The count-in.
    public let countIn: [PlayedBar]

    /// - Parameters:
    ///   - order: indices of bars in playing order: see ``Tune/unfolded()``.
    ///   - hands: the voicing of each of ``Tune/soundingChords``.
    public init(of tune: Tune, in order: [Int], hands: [(left: [Int], right: [Int])], feel: Feel = Feel()) {
        let chords = tune.soundingChords
        let meters = tune.meters
        var inBar = [[Int]](repeating: [], count: meters.count)
        for (index, chord) in chords.enumerated() { inBar[chord.bar].append(index) }
        // The sounding chords across bar lines: a bar without chords continues the previous one.
        var stretches: [Stretch] = []
        var sounding: Int?
        for (place, bar) in order.enumerated() {
            let length = meters[bar].ticks
            var starts: [(start: Int, chord: Int?)] = inBar[bar].map { index in
                (min(chords[index].position.twelfths * meters[bar].unitTicks / 12, length), index)
            }
            if starts.first.map({ $0.start > 0 }) ?? true { starts.insert((0, sounding), at: 0) }
            for (number, one) in starts.enumerated() {
                let end = number + 1 < starts.count ? starts[number + 1].start : length
                if let chord = one.chord, chords[chord].symbol != nil, end > one.start {
                    let isNew = inBar[bar].contains(chord)
                    stretches.append(Stretch(place: place, start: one.start, end: end, chord: chord, isNew: isNew))
                }
                sounding = one.chord
            }
        }
        var strikes = [[Strike]](repeating: [], count: order.count)
        var cues = [[Cue]](repeating: [], count: order.count)
        for stretch in stretches where stretch.isNew || stretch.start == 0 {
            cues[stretch.place].append(Cue(start: stretch.start, chord: stretch.chord))
        }
        for stretch in stretches {
            guard hands.indices.contains(stretch.chord) else { continue }
            let beat = meters[order[stretch.place]].beatTicks
            for (start, end) in stretch.comping(feel.rhythm, beat: beat) {
                for (part, pitches) in [(Part.left, hands[stretch.chord].left), (.right, hands[stretch.chord].right)]
                where !pitches.isEmpty {
                    strikes[stretch.place].append(
                        Strike(part: part, start: start, length: end - start, pitches: pitches, loudness: 60))
                }
            }
        }
        var bassist = Bassist(stretches: stretches, chords: chords)
        for (place, strike) in bassist.line(feel.bass, beats: order.map { meters[$0].beatTicks }) {
            strikes[place].append(strike)
        }
        bars = order.indices.map { place in
            let meter = meters[order[place]]
            let all = (strikes[place] + Accompaniment.clicks(feel.click, meter)).map { $0.swung(feel.swing, meter) }
            return PlayedBar(
                written: order[place], length: meter.ticks, strikes: all.ordered { $0.start < $1.start },
                cues: cues[place])
        }
        let first = order.first.map { meters[$0] } ?? tune.meter
        countIn = [
            PlayedBar(written: nil, length: first.ticks, strikes: Accompaniment.clicks(.every, first), cues: [])
        ]
    }

    private static func clicks(_ click: Feel.Click, _ meter: Meter) -> [Strike] {
        let count = meter.ticks / meter.beatTicks
        return (0..<count).compactMap { number in
            switch click {
            case .off: return nil
            case .backbeat where count % 2 == 0 ? number % 2 == 0 : number == 0: return nil
            default: break
            }
            let isFirst = number == 0
            return Strike(
                part: .click, start: number * meter.beatTicks, length: Accompaniment.beat / 8,
                pitches: [isFirst ? 88 : 83],
                loudness: isFirst ? 50 : 40)
        }
    }
}

/// The part of a sounding chord within one played bar.
struct Stretch: Sendable, Hashable {
    /// The index of the played bar.
    let place: Int
    let start: Int
    let end: Int
    let chord: Int
    /// Whether it begins here rather than continuing from the previous bar.
    let isNew: Bool

    /// The times at which it is struck and released.
    func comping(_ rhythm: Feel.Rhythm, beat: Int) -> [(start: Int, end: Int)] {
        switch rhythm {
        case .held: [(start, end)]
        // Less than two beats only fit the first stroke.
        case .charleston where end - start >= 2 * beat:
            [(start, start + beat * 4 / 5), (start + beat * 3 / 2, min(end, start + beat * 3))]
        case .charleston: [(start, end)]
        case .fours:
            Swift.stride(from: start, to: end, by: beat).map { ($0, min(end, $0 + beat * 3 / 4)) }
        }
    }
}

extension Accompaniment.Strike {
    /// The strike with off-beats delayed by the swing.
    fileprivate func swung(_ percent: Int, _ meter: Meter) -> Accompaniment.Strike {
        // Only in meters with beats of two eighth notes.
        guard meter.isEven else { return self }
        func swung(_ time: Int) -> Int {
            let beat = meter.beatTicks
            let (whole, rest) = (time / beat * beat, time % beat)
            let middle = beat * percent / 100
            if 2 * rest <= beat { return whole + 2 * rest * middle / beat }
            return whole + middle + (2 * rest - beat) * (beat - middle) / beat
        }
        let begin = swung(start)
        return Accompaniment.Strike(
            part: part, start: begin, length: swung(start + length) - begin, pitches: pitches, loudness: loudness)
    }
}

extension Meter {
    /// Whether the beat is a quarter note, which can swing.
    fileprivate var isEven: Bool { unit == 4 }

    /// The length of a unit of the meter. The tempo counts quarter notes, in 6/8 dotted ones, in 2/2 half notes.
    fileprivate var unitTicks: Int {
        if isCompound { return Accompaniment.beat / 3 }
        return unit >= 4 ? Accompaniment.beat * 4 / unit : Accompaniment.beat
    }

    /// The length of a counted beat.
    fileprivate var beatTicks: Int { isCompound ? Accompaniment.beat : unit > 4 ? unitTicks : Accompaniment.beat }

    /// The length of a bar.
    fileprivate var ticks: Int { beats * unitTicks }
}
