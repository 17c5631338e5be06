import Harmony
import Tunes

/// The melody of several bars on a treble staff: heads with stems, flags or beams, rests, accidentals, ties and the
/// brackets of tuplets. y is 0 at the top line of the staff and grows downward.
struct MelodyStaff {
    /// A note or rest and its center.
    struct Place {
        let note: WrittenMelody.Note
        let x: Int
        fileprivate var isUp: Bool
        /// The y of the end of its stem, where beams begin.
        fileprivate var stemEnd: Int

        fileprivate init(note: WrittenMelody.Note, x: Int) {
            (self.note, self.x) = (note, x)
            (isUp, stemEnd) = (note.isUp, note.stemEnd)
        }

        fileprivate var stem: Int { isUp ? x + MelodyStaff.headWidth / 2 - 1 : x - MelodyStaff.headWidth / 2 + 1 }
    }

    /// The notes of a bar; none in a bar without melody.
    struct Bar {
        private(set) var places: [Place]
        /// The beamed groups.
        fileprivate let beamed: [Range<Int>]
        /// The x of its beginning and its end.
        let left: Int
        let right: Int

        /// - Parameters:
        ///   - left: the x where notes may begin.
        ///   - right: the x where notes must end.
        init(_ melody: WrittenMelody, from left: Int, to right: Int, end: Int) {
            self.left = left
            self.right = end
            let notes = melody.notes
            let needed = MelodyStaff.width(of: melody)
            let total = notes.reduce(0) { $0 + $1.value.ticks }
            let room = right - left
            let free = max(0, room - needed)
            var (now, passed) = (0, 0)
            var places: [Place] = []
            for note in notes {
                let x = now + MelodyStaff.left(note) + Int(Int64(free) * Int64(passed) / Int64(max(total, 1)))
                // Without enough room, all notes are closer.
                places.append(Place(note: note, x: left + (needed > room ? x * room / needed : x)))
                now += MelodyStaff.left(note) + MelodyStaff.right(note)
                passed += note.value.ticks
            }
            self.places = places
            var beamed: [Range<Int>] = []
            for index in notes.indices where notes[index].isBeamed {
                if let last = beamed.last, last.upperBound == index {
                    beamed[beamed.count - 1] = last.lowerBound..<index + 1
                } else {
                    beamed.append(index - 1..<index + 1)
                }
            }
            self.beamed = beamed
            for group in beamed { join(group) }
        }

        /// Sets the stems of a beamed group to the side that most heads need. They end on one line, which has half the
        /// slope of the heads, at most one step, and leaves each stem at least two and a half spaces long.
        private mutating func join(_ group: Range<Int>) {
            let isUp = group.reduce(0) { $0 + places[$1].note.step - 4 } < 0
            let (first, last) = (places[group.lowerBound], places[group.upperBound - 1])
            let rise = max(-8, min(8, (last.note.y - first.note.y) / 2))
            func slant(_ index: Int) -> Int { rise * (places[index].x - first.x) / max(last.x - first.x, 1) }
            let more = 6 * max(0, group.reduce(0) { max($0, places[$1].note.flags) } - 2)
            var height = StaffLayout.y(4)
            for index in group {
                let y = places[index].note.y - slant(index)
                height = isUp ? min(height, y - 27 - more) : max(height, y + 27 + more)
            }
            for index in group {
                places[index].isUp = isUp
                places[index].stemEnd = height + slant(index)
            }
        }

        /// The x of a time in the bar; nil without melody.
        func x(of position: Position, in meter: Meter) -> Int? {
            let tick = position.twelfths * (Melody.whole / meter.unit / 12)
            guard let index = places.lastIndex(where: { $0.note.start <= tick }) else { return nil }
            let place = places[index]
            let next = index + 1 < places.count ? places[index + 1].x : right
            let part = Int64(next - place.x) * Int64(tick - place.note.start) / Int64(max(place.note.value.ticks, 1))
            return place.x - MelodyStaff.headWidth / 2 + Int(part)
        }
    }

    let bars: [Bar]

    // MARK: Extent

    static let headWidth = 13
    private static let flagWidth = 9

    private static func left(_ note: WrittenMelody.Note) -> Int {
        let sign = note.accidental.map { StaffLayout.box(of: $0) }.map { $0.right - $0.left + StaffLayout.signGap } ?? 0
        return headWidth / 2 + sign + 2
    }

    private static func right(_ note: WrittenMelody.Note) -> Int {
        headWidth / 2 + (note.value.isDotted ? 7 : 0)
            + (note.tone != nil && note.isUp && note.flags > 0 ? flagWidth : 2)
    }

    /// The width that the notes of a bar need.
    static func width(of melody: WrittenMelody) -> Int { melody.notes.reduce(0) { $0 + left($1) + right($1) } }

    /// The minimum and the maximum y of all signs.
    var reach: (top: Int, bottom: Int) {
        var reach = (top: 0, bottom: StaffLayout.y(0))
        for bar in bars {
            for place in bar.places {
                let own = MelodyStaff.reach(place)
                reach = (min(reach.top, own.top), max(reach.bottom, own.bottom))
            }
            for group in bar.tuplets { reach.top = min(reach.top, MelodyStaff.bracket(over: group) - 8) }
        }
        return reach
    }

    private static func reach(_ place: Place) -> (top: Int, bottom: Int) {
        let note = place.note
        guard note.tone != nil else { return (0, StaffLayout.y(0)) }
        let box = note.accidental.map { StaffLayout.box(of: $0) }
        let end = note.value.part > 1 ? place.stemEnd : note.y
        return (min(note.y - 8, end, note.y + (box?.top ?? 0)), max(note.y + 8, end, note.y + (box?.bottom ?? 0)))
    }

    /// The y of the bracket above the given notes.
    private static func bracket(over group: ArraySlice<Place>) -> Int {
        group.reduce(0) { min($0, reach($1).top) } - 8
    }

    // MARK: Drawing

    /// - Parameter top: the y of the top line of the staff.
    func write(top: Int, to group: inout HTML) {
        var fills = "", strokes = "", thin = "", numbers: [(x: Int, y: Int, text: String)] = []
        for (index, bar) in bars.enumerated() {
            if bar.places.isEmpty {
                fills += "M\((bar.left + bar.right) / 2) \(top + StaffLayout.y(4))" + StaffShapes.wholeRest
            }
            for (number, place) in bar.places.enumerated() {
                let (note, x) = (place.note, place.x)
                guard note.tone != nil else {
                    MelodyStaff.rest(note, x, top + StaffLayout.y(4), &fills, &strokes)
                    continue
                }
                MelodyStaff.head(note, x, top, &fills, &strokes)
                if note.value.part > 1 {
                    MelodyStaff.stem(place, isBeamed: bar.beamed.contains { $0.contains(number) }, top, &strokes)
                }
                if note.continues {
                    let next =
                        number + 1 < bar.places.count
                        ? bar.places[number + 1].x
                        : index + 1 < bars.count ? bars[index + 1].places.first?.x : nil
                    MelodyStaff.tie(from: x + 5, to: next.map { $0 - 5 } ?? bar.right, place, top, &thin)
                }
                // A tie from the previous line.
                if note.isContinued, number == 0, index == 0 {
                    MelodyStaff.tie(from: x - 18, to: x - 5, place, top, &thin)
                }
            }
            for group in bar.beamed { MelodyStaff.beam(bar.places[group], top, &fills) }
            for tuplet in bar.tuplets {
                guard let first = tuplet.first, let last = tuplet.last, let number = first.note.value.tuplet?.actual
                else { continue }
                let y = top + MelodyStaff.bracket(over: tuplet)
                let (left, right) = (first.x - 7, last.x + 7)
                let middle = (left + right) / 2
                if right - left > 24 { thin += "M\(left) \(y + 5)v-5H\(middle - 7)M\(middle + 7) \(y)H\(right)v5" }
                numbers.append((middle, y + 4, "\(number)"))
            }
        }
        group.element("g class='melody'") { melody in
            if !fills.isEmpty { melody.element("path d=?", fills) }
            if !strokes.isEmpty {
                melody.element(
                    "path fill='none' stroke='currentColor' stroke-width='1.6' d=?",
                    strokes)
            }
            if !thin.isEmpty {
                melody.element(
                    "path fill='none' stroke='currentColor' stroke-width='1.2' d=?",
                    thin)
            }
            for number in numbers {
                melody.element(
                    "text text-anchor='middle' font-size='12' font-style='italic' x=? y=?",
                    "\(number.x)", "\(number.y)", text: number.text)
            }
        }
    }

    private static func head(
        _ note: WrittenMelody.Note, _ x: Int, _ top: Int, _ fills: inout String, _ strokes: inout String
    ) {
        let y = top + note.y
        fills += "M\(x) \(y)" + StaffShapes.head(of: note.value)
        if note.value.isDotted {
            fills += StaffShapes.lengtheningDot(x: x + headWidth / 2 + StaffLayout.dotGap, y: y, onStep: note.step)
        }
        if let accidental = note.accidental {
            let box = StaffLayout.box(of: accidental)
            fills += StaffShapes.path(accidental, x: x - headWidth / 2 - StaffLayout.signGap / 2 - 2 - box.right, y: y)
        }
        for number in 0..<StaffLayout.ledgers(to: note.step) {
            let line = note.step > 0 ? 10 + 2 * number : -2 - 2 * number
            strokes += "M\(x - 10) \(top + StaffLayout.y(line))h20"
        }
    }

    private static func stem(_ place: Place, isBeamed: Bool, _ top: Int, _ strokes: inout String) {
        strokes += "M\(place.stem) \(top + place.note.y)V\(top + place.stemEnd)"
        if isBeamed { return }
        for number in 0..<place.note.flags {
            let y = top + place.stemEnd + (place.isUp ? 7 : -7) * number
            strokes += "M\(place.stem) \(y)" + (place.isUp ? StaffShapes.flagUp : StaffShapes.flagDown)
        }
    }

    /// Draws one beam for all notes, and further beams for shorter ones. A single shorter note has a stub on the side
    /// of the others.
    private static func beam(_ group: ArraySlice<Place>, _ top: Int, _ fills: inout String) {
        guard let first = group.first, let last = group.last else { return }
        let way = first.isUp ? 1 : -1
        func y(_ x: Int) -> Int {
            top + first.stemEnd + (last.stemEnd - first.stemEnd) * (x - first.stem) / max(last.stem - first.stem, 1)
        }
        func bar(_ left: Int, _ right: Int, _ level: Int) {
            let (from, to) = (y(left) + 7 * way * level, y(right) + 7 * way * level)
            fills += "M\(left) \(from)L\(right) \(to)v\(4 * way)L\(left) \(from + 4 * way)z"
        }
        for level in 0..<group.reduce(0, { max($0, $1.note.flags) }) {
            var run = group.startIndex
            while run < group.endIndex {
                guard group[run].note.flags > level else {
                    run += 1
                    continue
                }
                var end = run
                while end + 1 < group.endIndex, group[end + 1].note.flags > level { end += 1 }
                if end > run {
                    bar(group[run].stem, group[end].stem, level)
                } else {
                    let stub = run == group.startIndex ? 9 : -9
                    bar(
                        min(group[run].stem, group[run].stem + stub), max(group[run].stem, group[run].stem + stub),
                        level)
                }
                run = end + 1
            }
        }
    }

    /// - Parameter y: the y of the middle line.
    private static func rest(
        _ note: WrittenMelody.Note, _ x: Int, _ y: Int, _ fills: inout String, _ strokes: inout String
    ) {
        switch note.value.part {
        case 1: fills += "M\(x) \(y)" + StaffShapes.wholeRest
        case 2: fills += "M\(x) \(y)" + StaffShapes.halfRest
        case 4: fills += "M\(x) \(y)" + StaffShapes.quarterRest
        default:
            // One dot per flag, on one stem.
            strokes += "M\(x + 5) \(y - 8)L\(x) \(y + 2 + 10 * note.flags)"
            for number in 0..<note.flags {
                let y = y - 5 + 10 * number, x = x - 2 * number
                fills += StaffShapes.dot(x: x - 3, y: y, radius: 3)
                strokes += "M\(x - 2) \(y + 2)Q\(x + 3) \(y + 1) \(x + 4) \(y - 3)"
            }
        }
        if note.value.isDotted { fills += StaffShapes.dot(x: x + headWidth / 2 + 5, y: y - StaffLayout.step) }
    }

    private static func tie(from left: Int, to right: Int, _ place: Place, _ top: Int, _ lines: inout String) {
        // Ties are on the side without stems.
        let way = place.isUp ? 1 : -1
        let y = top + place.note.y + 8 * way
        lines += "M\(left) \(y)Q\((left + right) / 2) \(y + 8 * way) \(max(right, left + 4)) \(y)"
    }
}

extension MelodyStaff.Bar {
    /// The notes under one tuplet bracket.
    fileprivate var tuplets: [ArraySlice<MelodyStaff.Place>] {
        var tuplets: [ArraySlice<MelodyStaff.Place>] = []
        var first: Int?
        for (index, place) in places.enumerated() {
            if place.note.beginsTuplet { first = index }
            if place.note.endsTuplet, let begin = first {
                tuplets.append(places[begin...index])
                first = nil
            }
        }
        return tuplets
    }
}

extension WrittenMelody.Note {
    /// Lines and spaces above the bottom line of a treble staff, which is 0.
    fileprivate var step: Int { (tone?.staffPlace ?? 0) - KeySignature.Clef.treble.bottom }

    fileprivate var y: Int { StaffLayout.y(step) }

    /// Below the middle line stems go up.
    fileprivate var isUp: Bool { step < 4 }

    /// A stem of a note on ledger lines reaches the middle line.
    fileprivate var stemEnd: Int {
        let length = 35 + 7 * max(0, flags - 2)
        return isUp ? min(y - length, StaffLayout.y(4)) : max(y + length, StaffLayout.y(4))
    }
}
