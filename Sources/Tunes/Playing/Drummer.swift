/// The drummer of a band.
struct Drummer {
    private let course: Course

    init(_ course: Course) { self.course = course }

    /// The numbers of General MIDI.
    private enum Drum {
        static let kick = 36
        static let snare = 38
        static let ride = 51
        /// The second ride cymbal: jazz drummers crash on it.
        static let crash = 59
    }

    /// A row of a pattern.
    private struct Line {
        let drum: Int
        /// One character for each eighth note: `X` is always played and accented, `x` always, `s` mostly, `g` softly,
        /// `c` now and then.
        let marks: [UInt8]
        let velocity: Int

        init(_ drum: Int, _ marks: String, _ velocity: Int) {
            self.drum = drum
            self.marks = Array(marks.utf8)
            self.velocity = velocity
        }
    }

    /// One or two bars. In General MIDI, 36 is the kick, 37 a rim click, 38 and 40 the snare or the brushes, 42 and 44
    /// the hi-hat closed by hand and foot, 51 and 59 rides and 53 a bell.
    private static func lines(_ feel: Feel) -> [Line] {
        switch feel {
        case .swing:
            [
                Line(51, "x-Xsx-Xs", 70), Line(44, "--x---x-", 66), Line(36, "g-g-g-g-", 48), Line(38, "-c-c-c-c", 46),
                Line(36, "---c---c", 58),
            ]
        case .up:
            [
                Line(51, "x-Xsx-Xcx-Xcx-Xs", 72), Line(44, "--x---x-", 68), Line(38, "-c-c-c-c", 48),
                Line(36, "---c-c-c", 60),
            ]
        case .ballad:
            [Line(40, "x---x---", 52), Line(38, "--X---Xs", 44), Line(44, "--x---x-", 48), Line(36, "g-------", 46)]
        case .bossa:
            [
                Line(42, "xgxgxgxg", 56), Line(37, "X--x--X---X--x--", 60), Line(36, "x--gx--g", 58),
                Line(44, "--g---g-", 50),
            ]
        case .waltz:
            [
                Line(51, "x-Xsx-x-Xcxs", 70), Line(44, "--x---", 64), Line(36, "x--c--", 52), Line(38, "-c-c-c", 46),
            ]
        case .straight:
            [
                Line(51, "xcxsxcxs", 64), Line(44, "--x---x-", 56), Line(36, "x--c-c--", 58), Line(37, "------x-", 56),
                Line(38, "-c-c-c--", 40),
            ]
        case .latin:
            [
                Line(53, "X-xxXxX-xx-xXxXx", 62), Line(44, "--x---x-", 60), Line(36, "---x--c-", 62),
                Line(37, "--X-----", 58), Line(38, "------xc", 44),
            ]
        }
    }

    /// What leads to a section, in the last two beats: `k` is the kick.
    private static let fills = ["--xX", "x-xX", "xx-X", "-xxX", "xk-X", "kx-X", "x-kX", "xxxX"]

    func strikes() -> [PlacedStrike] {
        let lines = Drummer.lines(course.band.feel)
        var strikes: [PlacedStrike] = []
        var wasFilled = false
        for place in course.order.indices {
            let meter = course.meters[place]
            let half = course.beat(of: place) / 2
            let count = 2 * meter.countedBeats
            let end = course.end(in: place) ?? Int.max
            var dice = course.dice(place, for: .drums)
            let density = course.densities[place]
            func add(_ drum: Int, _ time: Int, _ velocity: Int, _ dice: inout Dice) {
                strikes.append(
                    course.strike(
                        .drums, in: place, at: time, until: min(time + half, course.length(of: place)), drum,
                        velocity + dice.around(8), late: dice.below(5)))
            }
            let followsFill = course.sectionStarts[place] && wasFilled && end > 0
            let isCrash = followsFill && dice.percent(density)
            let next = course.place(after: place)
            let isLeading = next.map { course.sectionStarts[$0] } ?? false
            let isFilled = isLeading && meter.hasEighths && count >= 4 && dice.percent(40 + density / 2)
            let fillStart = isFilled ? count - 4 : count
            for line in lines {
                // A pattern of several whole bars goes on in the next bar. Any other one begins anew in each.
                let isLong = line.marks.count > count && line.marks.count % count == 0
                for number in 0..<count {
                    let mark = line.marks[(isLong ? place * count + number : number) % line.marks.count]
                    let time = number * half
                    guard mark != UInt8(ascii: "-"), time < end, meter.hasEighths || number % 2 == 0 else { continue }
                    var velocity = line.velocity
                    switch mark {
                    case UInt8(ascii: "X"): velocity += 10
                    case UInt8(ascii: "s"):
                        if !dice.percent(80) { continue }
                        velocity -= 8
                    case UInt8(ascii: "g"): velocity -= 16
                    case UInt8(ascii: "c"):
                        if !dice.percent(density / 3) { continue }
                    default: break
                    }
                    // The fill takes the snare and the kick, and what follows it the first beat.
                    if number >= fillStart, line.drum < 41 { continue }
                    if number == 0, followsFill, line.drum == Drum.kick { continue }
                    if number == 0, isCrash, line.drum == Drum.ride { continue }
                    add(line.drum, time, velocity, &dice)
                }
            }
            if isFilled {
                let fill = Array(Drummer.fills[dice.below(Drummer.fills.count)].utf8)
                for (number, mark) in fill.enumerated() where mark != UInt8(ascii: "-") {
                    let time = (fillStart + number) * half
                    if time >= end { continue }
                    let isKick = mark == UInt8(ascii: "k")
                    add(
                        isKick ? Drum.kick : Drum.snare, time, (mark == UInt8(ascii: "X") ? 72 : 58) + density / 10,
                        &dice)
                }
            }
            if followsFill {
                add(Drum.kick, 0, 70, &dice)
                if isCrash { add(Drum.crash, 0, 86, &dice) }
            }
            if end < Int.max {
                add(Drum.crash, end, 88, &dice)
                add(Drum.kick, end, 72, &dice)
            }
            wasFilled = isFilled
        }
        return strikes
    }
}
