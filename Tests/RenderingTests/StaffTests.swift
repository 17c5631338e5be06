import Harmony
import Rendering
import Testing

/// A voicing with given keys and spellings.
private func voicing(_ symbol: String, left: [String], right: [String]) throws -> Voicing {
    let chord = try Chord(symbol)
    func tones(_ names: [String]) throws -> [Tone] {
        try names.map { text in
            let name = try NoteName(String(text.dropLast()), in: .english)
            let octave = try #require(text.last?.wholeNumberValue)
            return Tone(
                pitch: 12 * (octave + 1) + naturals[name.letter.rawValue] + name.accidental.semitones, name: name,
                degree: nil)
        }
    }
    return Voicing(subject: .chord(chord), style: .close, left: try tones(left), right: try tones(right))
}

/// Semitones from C to each letter.
private let naturals = [0, 2, 4, 5, 7, 9, 11]

/// The key of a written note, from its line or space, octave signs, and accidental or signature.
private func read(_ head: StaffLayout.Column.Head, in column: StaffLayout.Column, _ signature: KeySignature?) -> Int {
    // The bottom lines are E4 and G2.
    let bottom = head.clef == .treble ? 7 * 4 + 2 : 7 * 2 + 4
    let place = bottom + head.step + 7 * column.octaves(head.clef)
    let letter = place % 7
    let before = column.signs.filter { $0.clef == head.clef && $0.step == head.step }
    var alteration = signature?.names.first { $0.letter.rawValue == letter }?.accidental.semitones ?? 0
    // Two notes on one line have an accidental each.
    if !before.isEmpty {
        let own = before.first { $0.accidental == head.note.tone.name.accidental }
        alteration = own?.accidental.semitones ?? 99
    }
    return 12 * (place / 7 + 1) + naturals[letter] + alteration
}

/// The faults of a chord on its staves; empty if it is correct.
private func faults(_ column: StaffLayout.Column, _ signature: KeySignature?, tops: (KeySignature.Clef) -> Int)
    -> [String]
{
    var faults: [String] = []
    let heads = column.heads.map { ($0, $0.box.moved(by: 0, tops($0.clef))) }
    let signs = column.signs.map { ($0, $0.box.moved(by: 0, tops($0.clef))) }
    for (index, (head, box)) in heads.enumerated() {
        let name = head.note.tone.name.text
        if !(-7...15).contains(head.step) { faults.append("\(name) has more than three ledger lines") }
        if read(head, in: column, signature) != head.note.tone.pitch { faults.append("\(name) is read otherwise") }
        for (other, otherBox) in heads[..<index] where box.meets(otherBox) {
            faults.append("\(name) lies on \(other.note.tone.name.text)")
        }
        for (sign, signBox) in signs where box.meets(signBox) {
            faults.append("\(sign.accidental.sign) touches \(name)")
        }
    }
    for (index, (sign, box)) in signs.enumerated() {
        for (other, otherBox) in signs[..<index] where box.meets(otherBox) {
            faults.append("\(sign.accidental.sign) touches \(other.accidental.sign)")
        }
        for ledger in column.ledgers {
            let half = StaffLayout.ledgerWidth / 2
            let y = tops(ledger.clef) + ledger.y
            let line = StaffLayout.Box(left: ledger.x - half, top: y, right: ledger.x + half, bottom: y + 1)
            if box.meets(line) { faults.append("\(sign.accidental.sign) touches a ledger line") }
        }
    }
    // Every ledger line from the staff to a note.
    for head in column.heads {
        let lines =
            stride(from: -2, through: head.step, by: -2).map { $0 }
            + stride(from: 10, through: head.step, by: 2).map { $0 }
        for line in lines
        where !column.ledgers.contains(where: { $0.clef == head.clef && $0.step == line && $0.x == head.x }) {
            faults.append("\(head.note.tone.name.text) lacks a ledger line")
        }
    }
    return faults
}

private func faults(of picture: StaffPicture, in signature: KeySignature? = nil) -> [String] {
    let layout = StaffLayout(picture, Presentation())
    return layout.columns.flatMap { faults($0, signature) { layout.top($0) ?? 0 } }
}

@Suite("Staff")
struct StaffTests {
    private static let signatures = [-7, -4, 0, 3, 7].map { KeySignature(fifths: $0) }

    @Test(
        """
            Every chord on every root in any key: signs do not touch, notes have the right pitch, at most three ledger \
            lines
            """
    )
    func chords() {
        for root in NoteName.roots {
            for type in Vocabulary.classic.types {
                let chord = Chord(root, type)
                for signature in StaffTests.signatures {
                    let stack = StaffPicture(
                        [StaffPicture.Column(stacking: .chord(chord))], signature: signature, showing: .nothing)
                    #expect(faults(of: stack, in: signature) == [], "\(chord) in \(signature.fifths)")
                }
                for voicing in Voicer().best(of: .chord(chord)) {
                    #expect(faults(of: StaffPicture(of: voicing)) == [], "\(chord), \(voicing.style.title)")
                }
            }
        }
    }

    @Test("The same for every selectable pair of chords, on a white and a black root, as a stack and for two hands")
    func pairs() {
        let combiner = ChordCombiner(vocabulary: .classic)
        let types = Vocabulary.classic.selectable
        for lowerRoot in NoteName.roots {
            for upperRoot in [NoteName(.c), NoteName(.a, .flat), NoteName(.f, .sharp)] {
                for lower in types {
                    for upper in types {
                        let pair = combiner.combine(lower: Chord(lowerRoot, lower), upper: Chord(upperRoot, upper))
                        let stack = StaffPicture(
                            [StaffPicture.Column(stacking: .pair(pair))], signature: nil, showing: .nothing)
                        let found = faults(of: stack)
                        #expect(found == [], "\(pair.title) of \(pair.lower) and \(pair.upper)")
                    }
                }
            }
        }
    }

    @Test("A hand anywhere on the piano needs at most three ledger lines")
    func registers() throws {
        for lowest in 21...96 {
            for distance in [0, 12, 24] {
                let left = [0, 7, 16].map { tone(lowest + $0) }
                let right = [17, 21, 24, 33].map { tone(lowest + distance + $0) }.filter { $0.pitch <= 108 }
                let voicing = Voicing(subject: .chord(try Chord("C")), style: .close, left: left, right: right)
                #expect(faults(of: StaffPicture(of: voicing)) == [], "from \(lowest), \(distance) apart")
            }
        }
    }

    private func tone(_ pitch: Int) -> Tone {
        Tone(pitch: pitch, name: NoteName(pitchClass: pitch % 12), degree: nil)
    }

    @Test(
        """
            The left hand is on the bass staff and the right hand on the treble staff, unless that takes a fourth \
            ledger line
            """
    )
    func hands() throws {
        func clefs(_ voicing: Voicing) -> [KeySignature.Clef] {
            StaffLayout(StaffPicture(of: voicing), Presentation()).columns[0].heads.map { $0.clef }
        }
        // A4 has three ledger lines above the bass staff, and so would B4, one space higher. C5 has four.
        #expect(clefs(try voicing("C", left: ["C4", "A4"], right: ["C5"])) == [.treble, .bass, .bass])
        #expect(clefs(try voicing("C", left: ["G4", "C5"], right: ["E5"])) == [.treble, .treble, .treble])
        // E3 is below the third ledger line of the treble staff. D3 would need a fourth.
        #expect(clefs(try voicing("C", left: ["C3"], right: ["E3", "C4"])) == [.treble, .treble, .bass])
        #expect(clefs(try voicing("C", left: ["C2"], right: ["D3", "C4"])) == [.bass, .bass, .bass])
        // F6 has three ledger lines above the treble staff.
        let high = StaffLayout(StaffPicture(of: try voicing("C", left: ["C3"], right: ["G6", "C7"])), Presentation())
        #expect(high.columns[0].octaves(.treble) == 1 && high.columns[0].octaves(.bass) == 0)
        let low = StaffLayout(StaffPicture(of: try voicing("C", left: ["C1"], right: ["C4"])), Presentation())
        #expect(low.columns[0].octaves(.bass) == -1 && low.columns[0].octaves(.treble) == 0)
        let widest = StaffLayout(StaffPicture(of: try voicing("C", left: ["G1"], right: ["F6"])), Presentation())
            .columns[0]
        #expect(widest.octaves(.bass) == 0 && widest.octaves(.treble) == 0)
    }

    @Test(
        """
            The upper note of a second is to the right; in a cluster every other one; two on one line are next to each \
            other
            """
    )
    func seconds() throws {
        func places(_ right: [String]) throws -> [Int] {
            StaffLayout(StaffPicture(of: try voicing("C", left: [], right: right)), Presentation()).columns[0].heads.map
            { $0.place }
        }
        #expect(try places(["C4", "D4"]) == [0, 1])
        #expect(try places(["C4", "E4"]) == [0, 0])
        #expect(try places(["C4", "D4", "E4", "F4"]) == [0, 1, 0, 1])
        #expect(try places(["D♭4", "D♯4"]) == [0, 1])
        #expect(try places(["D♭4", "D♯4", "E4"]) == [0, 1, 2])
        #expect(try places(["D♭4", "D♯4", "F4"]) == [0, 1, 0])
    }

    @Test(
        """
            Accidentals: the top one nearest, then the bottom one, then inwards, a new column where two are nearer \
            than a seventh
            """
    )
    func accidentals() throws {
        func order(_ right: [String], in signature: KeySignature? = nil) throws -> [(sign: String, x: Int)] {
            let picture = StaffPicture(row: [try voicing("C", left: [], right: right)], signature: signature)
            return StaffLayout(picture, Presentation()).columns[0].signs.map { ($0.accidental.sign, $0.x) }
        }
        // An octave apart: both in the first column. A sixth apart: the lower one further left.
        let octave = try order(["F♯4", "F♯5"])
        #expect(octave[0].x == octave[1].x)
        let seventh = try order(["E♭4", "D♯5"])
        #expect(seventh.map { $0.sign } == ["♯", "♭"] && abs(seventh[0].x - seventh[1].x) <= 1, "right edges agree")
        let sixth = try order(["F♯4", "D♯5"])
        #expect(sixth[1].x < sixth[0].x)
        let four = try order(["C♯4", "E♯4", "G♯4", "B♯4"])
        #expect(four.count == 4 && four[0].x == four[1].x, "B♯ and C♯ are a seventh apart")
        #expect(four[2].x < four[0].x && four[3].x < four[2].x)
        // Accidentals of the signature are not repeated, and different ones cancel it.
        let key = KeySignature(fifths: -3)
        #expect(try order(["E♭4", "G4", "B♭4"], in: key).isEmpty)
        #expect(try order(["E4", "G4", "B4"], in: key).map { $0.sign } == ["♮", "♮"])
        // A double flat is written with its simple name: here the A that cancels A♭.
        #expect(try order(["E4", "G4", "B𝄫4"], in: key).map { $0.sign } == ["♮", "♮"])
        // Two notes on one line are distinguishable.
        #expect(try Set(order(["D♭4", "D4"]).map { $0.sign }) == ["♭", "♮"])
    }

    @Test("One staff if all notes fit on one, and a bar line after each chord")
    func staves() throws {
        #expect(
            StaffLayout(StaffPicture(of: try voicing("C", left: [], right: ["C4"])), Presentation()).staves == [.treble]
        )
        #expect(
            StaffLayout(StaffPicture(of: try voicing("C", left: ["C3"], right: [])), Presentation()).staves == [.bass])
        let both = try voicing("C", left: ["C3"], right: ["C4"])
        #expect(StaffLayout(StaffPicture(of: both), Presentation()).staves == [.treble, .bass])
        for bars in [1, 4, 5, 32] {
            var html = HTML()
            StaffPicture(row: Array(repeating: both, count: bars)).write(to: &html, Presentation())
            // Each staff has its lines, and each line of four bars its clefs.
            #expect(html.text.split(separator: "class=\"chord\"").count - 1 == bars)
            #expect(html.text.split(separator: "class=\"treble\"").count - 1 == (bars + 3) / 4)
        }
    }

    @Test("The boxes that keep signs apart contain the drawn shapes")
    func shapes() {
        for semitones in -2...2 {
            let accidental = Accidental(semitones: semitones)
            let drawn = bounds(of: StaffShapes.path(accidental, x: 0, y: 0))
            let box = StaffLayout.box(of: accidental)
            // Sums of tenths are not exact.
            let wide = 1e-9
            #expect(
                Double(box.left) - wide <= drawn.left && drawn.right <= Double(box.right) + wide,
                "\(accidental.sign) \(drawn)")
            #expect(
                Double(box.top) - wide <= drawn.top && drawn.bottom <= Double(box.bottom) + wide,
                "\(accidental.sign) \(drawn)")
        }
        // The oval of a note: the ends of its arcs and their semi-axis.
        #expect(StaffShapes.wholeNote.hasPrefix("m-8 0a8 4.9 0 1 1 16 0"))
        #expect(StaffLayout.headBox.right - StaffLayout.headBox.left == 16)
    }

    @Test("The description in words uses musicians’ terms")
    func words() throws {
        let played = try voicing("C13(b9)", left: ["C3", "E3", "B♭3"], right: ["A4", "D♭5", "E5"])
        #expect(
            StaffPicture(of: played).sentence(Presentation()) == """
                Grand staff. C 13 flat 9: left hand C3 E3 B flat 3, right hand A4 D flat 5 E5.
                """)
        let row = StaffPicture(
            row: [try voicing("Cma7", left: [], right: ["B3", "C4"])], signature: KeySignature(fifths: 2))
        #expect(row.sentence(Presentation()) == "Treble staff, two sharps. C major 7: right hand B3 C4.")
        #expect(
            StaffPicture(signature: KeySignature(fifths: -1)).sentence(Presentation())
                == "one flat on treble and bass staff")
    }
}

/// The extent of a path of moves, lines and curves, from their end points and control points.
private func bounds(of path: String) -> (left: Double, top: Double, right: Double, bottom: Double) {
    var x = 0.0, y = 0.0, start = (0.0, 0.0)
    var bounds = (left: 1000.0, top: 1000.0, right: -1000.0, bottom: -1000.0)
    var rest = Substring(path)
    func seen(_ x: Double, _ y: Double) {
        bounds = (min(bounds.left, x), min(bounds.top, y), max(bounds.right, x), max(bounds.bottom, y))
    }
    while let command = rest.popFirst() {
        let end = rest.firstIndex { $0.isLetter } ?? rest.endIndex
        var numbers: [Double] = [], word = ""
        for character in rest[..<end] + " " {
            let endsWord = character == " " || character == "-" || (character == "." && word.contains("."))
            if endsWord, !word.isEmpty {
                numbers.append(Double(word) ?? .nan)
                word = ""
            }
            if character != " " { word.append(character) }
        }
        rest = rest[end...]
        switch command {
        case "M": (x, y) = (numbers[0], numbers[1]); start = (x, y); continue
        case "m": (x, y) = (x + numbers[0], y + numbers[1]); start = (x, y)
        case "h": x += numbers[0]
        case "v": y += numbers[0]
        case "l":
            for place in stride(from: 0, to: numbers.count, by: 2) {
                (x, y) = (x + numbers[place], y + numbers[place + 1])
                seen(x, y)
            }
        case "c":
            for place in stride(from: 0, to: numbers.count, by: 2) { seen(x + numbers[place], y + numbers[place + 1]) }
            (x, y) = (x + numbers[numbers.count - 2], y + numbers[numbers.count - 1])
        case "z": (x, y) = start
        default: seen(.infinity, .infinity)
        }
        seen(x, y)
    }
    return bounds
}
