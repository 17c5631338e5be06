import Harmony

/// The accompaniment of a tune in one pass: the notes of each player in every played bar. The caller provides the
/// clock.
public struct Accompaniment: Sendable, Hashable {
    public enum Part: String, CaseIterable, Sendable, Hashable {
        case left, right, bass, drums, click
    }

    /// Notes struck together by one part.
    public struct Strike: Sendable, Hashable {
        public let part: Part
        /// In ``Accompaniment/beat``s from the beginning of the bar.
        public var start: Int
        public var length: Int
        /// MIDI numbers. Drums have the numbers of General MIDI; a click has its pitch.
        public let pitches: [Int]
        /// 1…127.
        public let velocity: Int
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

    /// In playing order. The last pass may have one more bar, in which the band ends on the first chord.
    public let bars: [PlayedBar]
    /// The count-in.
    public let countIn: [PlayedBar]

    /// - Parameters:
    ///   - order: indices of bars in playing order: see ``Tune/unfolded()``.
    ///   - hands: the voicing of each of ``Tune/soundingChords``. Without hands, there is no comping.
    public init(
        of tune: Tune, in order: [Int], hands: [(left: [Int], right: [Int])], _ band: Band,
        pass: Band.Pass = Band.Pass()
    ) {
        let course = Course(of: tune, in: order, band, pass)
        var strikes = Comping(course, hands).strikes() + Bassist(course).strikes()
        if band.hasDrums { strikes += Drummer(course).strikes() }
        for (place, meter) in course.meters.enumerated() {
            for click in Accompaniment.clicks(band.click, meter, course.quarter) {
                strikes.append((place: place, strike: click))
            }
        }
        var inBar = [[Strike]](repeating: [], count: course.order.count)
        for (place, strike) in strikes { inBar[place].append(strike) }
        bars = course.order.indices.map { place in
            let cues = course.stretches(in: place) + course.silences.filter { $0.place == place }
            return PlayedBar(
                written: course.order[place], length: course.length(of: place),
                strikes: inBar[place].ordered { $0.start < $1.start },
                cues: cues.filter { $0.isNew || $0.start == 0 }.ordered { $0.start < $1.start }.map {
                    Cue(start: $0.start, chord: $0.chord)
                })
        }
        let first = course.meters.first ?? tune.meter
        let counted = PlayedBar(
            written: nil, length: first.ticks(course.quarter),
            strikes: Accompaniment.clicks(band.countsBackbeat ? .backbeat : .every, first, course.quarter),
            cues: [])
        countIn = [PlayedBar](repeating: counted, count: band.countIn)
    }

    private static func clicks(_ click: Band.Click, _ meter: Meter, _ quarter: Int) -> [Strike] {
        if click == .off { return [] }
        let count = meter.countedBeats
        var clicks: [Strike] = []
        for number in 0..<count {
            if click == .backbeat, count % 2 == 0 ? number % 2 == 0 : number == 0 { continue }
            let isFirst = number == 0
            clicks.append(
                Strike(
                    part: .click, start: number * meter.beatTicks(quarter), length: beat / 8,
                    pitches: [isFirst ? 88 : 83], velocity: isFirst ? 64 : 51))
        }
        return clicks
    }
}

extension Tune {
    /// The length of a quarter note, in ``Accompaniment/beat`` ticks. The tempo counts the beats of the first meter,
    /// and notes keep their lengths in later meters.
    package var quarterTicks: Int { Accompaniment.beat * meter.unit / (4 * meter.unitsOfBeat) }
}

extension Meter {
    /// Whether the beat is a quarter note, which divides into eighth notes.
    var hasEighths: Bool { unit == 4 }

    /// The number of counted beats.
    var countedBeats: Int { beats / unitsOfBeat }

    /// The length of a counted beat.
    /// - Parameter quarter: the length of a quarter note.
    func beatTicks(_ quarter: Int) -> Int { 4 * quarter * unitsOfBeat / unit }

    /// The length of a bar.
    /// - Parameter quarter: the length of a quarter note.
    func ticks(_ quarter: Int) -> Int { 4 * quarter * beats / unit }

    /// The time from the beginning of a bar to a position, at most to its end.
    /// - Parameter quarter: the length of a quarter note.
    package func ticks(to position: Position, _ quarter: Int) -> Int {
        min(position.twelfths * quarter / (3 * unit), ticks(quarter))
    }
}
