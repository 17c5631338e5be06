import Answers
import Harmony

// How fast the engine answers: `swift run -c release Benchmarks`. Each figure is the best of several rounds, for noise
// only ever adds time.

let combiner = ChordCombiner()
let vocabulary = Vocabulary.classic
let selectable = NoteName.roots.flatMap { root in vocabulary.selectable.map { Chord(root, $0) } }
let all = NoteName.roots.flatMap { root in vocabulary.types.map { Chord(root, $0) } }
let names = all.map(\.name)

measure("combine a pair: kind, type and root", times: selectable.count * selectable.count, target: "20 ns") {
    var sum = 0
    for lower in selectable {
        for upper in selectable {
            let outcome = combiner.outcome(lower: lower, upper: upper)
            sum &+= outcome.root.fifths &+ (outcome.typeIndex ?? 0)
        }
    }
    return sum
}

measure("combine a pair: titles, notes, voicing", times: selectable.count * selectable.count, target: "1.5 µs") {
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

measure("recognise a pitch-class set", times: 4095, target: "50 ns") {
    let finder = ChordFinder()
    var sum = 0
    for bits in UInt16(1)..<4096 {
        let set = PitchClassSet(bits: bits)
        sum &+= finder.firstReading(of: set, bass: bits.trailingZeroBitCount)?.root.fifths ?? 0
    }
    return sum
}

measure("read a precise symbol", times: names.count, target: "300 ns") {
    names.reduce(0) { $0 &+ ((try? Chord($1))?.root.fifths ?? 1000) }
}

measure("write a precise symbol", times: all.count, target: "300 ns") {
    all.reduce(0) { $0 &+ $1.name.utf8.count }
}

measure("full details of a chord", times: all.count, target: "100 µs") {
    all.reduce(0) { $0 &+ ChordDetails(of: $1).scales.parent.count }
}

measure("lay out and draw the largest graph", times: 20, target: "2 ms") {
    let chord = try? Chord("C°11(♭13addΔ7)")
    return (0..<20).reduce(0) { sum, _ in sum &+ (chord.map { GraphSVG.document(ChordGraph(of: $0)).utf8.count } ?? 0) }
}
