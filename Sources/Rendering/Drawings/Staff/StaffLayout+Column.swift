import Harmony

extension StaffLayout {
    /// The notes of one chord on their staves, relative to the position of the chord. x is 0 at the center of the
    /// leftmost heads, and y at the top line of the staff.
    package struct Column {
        /// A note on a staff.
        package struct Head {
            package let note: StaffPicture.Note
            package let clef: KeySignature.Clef
            /// Lines and spaces above the bottom line, which is 0.
            package let step: Int
            /// How many heads it is moved to the right because of another head: 0; 1 in a second; 2 in a cluster.
            package let place: Int
            /// Whether it has an accidental.
            package fileprivate(set) var hasSign = false

            /// The x as a whole note; see ``Column/x(of:)``.
            package var x: Int { place * StaffLayout.headWidth }
            package var y: Int { StaffLayout.y(step) }
        }

        /// A sharp, flat or natural before a note.
        package struct Sign {
            package let accidental: Accidental
            package let clef: KeySignature.Clef
            package let step: Int
            /// Its center.
            package let x: Int

            var y: Int { StaffLayout.y(step) }
            package var box: Box { StaffLayout.box(of: accidental).moved(by: x, y) }
        }

        /// A ledger line.
        package struct Ledger {
            package let clef: KeySignature.Clef
            /// The x of its center.
            package let x: Int
            package let step: Int

            package var y: Int { StaffLayout.y(step) }
        }

        package private(set) var heads: [Head] = []
        package private(set) var signs: [Sign] = []
        package private(set) var ledgers: [Ledger] = []
        private let distribution: Distribution
        /// The note value, if it is shorter than a whole note.
        let value: NoteValue?

        /// - Parameters:
        ///   - earlier: the previous columns of the same bar, whose accidentals hold until its end.
        ///   - value: the note value. Only halves and quarters, dotted or not, are shown.
        package init(
            _ column: StaffPicture.Column, in signature: KeySignature?, after earlier: [Column] = [],
            lasting value: NoteValue? = nil
        ) {
            self.value = value.flatMap { [2, 4].contains($0.part) && $0.tuplet == nil ? $0 : nil }
            distribution = Distribution.best(for: column.notes)
            for clef in KeySignature.Clef.allCases {
                let notes = clef == .treble ? column.notes[distribution.split...] : column.notes[..<distribution.split]
                place(notes.map { ($0, distribution.step(of: $0, clef)) }, clef)
                sign(clef, in: signature, after: earlier)
            }
        }

        /// Moves heads that would touch. In a second, the upper head is to the right.
        private mutating func place(_ notes: [(note: StaffPicture.Note, step: Int)], _ clef: KeySignature.Clef) {
            var lastAt: [Int] = []
            for (note, step) in notes.ordered(by: { ($0.step, $0.note.tone.pitch) < ($1.step, $1.note.tone.pitch) }) {
                let place = lastAt.firstIndex { step - $0 > 1 } ?? lastAt.count
                if place == lastAt.count { lastAt.append(step) } else { lastAt[place] = step }
                heads.append(Head(note: note, clef: clef, step: step, place: place))
                for number in 0..<StaffLayout.ledgers(to: step) {
                    let line = step > 0 ? 10 + 2 * number : -2 - 2 * number
                    let x = place * StaffLayout.headWidth
                    guard !ledgers.contains(where: { $0.clef == clef && $0.step == line && $0.x == x }) else {
                        continue
                    }
                    ledgers.append(Ledger(clef: clef, x: x, step: line))
                }
            }
        }

        /// Places accidentals from the notes to the left: the top one, the bottom one, and so on inwards. Each is as
        /// near to the notes as possible without another accidental within a seventh in the same column.
        private mutating func sign(_ clef: KeySignature.Clef, in signature: KeySignature?, after earlier: [Column]) {
            for index in heads.indices where heads[index].clef == clef {
                // A natural next to a sharp on the same line must be distinguishable.
                let step = heads[index].step
                heads[index].hasSign = heads.contains { head in
                    head.clef == clef && head.step == step
                        && (head.needsSign(in: signature)
                            || earlier.last { $0.has(clef, step) }?.differs(from: head) ?? false)
                }
            }
            let steps = heads.filter { $0.clef == clef && $0.hasSign }
            var columns: [[Head]] = []
            for turn in steps.indices {
                let head = turn % 2 == 0 ? steps[steps.count - 1 - turn / 2] : steps[turn / 2]
                let free = columns.firstIndex { $0.allSatisfy { abs($0.step - head.step) >= StaffLayout.seventh } }
                if let free { columns[free].append(head) } else { columns.append([head]) }
            }
            var right = -StaffLayout.headWidth / 2 - StaffLayout.signGap
            for column in columns {
                var width = 0
                for head in column {
                    let accidental = head.note.tone.name.accidental
                    let box = StaffLayout.box(of: accidental)
                    signs.append(Sign(accidental: accidental, clef: clef, step: head.step, x: right - box.right))
                    width = max(width, box.right - box.left)
                }
                right -= width + StaffLayout.signGap / 2
            }
        }

        private func has(_ clef: KeySignature.Clef, _ step: Int) -> Bool {
            heads.contains { $0.clef == clef && $0.step == step }
        }

        /// Whether the accidental that holds from here on differs from that of a later note.
        private func differs(from later: Head) -> Bool {
            heads.contains { head in
                head.clef == later.clef && head.step == later.step
                    && head.note.tone.name.accidental != later.note.tone.name.accidental
            }
        }

        /// How many octaves the notes of a staff sound above their written pitch; negative means below.
        package func octaves(_ clef: KeySignature.Clef) -> Int {
            clef == .treble ? distribution.upper : distribution.lower
        }

        // MARK: Extent

        /// The extent to the left of the center of the leftmost heads.
        var left: Int { signs.reduce(-StaffLayout.headWidth / 2) { min($0, $1.box.left) } }

        /// The extent to the right of it.
        var right: Int {
            heads.reduce(0) { max($0, $1.x) } + StaffLayout.headWidth / 2
                + (value?.isDotted == true ? StaffLayout.dotGap : 0)
        }

        /// The x of a head. Heads with stems are narrower.
        func x(of head: Head) -> Int { value == nil ? head.x : head.place * MelodyStaff.headWidth }

        /// The stem of its notes on a staff, from the head farthest from the stem's end; nil without a stem.
        func stem(_ clef: KeySignature.Clef) -> (x: Int, from: Int, to: Int)? {
            let own = heads.filter { $0.clef == clef }
            guard value != nil, let first = own.first else { return nil }
            let (low, high) = own.reduce((first, first)) {
                ($1.step < $0.0.step ? $1 : $0.0, $1.step > $0.1.step ? $1 : $0.1)
            }
            // The head farthest from the middle line decides the direction. In a second, the stem is between the heads.
            let isUp = 4 - low.step > high.step - 4
            let side = MelodyStaff.headWidth / 2 - 1
            let x = isUp || own.contains { $0.place > 0 } ? side : -side
            let middle = StaffLayout.y(4)
            return isUp
                ? (x, low.y, min(high.y - StaffLayout.stemLength, middle))
                : (x, high.y, max(low.y + StaffLayout.stemLength, middle))
        }

        /// The minimum and the maximum y of everything on a staff, from its top line.
        func reach(_ clef: KeySignature.Clef) -> (top: Int, bottom: Int) {
            var reach = (top: 0, bottom: StaffLayout.y(0))
            for box in heads.filter({ $0.clef == clef }).map({ $0.box })
                + signs.filter({ $0.clef == clef }).map({ $0.box })
            {
                reach = (min(reach.top, box.top), max(reach.bottom, box.bottom))
            }
            if let stem = stem(clef) { reach = (min(reach.top, stem.to), max(reach.bottom, stem.to)) }
            let octaves = octaves(clef)
            if octaves > 0 { reach.top -= StaffLayout.octaveHeight }
            if octaves < 0 { reach.bottom += StaffLayout.octaveHeight }
            return reach
        }

        /// The staves that these columns need: both, unless all notes are on one.
        static func staves(of columns: [Column]) -> [KeySignature.Clef] {
            let used = KeySignature.Clef.allCases.filter { clef in
                columns.contains { $0.heads.contains { $0.clef == clef } }
            }
            return used.isEmpty ? KeySignature.Clef.allCases : used
        }
    }
}

extension StaffLayout.Column.Head {
    package var box: StaffLayout.Box { StaffLayout.headBox.moved(by: x, y) }

    /// Whether its accidental differs from the signature.
    fileprivate func needsSign(in signature: KeySignature?) -> Bool {
        let usual = signature?.names.first { $0.letter == note.tone.name.letter }?.accidental ?? .natural
        return note.tone.name.accidental != usual
    }
}

extension KeySignature.Clef {
    /// The ``Tone/staffPlace`` of the bottom line: E4, or G2.
    var bottom: Int { self == .treble ? 30 : 18 }
}

/// The distribution of notes over the staves, with octave transpositions.
private struct Distribution {
    /// The index of the first note on the upper staff. Earlier notes are on the lower one.
    let split: Int
    /// How many octaves the notes of the upper staff sound above their written pitch.
    let upper: Int
    /// The same for the lower staff; negative means below.
    let lower: Int

    /// Chooses the distribution. The left hand is on the bass staff and the right hand on the treble staff, if that
    /// takes at most three ledger lines. Otherwise a hand moves to the other staff. If that does not help either, notes
    /// are written an octave from their sounding pitch.
    static func best(for notes: [StaffPicture.Note]) -> Distribution {
        let hands = notes.firstIndex { $0.hand == .right } ?? notes.count
        var best = Distribution(split: hands, upper: 0, lower: 0)
        var least = best.cost(of: notes, hands)
        guard least > 0 else { return best }
        for upper in 0...4 {
            for lower in -2...2 {
                for split in 0...notes.count {
                    let distribution = Distribution(split: split, upper: upper, lower: lower)
                    let cost = distribution.cost(of: notes, hands)
                    if cost < least { (best, least) = (distribution, cost) }
                }
            }
        }
        return best
    }

    /// The position of a note on a staff, in lines and spaces above its bottom line.
    func step(of note: StaffPicture.Note, _ clef: KeySignature.Clef) -> Int {
        note.tone.staffPlace - clef.bottom - 7 * (clef == .treble ? upper : lower)
    }

    /// - Parameter hands: the first note of the right hand.
    private func cost(of notes: [StaffPicture.Note], _ hands: Int) -> Int {
        var excess = 0
        for (index, note) in notes.enumerated() {
            let step = step(of: note, index < split ? .bass : .treble)
            excess += max(0, StaffLayout.ledgers(to: step) - StaffLayout.maximumLedgers)
        }
        // Splitting a hand costs more than five notes on the wrong staff, and less than an octave sign. An 8va above a
        // bass staff costs more than others, because readers do not expect it.
        let isHandSplit = split != hands && split > 0 && split < notes.count
        return 1000 * excess + 100 * (upper + abs(lower)) + (lower > 0 ? 50 : 0) + (isHandSplit ? 10 : 0)
            + abs(split - hands)
    }
}
