import Harmony

/// What all players follow in one pass: the bars in playing order, and which chord sounds when.
struct Course {
    let band: Band
    let pass: Band.Pass
    /// Indices of bars in playing order.
    let order: [Int]
    /// Of each played bar.
    let meters: [Meter]
    /// The length of a quarter note.
    let quarter: Int
    let chords: [SoundingChord]
    /// In order of time.
    let stretches: [Stretch]
    /// Where no chord sounds: N.C. and text that is no chord, in order of time.
    let silences: [Stretch]
    /// The index in ``stretches`` of the first one of each played bar, and their number at the end.
    private let firstStretches: [Int]
    /// The places at which a section of at least four bars begins.
    let sectionStarts: [Bool]
    /// How busily each played bar is played, in percent.
    let densities: [Int]
    /// The last chord of the last pass, which is held.
    let lastStretch: Int?
    let keyRoot: Int?
    /// The number of bars without the one in which the band ends.
    private let barCount: Int

    /// - Parameter order: indices of bars in playing order.
    init(of tune: Tune, in order: [Int], _ band: Band, _ pass: Band.Pass) {
        self.band = band
        self.pass = pass
        chords = tune.soundingChords
        keyRoot = tune.key.map { $0.tonic.pitchClass }
        barCount = order.count
        let isResolved = pass.isLast && Course.leadsBack(chords, order)
        let order = isResolved ? order + order.prefix(1) : order
        self.order = order
        let written = tune.meters
        quarter = tune.quarterTicks
        meters = order.map { written[$0] }
        var inBar = [[Int]](repeating: [], count: written.count)
        for (index, chord) in chords.enumerated() { inBar[chord.bar].append(index) }
        // A bar without chords continues the previous one.
        var stretches: [Stretch] = []
        var silences: [Stretch] = []
        var firsts: [Int] = []
        var sounding: Int?
        for (place, bar) in order.enumerated() {
            firsts.append(stretches.count)
            let length = written[bar].ticks(quarter)
            var starts: [(start: Int, chord: Int?)] = []
            for index in inBar[bar] {
                starts.append((start: written[bar].ticks(to: chords[index].position, quarter), chord: index))
            }
            if starts.isEmpty || starts[0].start > 0 { starts.insert((start: 0, chord: sounding), at: 0) }
            for (number, one) in starts.enumerated() {
                let end = number + 1 < starts.count ? starts[number + 1].start : length
                if let chord = one.chord, end > one.start {
                    let isNew = inBar[bar].contains(chord)
                    let stretch = Stretch(place: place, start: one.start, end: end, chord: chord, isNew: isNew)
                    if chords[chord].symbol == nil { silences.append(stretch) } else { stretches.append(stretch) }
                }
                sounding = one.chord
            }
            if isResolved, place == order.count - 1, firsts[place] < stretches.count {
                stretches.removeSubrange((firsts[place] + 1)...)
                silences.removeAll { $0.place == place }
            }
        }
        firsts.append(stretches.count)
        self.stretches = stretches
        self.silences = silences
        firstStretches = firsts
        lastStretch = pass.isLast && stretches.last?.place == order.count - 1 ? stretches.count - 1 : nil
        var sections: [Int: Int] = [:]
        for (number, bars) in tune.sectionBars.enumerated() where bars.count >= 4 || number == 0 {
            sections[bars.lowerBound] = number
        }
        sectionStarts = order.map { sections[$0] != nil }
        // The first chorus is calm, the last one the busiest. A section with another name stands out.
        let progress = (pass.count ?? 0) > 1 ? 50 * (pass.number - 1) / ((pass.count ?? 2) - 1) : 20
        let home = tune.sections.first { !$0.label.isEmpty }?.label
        var current = 0
        densities = order.map { bar in
            current = sections[bar] ?? current
            let stands = tune.sections.indices.contains(current) && tune.sections[current].label != home
            return 40 + min(progress, 50) + (stands ? 15 : 0)
        }
    }

    /// Whether the last chord is a dominant that leads back to the first one. A tune cannot end on it.
    private static func leadsBack(_ chords: [SoundingChord], _ order: [Int]) -> Bool {
        guard let firstBar = order.first, let lastBar = order.last,
            let first = chords.first(where: { $0.bar >= firstBar })?.symbol?.lowest,
            let last = chords.last(where: { $0.bar <= lastBar })?.symbol?.lowest
        else { return false }
        let root = last.root.pitchClass
        let isDominant = [4, 10].allSatisfy { last.pitchClasses.contains((root + $0) % 12) }
        return isDominant && first.root.pitchClass != root
    }

    /// The length of a counted beat of a played bar.
    func beat(of place: Int) -> Int { meters[place].beatTicks(quarter) }

    /// The length of a played bar.
    func length(of place: Int) -> Int { meters[place].ticks(quarter) }

    func stretches(in place: Int) -> ArraySlice<Stretch> {
        stretches[firstStretches[place]..<firstStretches[place + 1]]
    }

    /// The next played bar; nil at the end. A loop follows any bar after it.
    func place(after place: Int) -> Int? {
        if let loop = pass.loop, place >= loop.upperBound { return loop.lowerBound }
        if place + 1 < order.count { return place + 1 }
        return pass.isLast ? nil : 0
    }

    /// The bar that was played before, with the number of its pass; nil at the beginning.
    func before(_ place: Int) -> (place: Int, pass: Int)? {
        if pass.number == 1, place == pass.first { return nil }
        if let loop = pass.loop, place == loop.lowerBound {
            return pass.number > 1 ? (place: loop.upperBound, pass: pass.number - 1) : nil
        }
        if place > 0 { return (place: place - 1, pass: pass.number) }
        return pass.number > 1 ? (place: (pass.lengthBefore ?? barCount) - 1, pass: pass.number - 1) : nil
    }

    /// The next stretch; nil at the end or before a rest.
    func following(_ index: Int) -> Stretch? {
        let current = stretches[index]
        if index + 1 < stretches.count, stretches[index + 1].place == current.place { return stretches[index + 1] }
        return place(after: current.place).flatMap { stretches(in: $0).first }
    }

    /// The beginning of the last chord of the tune, if it is in this bar.
    func end(in place: Int) -> Int? {
        lastStretch.flatMap { stretches[$0].place == place ? stretches[$0].start : nil }
    }

    func dice(_ place: Int, pass number: Int? = nil, for purpose: Dice.Purpose) -> Dice {
        Dice(pass.seed, pass: band.isSteady ? 1 : number ?? pass.number, place: place, for: purpose)
    }

    /// The ticks of a duration in milliseconds at the tempo.
    func ticks(_ milliseconds: Int) -> Int { milliseconds * Accompaniment.beat * pass.tempo / 60_000 }

    /// A time within a bar, with off-beats delayed by swing.
    ///
    /// - Parameter isRide: The ride cymbal swings most; lines and chords are straighter, as measured by Friberg and
    ///   Sundström.
    func swung(_ time: Int, in place: Int, isRide: Bool) -> Int {
        guard meters[place].hasEighths else { return time }
        let ratio = band.swingRatio(tempo: pass.tempo)
        let swing = isRide ? ratio : 1000 + (ratio - 1000) * 6 / 10
        let beat = beat(of: place)
        let middle = beat * swing / (1000 + swing)
        let (whole, rest) = (time / beat * beat, time % beat)
        if 2 * rest <= beat { return whole + 2 * rest * middle / beat }
        return whole + middle + (2 * rest - beat) * (beat - middle) / beat
    }

    /// A strike at a time that is not swung yet, a little late.
    func strike(
        _ part: Accompaniment.Part, in place: Int, at start: Int, until end: Int, _ pitch: Int, _ velocity: Int,
        late: Int
    ) -> PlacedStrike {
        let isRide = part == .drums
        let delay = ticks(late)
        let from = swung(start, in: place, isRide: isRide)
        let strike = Accompaniment.Strike(
            part: part, start: from + delay,
            length: max(swung(end, in: place, isRide: isRide) - from - delay, ticks(30)), pitches: [pitch],
            velocity: min(max(velocity, 10), 120))
        return (place: place, strike: strike)
    }
}

/// A strike in a played bar, which is given by its index in playing order.
typealias PlacedStrike = (place: Int, strike: Accompaniment.Strike)

/// The part of a sounding chord within one played bar.
struct Stretch: Sendable, Hashable {
    /// The index of the played bar.
    let place: Int
    let start: Int
    let end: Int
    let chord: Int
    /// Whether it begins here rather than continuing from the previous bar.
    let isNew: Bool
}
