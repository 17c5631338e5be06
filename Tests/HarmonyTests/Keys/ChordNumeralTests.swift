import Harmony
import Testing

@Suite struct ChordNumerals {
    private let keys = Keys.major + Keys.minor

    private func chord(_ numeral: String, in key: Key) throws -> Chord { try ChordNumeral(numeral).chord(in: key) }

    @Test func withoutQualityIsTheDiatonicSeventhChord() throws {
        for key in Keys.major {
            let read = try ["I", "ii", "iii", "IV", "V", "vi", "vii"].map { try chord($0, in: key) }
            #expect(read == key.sevenths.map(\.chord), "\(key)")
        }
        for key in Keys.minor {
            let read = try ["i", "ii", "♭III", "iv", "v", "♭VI", "♭VII"].map { try chord($0, in: key) }
            #expect(read == key.sevenths.map(\.chord), "\(key)")
            // The dominant of minor has the leading tone.
            #expect(try chord("V", in: key) == Chord(key.tonic.adding(Degree(5)), Chord("G7").type))
        }
    }

    @Test func lowercaseNumeralsKeepWhatFollowsTheMajorSeventh() throws {
        for (numeral, symbol) in [
            ("iΔ", "Cmi(ma7)"), ("iΔ9", "Cmi(ma9)"), ("iimaj7", "Dmi(ma7)"), ("iM7", "Cmi(ma7)"), ("i^7", "Cmi(ma7)"),
            ("imadd9", "Cmiadd9"), ("iadd9", "Cmiadd9"),
        ] {
            #expect(try chord(numeral, in: Key("C")) == Chord(symbol), "\(numeral)")
        }
        for numeral in ["iMxyz", "imajfoo"] {
            #expect(throws: NumeralError.self, "\(numeral)") { try chord(numeral, in: Key("C")) }
        }
    }

    @Test func theTriadIsStated() throws {
        for (numeral, symbol) in [("ii(triad)", "Dmi"), ("V(triad)", "G"), ("vii°", "B°"), ("IV(triad)", "F")] {
            let read = try ChordNumeral(numeral)
            let key = try Key("C")
            #expect(try read.chord(in: key) == Chord(symbol))
            #expect(read.text(in: key) == numeral)
        }
    }

    /// Section 15 of the theory: a dominant a fifth above its target, its substitute a half step above, and the related
    /// second a whole step above.
    @Test func appliedChordsLeadToTheirTargets() throws {
        for key in Keys.major {
            for (degree, target) in zip([2, 3, 4, 5, 6], ["ii", "iii", "IV", "V", "vi"]) {
                let goal = key.tonic.adding(Degree(degree)).pitchClass
                for (numeral, distance, type) in [
                    ("V/", 7, "7"), ("subV/", 1, "7"), ("ii/", 2, target == target.uppercased() ? "mi7" : "mi7(b5)"),
                    ("vii/", 11, target == target.uppercased() ? "mi7(b5)" : "°7"),
                ] {
                    let read = try chord(numeral + target, in: key)
                    #expect(read.root.pitchClass == (goal + distance) % 12, "\(numeral)\(target) in \(key)")
                    #expect(try read.type == Chord("C" + type).type, "\(numeral)\(target) in \(key)")
                }
            }
            #expect(try chord("subV", in: key).root.pitchClass == (key.tonic.pitchClass + 1) % 12)
        }
    }

    /// Whatever the analysis writes can be typed.
    @Test func numeralsOfTheAnalysisAreReadBack() throws {
        let types = Vocabulary.jazz.types
        for root in 0..<12 {
            for type in types where !type.isRootless {
                for isInMinor in [false, true] {
                    let function = HarmonicFunction(.degree, on: root, goal: .major, isInMinor: isInMinor, of: type)
                    let key = try Key(isInMinor ? "Cm" : "C")
                    let read = try ChordNumeral(function.numeral)
                    let chord = read.chord(in: key)
                    #expect(chord.root.pitchClass == root, "\(function.numeral)")
                    let isStated = read.text(in: key) == function.numeral
                    let isTriad = read.text(in: key).hasPrefix(function.numeral) && !function.numeral.contains("7")
                    #expect(isStated || isTriad, "\(function.numeral) \(read.text(in: key))")
                }
            }
        }
    }

    @Test func writtenNumeralsKeepTheirChord() throws {
        let accidentals = ["", "♭", "♯"]
        let degrees = ["I", "II", "III", "IV", "V", "VI", "VII"].flatMap { [$0, $0.lowercased()] }
        let qualities = ["", "7", "ma7", "6", "ø7", "°7", "°", "Δ7", "(triad)", "+", "7sus4", "(add9)", "13(♭9)", "69"]
        var count = 0
        for key in keys {
            for numeral in accidentals.flatMap({ sign in degrees.map { sign + $0 } }) {
                for quality in qualities {
                    guard let read = try? ChordNumeral(numeral + quality) else { continue }
                    count += 1
                    let text = read.text(in: key)
                    let again = try ChordNumeral(text)
                    #expect(again.text(in: key) == text, "\(numeral)\(quality) in \(key)")
                    #expect(again.chord(in: key).root == read.chord(in: key).root)
                    // Tensions are left out, but never the third, fifth or seventh.
                    for degree in [Degree(3), Degree(3, -1), Degree(7), Degree(7, -1), Degree(7, -2), Degree(5, -1)] {
                        #expect(
                            again.chord(in: key).type.degrees.contains(degree)
                                == read.chord(in: key).type.degrees.contains(degree), "\(numeral)\(quality) \(text)")
                    }
                }
            }
        }
        #expect(count > 10_000)
    }

    @Test(arguments: [
        "", "VIII", "Vi", "subII", "subv", "V7/x", "ii/", "iix", "H7", "♭", "♭♭VII", "V7/ii7", "C", "1", "V/3", "I/E",
    ])
    func otherTextIsRefused(_ text: String) {
        #expect(throws: NumeralError.self) { try ChordNumeral(text) }
    }

    @Test(arguments: [
        ("bVII7", "B♭7"), ("#iv°7", "F♯°7"), ("ii-7b5", "Dmi7(♭5)"), ("IIm7", "Dmi7"), ("I6/9", "C69"),
        ("V7alt", "G7alt"), ("iΔ7", "Cmi(ma7)"), ("ima7", "Cmi(ma7)"), ("IΔ7", "Cma7"), ("V7sus4", "G7sus4"),
        ("V+7", "G7(♯5)"), ("viio7", "B°7"), ("viidim7", "B°7"), ("vim7", "Ami7"), ("IV^7", "Fma7"),
    ])
    func spellingsOfMusicians(_ numeral: String, _ symbol: String) throws {
        let key = try Key("C")
        #expect(try chord(numeral, in: key) == Chord(symbol))
    }
}
