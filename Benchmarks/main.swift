import Exchange
import Foundation
import Harmony
import Instruments
import Rendering
import Tunes

// Measures the engine: `swift run -c release Benchmarks`. Each figure is the best of several rounds, because noise only
// adds time. `Benchmarks/batch` measures time and memory of the command line over all pairs.

// A process computes its tables once, so this program starts itself again to measure that.
let tables = "tables"
if CommandLine.arguments.dropFirst() == [tables] {
    let start = ContinuousClock.now
    let types = Vocabulary.jazz.types.count
    let first = ChordFinder().firstReading(of: PitchClassSet([0, 4, 10]), bass: 0)
    let elapsed = start.duration(to: .now)
    guard types > 0, first != nil else { exit(1) }
    print(elapsed.components.attoseconds / 1_000_000_000)
    exit(0)
}

try measure("tables ready, in a new process", target: "30 ms") {
    let process = Process()
    let output = Pipe()
    process.executableURL = Bundle.main.executableURL
    process.arguments = [tables]
    process.standardOutput = output
    try process.run()
    let answer = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return Double(answer.trimmingCharacters(in: .whitespacesAndNewlines)) ?? .infinity
}

let combiner = ChordCombiner()
let classicCombiner = ChordCombiner(vocabulary: .classic)
let finder = ChordFinder()
let vocabulary = Vocabulary.classic
let selectable = NoteName.roots.flatMap { root in vocabulary.selectable.map { Chord(root, $0) } }
let all = NoteName.roots.flatMap { root in vocabulary.types.map { Chord(root, $0) } }
let names = all.map(\.name)

for (title, combiner, decision, everything) in [
    ("combine a pair", combiner, "40 ns", "2 µs"), ("the same, classic", classicCombiner, "20 ns", "1.5 µs"),
] {
    measure("\(title): kind, type and root", times: selectable.count * selectable.count, target: decision) {
        var sum = 0
        for lower in selectable {
            for upper in selectable {
                let outcome = combiner.outcome(lower: lower, upper: upper)
                sum &+= outcome.root.fifths &+ (outcome.typeIndex ?? 0)
            }
        }
        return sum
    }

    measure("\(title): titles, notes, voicing", times: selectable.count * selectable.count, target: everything) {
        var sum = 0
        for lower in selectable {
            for upper in selectable {
                let combination = combiner.combine(lower: lower, upper: upper)
                sum &+= combination.title.utf8.count &+ (combination.precise?.utf8.count ?? 0)
                for note in combination.notes { sum &+= note.tone.pitch &+ note.tone.name.fifths }
            }
        }
        return sum
    }
}

// Each set over each of its notes.
measure("first reading of what sounds", times: 24_576, target: "30 ns") {
    var sum = 0
    for bits in UInt16(1)..<4096 {
        let set = PitchClassSet(bits: bits)
        for bass in set { sum &+= finder.firstReading(of: set, bass: bass)?.root.fifths ?? 0 }
    }
    return sum
}

measure("the same, classic", times: 24_576, target: "50 ns") {
    let finder = ChordFinder(vocabulary: .classic)
    var sum = 0
    for bits in UInt16(1)..<4096 {
        let set = PitchClassSet(bits: bits)
        for bass in set { sum &+= finder.firstReading(of: set, bass: bass)?.root.fifths ?? 0 }
    }
    return sum
}

// Some sets of all sizes. A short round is rarely interrupted.
for withReasons in [false, true] {
    measure("all readings of what sounds\(withReasons ? ", with reasons" : "")", times: 315, target: "10 µs") {
        var sum = 0
        for bits in stride(from: 1, to: 4096, by: 13) {
            let pitches = (0..<12).filter { bits >> $0 & 1 == 1 }.map { 48 + $0 }
            for reading in finder.find(pitches: pitches).readings {
                sum &+= withReasons ? reading.why.utf8.count : reading.cost
            }
        }
        return sum
    }
}

// Named as in a file: each hand, and the path through the readings of all.
measure("name a chord in a row of them", times: 4095, target: "20 µs") {
    var naming = RowNaming(as: RecognitionOptions())
    var chords: [ChordInRow] = []
    for bits in 1..<4096 {
        // In a scattered order, because consecutive sets share most of their notes.
        let set = bits * 2731 % 4096
        chords += naming.add((0..<12).filter { set >> $0 & 1 == 1 }.map { 48 + $0 })
    }
    chords += naming.end()
    return chords.reduce(0) { $0 &+ ($1.harmony.name?.utf8.count ?? 0) }
}

measure("read a precise symbol", times: names.count, target: "300 ns") {
    names.reduce(0) { $0 &+ ((try? Chord($1))?.root.fifths ?? 1000) }
}

measure("write a precise symbol", times: all.count, target: "300 ns") {
    all.reduce(0) { $0 &+ $1.name.utf8.count }
}

// A short list and two of the longest, as JSON.
for (symbol, mode) in [("C13(b9)", "exact"), ("Cma13(#11)", "playable, band"), ("G7alt", "playable, band")] {
    let chord = try Chord(symbol)
    measure("ways to play \(chord.title), \(mode)", times: 10, target: "5 ms") {
        (0..<10).reduce(0) { sum, _ in
            let ways = Ways(of: chord, playable: mode != "exact", hasBassPlayer: mode != "exact")
            return sum &+ Answers.json(ways).text.utf8.count
        }
    }
}

measure("a board of 12 roots and 28 types", times: 10, target: "2 ms") {
    let chord = try? Chord("C7")
    return (0..<10).reduce(0) { sum, _ in
        let board = chord.map { Board($0, types: Vocabulary.jazz.selectable) }
        return sum &+ (board?.cells.reduce(0) { $0 &+ $1.combination.title.utf8.count &+ $1.tensionHundredths } ?? 0)
    }
}

measure("full details of a chord", times: all.count, target: "100 µs") {
    all.reduce(0) { $0 &+ ChordDetails(of: $1).scales.parent.count }
}

measure("lay out and draw the largest graph", times: 20, target: "2 ms") {
    let chord = try? Chord("C°11(♭13addΔ7)")
    return (0..<20).reduce(0) { sum, _ in sum &+ (chord.map { GraphSVG.document(ChordGraph(of: $0)).utf8.count } ?? 0) }
}

// A chorus, as the page draws it.
measure("lay out and draw a staff of 32 bars", times: 10, target: "2 ms") {
    let symbols = ["Dmi9", "G13(b9)", "Cma13(#11)", "A7(#9b13)"]
    let row = symbols.compactMap { symbol in
        (try? Chord(symbol)).flatMap { Voicer().voicings(of: .chord($0), in: .close).list.first }
    }
    let chorus = (0..<32).compactMap { row.isEmpty ? nil : row[$0 % row.count] }
    return (0..<10).reduce(0) { sum, _ in
        sum &+ StaffSVG.document(StaffPicture(row: chorus, showing: .degrees), Presentation()).utf8.count
    }
}

let voicer = Voicer()
let voiced = ["C", "C7", "Cma9", "C13(b9)", "Cmi11", "Cma13(#11)", "D/C"].compactMap { try? Chord($0) }
measure("the best voicing of a chord in all styles", times: voiced.count, target: "500 µs") {
    voiced.reduce(0) { sum, chord in voicer.best(of: .chord(chord)).reduce(sum) { $0 &+ $1.cost } }
}

// Two chords a bar, each with 150 to 200 voicings, of which 200 are tried at most.
let chorus = (0..<64).map { index in
    let names = ["Cmi11", "C7alt", "Cma13(#11)", "C13"]
    let chord = try! Chord(names[index % 4])
    return ChordToVoice.chord(Chord(NoteName(pitchClass: index % 16 * 5 % 12), chord.type))
}
measure("lead 64 chords, up to 200 voicings each", times: 1, target: "20 ms") {
    Leading(of: chorus, in: .only(.spread)).cost.total
}

// The wait when a long tune is opened and played: eight choruses of a blues.
let blues = "F7 Bb7 F7 Cm7 F7 Bb7 Bdim7 F7 Am7b5 D7b9 Gm7 C7 F7 D7b9 Gm7 C7".split(separator: " ")
let choruses = (0..<8).flatMap { _ in blues.compactMap { try? Chord(String($0)) }.map { ChordToVoice.chord($0) } }
measure("lead 128 chords in whatever lies best", times: 1, target: "50 ms") {
    Leading(of: choruses, in: .any).cost.total
}

// Without a key, all 24 are tried. Every chord also gets its scales.
let form = TuneText.read(
    "| Fm7 | Bbm7 | Eb7 | Abmaj7 | Dbmaj7 | G7 | Cmaj7 | % | Cm7 | Fm7 | Bb7 | Ebmaj7 | Abmaj7 | D7 | Gmaj7 | E7 |"
        + " Am7 | D7 | Gmaj7 | % | F#m7b5 | B7 | Emaj7 | C7 | Fm7 | Bbm7 | Eb7 | Abmaj7 | Dbmaj7 | Dbm7 | Cm7 | Bdim7 |"
).tunes[0]
measure("analyze a tune of 32 bars without a key", times: 10, target: "5 ms") {
    (0..<10).reduce(0) { sum, _ in
        let analysis = TuneAnalysis(of: form)
        return sum &+ analysis.cadences.count &+ analysis.chords.reduce(0) { $0 &+ $1.scales.count }
    }
}
