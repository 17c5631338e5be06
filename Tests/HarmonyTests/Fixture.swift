import Foundation
import Harmony

/// The tables of the specification, row by row as [column: value].
enum Fixture {
    static let chordTypes = rows(of: "chord-types")
    static let chordDetails = rows(of: "chord-details-C")
    static let pairs = rows(of: "pairs-lower-C")
    static let scaleTypes = rows(of: "scale-types")
    static let voicings = rows(of: "voicings")
    static let upperStructures = rows(of: "upper-structures")
    static let symbolCounts = rows(of: "symbol-counts")
    /// Pairs over C that the jazz vocabulary names otherwise, although the classic one unifies them.
    static let jazzExceptions = rows(of: "jazz-exceptions-C")
    static let contexts = rows(of: "contexts")

    private static func rows(of name: String) -> [[String: String]] {
        let url = Bundle.module.url(forResource: name, withExtension: "tsv", subdirectory: "Fixtures")!
        let text = try! String(contentsOf: url, encoding: .utf8)
        let lines = text.split(separator: "\n").map { line in
            line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
        return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(lines[0], $0)) }
    }
}

/// Spaces that properties are checked over.
enum Everything {
    static let chords: [Chord] = NoteName.roots.flatMap { root in
        Vocabulary.classic.types.map { Chord(root, $0) }
    }
    static let selectableChords: [Chord] = NoteName.roots.flatMap { root in
        Vocabulary.classic.selectable.map { Chord(root, $0) }
    }
    /// The same without enharmonic doubles: one root for each of the twelve keys of the piano.
    static let selectableChordsOnTwelveRoots: [Chord] = (0..<12).flatMap { pitchClass in
        Vocabulary.classic.selectable.map { Chord(NoteName(pitchClass: pitchClass), $0) }
    }
}

func list(_ items: some Sequence<some CustomStringConvertible>) -> String {
    items.map(\.description).joined(separator: ", ")
}
