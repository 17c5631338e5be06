import Harmony

/// The pianist of a band: when the two hands strike, and how.
struct Comping {
    private let course: Course
    private let hands: [(left: [Int], right: [Int])]
    /// The bars to choose from.
    private let patterns: [[UInt8]]

    init(_ course: Course, _ hands: [(left: [Int], right: [Int])]) {
        self.course = course
        self.hands = hands
        // The beginnings of swung bars in four would sound much the same in three.
        let isWaltz = [.swing, .up].contains(course.band.feel) && course.meters.first?.countedBeats == 3
        let text =
            switch course.band.comping {
            case .feel: Comping.patterns(isWaltz ? .waltz : course.band.feel)
            case .held: "l-------"
            case .charleston: "L--s----"
            case .fours: "s-s-s-s-"
            }
        patterns = text.bytes.split(separator: 32).map { Array($0) }
    }

    /// Both hands at one time.
    private struct Hit {
        let place: Int
        /// In ticks from the beginning of the bar, not swung.
        let start: Int
        let stretch: Stretch
        let mark: UInt8
    }

    /// Bars of comping, one character for each eighth note: `s` is short, `l` lasts until the next one, and capital
    /// letters are accents. An off-beat before a chord plays that chord early. Each feel has its sparse bars first.
    private static func patterns(_ feel: Feel) -> String {
        switch feel {
        case .swing:
            """
            L------- ---l---- ----l--- -L------ ------L- -----L-- ---s---- L--s---- L---s--- S--l---- ---s--l- \
            -s--L--- s----L-- --s--L-- -L---s-- ---S---s L------S -s-----L --L----s s--s--L- -s--s--L S--s---S \
            -s-S--s- s--S-s-- --s-s--L s-s---sL
            """
        case .up:
            """
            L------- ---L---- -------L ----L--- -L------ -----L-- ---s---- L------S L--s---- ---s---S -s-----L \
            S-----l- -L---s-- s----L-- ---L--s- -s--L--- --s----S s--L---- -s---s-- S--s---S ---s-s-L -s--s--S
            """
        case .ballad:
            """
            L------- L---l--- L-----l- ----L--- L--l---- --L----- L---l-s- -L--l--- l--L---- L-----s- L---s-l- \
            --l---L- L--s--l- l-s-L--- L----l-- -l---L-- L-s---l- l---L-s- L-s-l--- --l-l-L- l--s-l--
            """
        case .bossa:
            """
            s--l---- L--s--l- s--s--l- -l--s--- ---s--l- s----l-- -s--l--- l-----s- S--s---l --s--l-- -s--s-l- \
            s--s---- s-s--l-- -s-s--l- s--s-s-- -s--s--l s--s--s- --s-s-l- s-s--s-l -s-s-s-- s--s-s-s -ss--s-l
            """
        case .waltz:
            """
            L----- --L--- -L---- ---l-- L--s-- L---s- --s-L- -s--l- s--L-- -l--s- ---S-s L----s --s--l S--s-s \
            -s-s-- s-L--- -s---L s---s- -S-s-s s--s-l --s-s- s-s-L-
            """
        case .straight:
            """
            L------- L---l--- ---L---- L--l---- -L------ L-----l- ----l-s- s--L---- -l---l-- L----s-- --s---l- \
            s---s-l- l--s--l- -s--l--- S--s-l-- s-s--l-- -s-s---l s--s--s- s-s-s-l- -s-s-s-- s--s-s-l s-ss--l-
            """
        case .latin:
            """
            L--s---- s--s--l- -s-s---- s----s-- -l---s-- ---s--s- S--s-s-- -s--s-s- s--s---s --s-s--s s-s--s-- \
            -ss--s-- s--s-ss- -s-s-s-- s-ss-s-- -ss-s-s- s-s-s--s -s-ss-s- s-ss-s-s -ss-s-ss s-ss-ss- -ss-ss-s
            """
        }
    }

    /// How many bars around the density are chosen from, in an order that repeats none of them for eight bars.
    private static let choice = 16

    /// The marks of a bar, two for each beat. At times a busy bar leaves out a chord, or plays one early.
    private func pattern(_ place: Int, pass: Int) -> [UInt8] {
        var number = 0
        if patterns.count > Comping.choice {
            // The order is shuffled once for eight bars.
            var dice = course.dice(place / 8, pass: pass, for: .comping)
            let first = (patterns.count - Comping.choice) * min(course.densities[place], 100) / 100
            var offered = Array(first..<first + Comping.choice)
            for _ in 0...place % 8 { number = offered.remove(at: dice.below(offered.count)) }
        }
        var marks = patterns[number]
        var dice = course.dice(place + 1000, pass: pass, for: .comping)
        let rest = UInt8(ascii: "-")
        let struck = marks.indices.filter { marks[$0] != rest }
        if patterns.count > 1, struck.count > 1 {
            let chosen = struck[dice.below(struck.count)]
            if struck.count > 2, dice.percent(25) {
                marks[chosen] = rest
            } else if chosen > 0, marks[chosen - 1] == rest, dice.percent(35) {
                marks.swapAt(chosen - 1, chosen)
            }
        }
        let hasEighths = course.meters[place].hasEighths
        return (0..<2 * course.meters[place].countedBeats).map { half in
            hasEighths || half % 2 == 0 ? marks[half % marks.count] : UInt8(ascii: "-")
        }
    }

    /// Whether the last eighth note of the bar already plays the next bar.
    private func isEarly(_ place: Int, pass: Int) -> Bool { pattern(place, pass: pass).last != UInt8(ascii: "-") }

    private func hits(in place: Int) -> [Hit] {
        let stretches = Array(course.stretches(in: place))
        guard !stretches.isEmpty || isEarly(place, pass: course.pass.number) else { return [] }
        let half = course.beat(of: place) / 2
        let end = course.end(in: place)
        var hits: [Hit] = []
        /// Where the chord that was struck early begins.
        var early = course.before(place).map { isEarly($0.place, pass: $0.pass) } ?? false ? 0 : -1
        for (number, mark) in pattern(place, pass: course.pass.number).enumerated() where mark != UInt8(ascii: "-") {
            let time = number * half
            if time == early || time >= end ?? Int.max { continue }
            var stretch = stretches.last { $0.start <= time && time < $0.end }
            if number % 2 == 1 {
                if let next = stretches.first(where: { $0.start == time + half }) {
                    (stretch, early) = (next, next.start)
                    if next.start == end { continue }
                } else if time + half == course.length(of: place) {
                    stretch = course.place(after: place).flatMap { course.stretches(in: $0).first }
                    if let next = stretch, next.start > 0 || course.end(in: next.place) == 0 { stretch = nil }
                }
            }
            if let stretch { hits.append(Hit(place: place, start: time, stretch: stretch, mark: mark)) }
        }
        // Every chord is heard.
        for stretch in stretches where stretch.isNew || stretch.start == end {
            let isHeard = stretch.start == early || hits.contains { $0.stretch == stretch }
            if !isHeard || stretch.start == end {
                hits.append(Hit(place: place, start: stretch.start, stretch: stretch, mark: UInt8(ascii: "L")))
            }
        }
        return hits.ordered { $0.start < $1.start }
    }

    func strikes() -> [PlacedStrike] {
        var all: [PlacedStrike] = []
        if hands.isEmpty { return all }
        var barStart = 0
        var starts: [Int] = []
        var hits: [Hit] = []
        for place in course.order.indices {
            for hit in self.hits(in: place) where hands.indices.contains(hit.stretch.chord) {
                starts.append(barStart + hit.start)
                hits.append(hit)
            }
            barStart += course.length(of: place)
        }
        for (index, hit) in hits.enumerated() {
            let next = index + 1 < hits.count ? starts[index + 1] : barStart
            let beat = course.beat(of: hit.place)
            let isShort = hit.mark | 32 == UInt8(ascii: "s")
            // A long chord ends a little before the next one.
            let room = next - starts[index] - beat / 12
            let isEnd = hit.start == course.end(in: hit.place)
            // No chord is held into a silence.
            let isHeld = course.band.comping == .held
            let maximum = isHeld ? hit.stretch.end - hit.start : isShort ? beat * 9 / 20 : 3 * beat
            let length = isEnd ? room : min(maximum, room)
            strike(hit, until: hit.start + max(length, beat / 6), &all)
        }
        return all
    }

    /// The notes of both hands, one after the other within a few hundredths of a second, from below.
    private func strike(_ hit: Hit, until end: Int, _ strikes: inout [PlacedStrike]) {
        var dice = course.dice(hit.place * 64 + hit.start / (Accompaniment.beat / 4), for: .hands)
        let isAccent = hit.mark < 97
        let calm = course.band.feel == .ballad ? 14 : 0
        let touch = (isAccent ? 74 : 62) - calm + course.densities[hit.place] / 10 + dice.around(10)
        var late = 2 + dice.below(7)
        for (part, pitches) in [
            (Accompaniment.Part.left, hands[hit.stretch.chord].left), (.right, hands[hit.stretch.chord].right),
        ] {
            let spread = 6 + dice.below(8)
            for (number, pitch) in pitches.enumerated() {
                let isTop = part == .right && number == pitches.count - 1
                strikes.append(
                    course.strike(
                        part, in: hit.place, at: hit.start, until: end, pitch,
                        touch + dice.around(4) + (isTop ? 6 : 0),
                        late: late + spread * number / max(pitches.count - 1, 1)))
            }
            late += dice.below(4)
        }
    }
}
