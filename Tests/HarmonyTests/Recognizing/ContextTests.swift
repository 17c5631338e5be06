import Harmony
import Testing

/// Voicings with the titles that a teacher writes, by key, neighbors and bass player (contexts.tsv).
@Suite struct NamingInContext {
    @Test func contextsAreNamedAsATeacherWould() throws {
        #expect(Fixture.contexts.count == 269)
        for row in Fixture.contexts {
            func chord(_ column: String) throws -> Chord? {
                try row[column].flatMap { $0.isEmpty ? nil : try Chord($0) }
            }
            let context = NamingContext(
                key: try row["key"].flatMap { $0.isEmpty ? nil : try Key($0) }, previous: try chord("after"),
                next: try chord("before"), hasBassPlayer: row["band"] == "yes")
            let pitches = row["notes"]!.split(separator: " ").map { Int($0)! }
            let title = ChordFinder().find(pitches: pitches, in: context).readings[0].title
            let titles = [row["expected"]!] + row["acceptable"]!.split(separator: ",").map(String.init)
            let isSpelling = row["rule"]!.contains("spelling")
            let isOctave = row["rule"] == "add9 or add2"
            let accepted = try titles.map { try Essence($0, isSpelling: isSpelling, isOctave: isOctave) }
            let found = try Essence(title, isSpelling: isSpelling, isOctave: isOctave)
            #expect(accepted.contains(found), "\(row["notes"]!): \(title), not \(titles)")
        }
    }
}

/// What a title says without what players leave out: the natural fifth, and the ninth and eleventh under a thirteenth.
private struct Essence: Equatable {
    let root: Int
    let bass: Int
    let degrees: Set<String>

    init(_ title: String, isSpelling: Bool, isOctave: Bool) throws {
        let chord = try Chord(title)
        root = isSpelling ? chord.root.fifths : chord.root.pitchClass
        bass = isSpelling ? chord.lowest.fifths : chord.lowest.pitchClass
        var degrees = Set(chord.type.degrees.map(\.name))
        let third = degrees.contains("3") || degrees.contains("♭3")
        func replace(_ old: String, _ new: String) { if degrees.remove(old) != nil { degrees.insert(new) } }
        if !degrees.contains("5"), degrees.contains("3") {
            replace("♯5", "♭13")
            replace("♭5", "♯11")
        }
        if !isOctave {
            replace("2", "9")
            if third { replace("4", "11") }
        }
        if degrees.contains("13") { degrees.subtract(["9", "11"]) }
        if degrees.contains("11") { degrees.subtract(["9"]) }
        self.degrees = degrees.subtracting(["1", "5"])
    }
}
