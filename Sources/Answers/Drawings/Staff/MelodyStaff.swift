import Harmony
import Tunes

/// The melody of some bars as it stands on a treble staff: heads with stems and flags, rests, accidentals, ties and the
/// brackets of tuplets. From above 0 is the top line of the staff.
struct MelodyStaff {
    /// A note or rest and where its middle is.
    struct Place {
        let note: WrittenMelody.Note
        let x: Int
    }

    /// The notes of a bar; none where nothing is sung in it.
    struct Bar {
        let places: [Place]
        /// Where it begins and ends.
        let left: Int
        let right: Int

        /// - Parameters:
        ///   - left: from where on there is room for notes.
        ///   - right: how far.
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
                // Where there is too little room all stand closer.
                places.append(Place(note: note, x: left + (needed > room ? x * room / needed : x)))
                now += MelodyStaff.left(note) + MelodyStaff.right(note)
                passed += note.value.ticks
            }
            self.places = places
        }

        /// Where something stands that begins in the bar; nil where nothing is sung.
        func x(of position: Position, in metre: Metre) -> Int? {
            let tick = position.twelfths * (Melody.whole / metre.unit / 12)
            guard let index = places.lastIndex(where: { $0.note.start <= tick }) else { return nil }
            let place = places[index]
            let next = index + 1 < places.count ? places[index + 1].x : right
            let part = Int64(next - place.x) * Int64(tick - place.note.start) / Int64(max(place.note.value.ticks, 1))
            return place.x - MelodyStaff.headWidth / 2 + Int(part)
        }
    }

    let bars: [Bar]

    // MARK: How far it reaches

    fileprivate static let headWidth = 13
    private static let flagWidth = 9

    private static func left(_ note: WrittenMelody.Note) -> Int {
        let sign = note.accidental.map { StaffLayout.box(of: $0) }.map { $0.right - $0.left + StaffLayout.signGap } ?? 0
        return headWidth / 2 + sign + 2
    }

    private static func right(_ note: WrittenMelody.Note) -> Int {
        headWidth / 2 + (note.value.isDotted ? 7 : 0) + (note.tone != nil && note.isUp && note.flags > 0 ? flagWidth : 2)
    }

    /// How much room the notes of a bar need beside each other.
    static func width(of melody: WrittenMelody) -> Int { melody.notes.reduce(0) { $0 + left($1) + right($1) } }

    /// The highest and the lowest place that something touches.
    var reach: (top: Int, bottom: Int) {
        var reach = (top: 0, bottom: StaffLayout.y(0))
        for bar in bars {
            for place in bar.places {
                let own = MelodyStaff.reach(place.note)
                reach = (min(reach.top, own.top), max(reach.bottom, own.bottom))
            }
            for group in bar.tuplets { reach.top = min(reach.top, MelodyStaff.bracket(over: group) - 8) }
        }
        return reach
    }

    private static func reach(_ note: WrittenMelody.Note) -> (top: Int, bottom: Int) {
        guard note.tone != nil else { return (0, StaffLayout.y(0)) }
        let box = note.accidental.map { StaffLayout.box(of: $0) }
        let end = note.value.part > 1 ? note.stemEnd : note.y
        return (min(note.y - 8, end, note.y + (box?.top ?? 0)), max(note.y + 8, end, note.y + (box?.bottom ?? 0)))
    }

    /// The line of the bracket above some notes.
    private static func bracket(over group: ArraySlice<Place>) -> Int {
        group.reduce(0) { min($0, reach($1.note).top) } - 8
    }

    // MARK: Drawing

    /// - Parameter top: the top line of the staff.
    func write(top: Int, to group: inout HTML) {
        var fills = "", strokes = "", thin = "", numbers: [(x: Int, y: Int, text: String)] = []
        for (index, bar) in bars.enumerated() {
            if bar.places.isEmpty { fills += "M\((bar.left + bar.right) / 2) \(top + StaffLayout.y(4))" + StaffShapes.wholeRest }
            for (number, place) in bar.places.enumerated() {
                let (note, x) = (place.note, place.x)
                guard note.tone != nil else {
                    MelodyStaff.rest(note, x, top + StaffLayout.y(4), &fills, &strokes)
                    continue
                }
                MelodyStaff.head(note, x, top, &fills, &strokes)
                if note.continues {
                    let next = number + 1 < bar.places.count ? bar.places[number + 1].x
                        : index + 1 < bars.count ? bars[index + 1].places.first?.x : nil
                    MelodyStaff.tie(from: x + 5, to: next.map { $0 - 5 } ?? bar.right, note, top, &thin)
                }
                // From the line before.
                if note.isContinued, number == 0, index == 0 { MelodyStaff.tie(from: x - 18, to: x - 5, note, top, &thin) }
            }
            for tuplet in bar.tuplets {
                guard let first = tuplet.first, let last = tuplet.last, let number = first.note.value.tuplet?.actual else { continue }
                let y = top + MelodyStaff.bracket(over: tuplet)
                let (left, right) = (first.x - 7, last.x + 7)
                let middle = (left + right) / 2
                if right - left > 24 { thin += "M\(left) \(y + 5)v-5H\(middle - 7)M\(middle + 7) \(y)H\(right)v5" }
                numbers.append((middle, y + 4, "\(number)"))
            }
        }
        group.element("g class='melody'") { melody in
            if !fills.isEmpty { melody.element("path", [("d", fills)]) }
            if !strokes.isEmpty { melody.element("path fill='none' stroke='currentColor' stroke-width='1.6'", [("d", strokes)]) }
            if !thin.isEmpty { melody.element("path fill='none' stroke='currentColor' stroke-width='1.2'", [("d", thin)]) }
            for number in numbers {
                melody.element("text text-anchor='middle' font-size='12' font-style='italic'", [
                    ("x", "\(number.x)"), ("y", "\(number.y)"),
                ], text: number.text)
            }
        }
    }

    private static func head(_ note: WrittenMelody.Note, _ x: Int, _ top: Int, _ fills: inout String, _ strokes: inout String) {
        let y = top + note.y
        switch note.value.part {
        case 1: fills += "M\(x) \(y)" + StaffShapes.wholeNote
        case 2: fills += "M\(x) \(y)" + StaffShapes.halfHead
        default: fills += "M\(x) \(y)" + StaffShapes.head
        }
        if note.value.isDotted {
            // On a line it stands in the space above.
            fills += StaffShapes.dot(x: x + headWidth / 2 + 6, y: note.step % 2 == 0 ? y - StaffLayout.step : y)
        }
        if let accidental = note.accidental {
            let box = StaffLayout.box(of: accidental)
            fills += StaffShapes.path(accidental, x: x - headWidth / 2 - StaffLayout.signGap / 2 - 2 - box.right, y: y)
        }
        for number in 0..<StaffLayout.ledgers(to: note.step) {
            let line = note.step > 0 ? 10 + 2 * number : -2 - 2 * number
            strokes += "M\(x - 10) \(top + StaffLayout.y(line))h20"
        }
        guard note.value.part > 1 else { return }
        let stem = note.isUp ? x + headWidth / 2 - 1 : x - headWidth / 2 + 1
        let end = top + note.stemEnd
        strokes += "M\(stem) \(y)V\(end)"
        for number in 0..<note.flags {
            let y = end + (note.isUp ? 7 : -7) * number
            strokes += "M\(stem) \(y)" + (note.isUp ? StaffShapes.flagUp : StaffShapes.flagDown)
        }
    }

    /// - Parameter y: the middle line.
    private static func rest(_ note: WrittenMelody.Note, _ x: Int, _ y: Int, _ fills: inout String, _ strokes: inout String) {
        switch note.value.part {
        case 1: fills += "M\(x) \(y)" + StaffShapes.wholeRest
        case 2: fills += "M\(x) \(y)" + StaffShapes.halfRest
        case 4: fills += "M\(x) \(y)" + StaffShapes.quarterRest
        default:
            // A dot for each flag, on one stem.
            strokes += "M\(x + 5) \(y - 8)L\(x) \(y + 2 + 10 * note.flags)"
            for number in 0..<note.flags {
                let y = y - 5 + 10 * number, x = x - 2 * number
                fills += StaffShapes.dot(x: x - 3, y: y, radius: 3)
                strokes += "M\(x - 2) \(y + 2)Q\(x + 3) \(y + 1) \(x + 4) \(y - 3)"
            }
        }
        if note.value.isDotted { fills += StaffShapes.dot(x: x + headWidth / 2 + 5, y: y - StaffLayout.step) }
    }

    private static func tie(from left: Int, to right: Int, _ note: WrittenMelody.Note, _ top: Int, _ lines: inout String) {
        // On the side without a stem.
        let way = note.isUp ? 1 : -1
        let y = top + note.y + 8 * way
        lines += "M\(left) \(y)Q\((left + right) / 2) \(y + 8 * way) \(max(right, left + 4)) \(y)"
    }
}

extension MelodyStaff.Bar {
    /// The notes that one bracket holds together.
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

    fileprivate var flags: Int {
        var (count, part) = (0, value.part)
        while part > 4 { (count, part) = (count + 1, part / 2) }
        return count
    }

    /// Beyond the ledger lines it reaches to the middle line.
    fileprivate var stemEnd: Int {
        let length = 35 + 7 * max(0, flags - 2)
        return isUp ? min(y - length, StaffLayout.y(4)) : max(y + length, StaffLayout.y(4))
    }
}
