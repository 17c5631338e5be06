import Harmony
import Testing

@Suite struct EssentialsTests {
    private func needed(_ symbol: String, hasBassPlayer: Bool = false) throws -> String {
        let chord = try Chord(symbol)
        let needed = chord.essentials(hasBassPlayer: hasBassPlayer).needed
        return chord.type.degrees.filter { needed.contains((chord.root.pitchClass + $0.pitchClass) % 12) }.map(\.name)
            .joined(separator: " ")
    }

    @Test(arguments: [
        ("C", "1 3 5"), ("C7", "1 3 ♭7"), ("C7(b5)", "1 3 ♭5 ♭7"), ("Fmi7", "1 ♭3 ♭7"), ("C9", "1 3 ♭7 9"),
        ("C13", "1 3 ♭7 13"),
        ("C13(b9)", "1 3 ♭7 ♭9 13"), ("Cmi11", "1 ♭3 ♭7 11"), ("C11", "1 ♭7 9 11"), ("Csus4", "1 4 5"), ("C6", "1 3 6"),
        ("C°7", "1 ♭3 ♭5 °7"),
        ("C7alt", "1 3 ♭7"),
    ])
    func fifthsAndImpliedExtensionsAreOptional(_ symbol: String, _ degrees: String) throws {
        #expect(try needed(symbol) == degrees)
    }

    @Test func lowestNoteIsOptionalWithABassPlayer() throws {
        #expect(try needed("C7", hasBassPlayer: true) == "3 ♭7" && needed("C/E", hasBassPlayer: true) == "1 5")
        let slash = try Chord("D/C").essentials()
        #expect(slash.needed == PitchClassSet([0, 2, 6, 9]) && slash.all == slash.needed)
    }

    @Test func altDoesNotSpecifyItsAlterations() throws {
        let alt = try Chord("G7alt").essentials()
        #expect(alt.oneOf == [PitchClassSet([8, 10]), PitchClassSet([1, 3])])
        // G B F with A♭ and E♭; without any ninth.
        #expect(alt.areMet(by: PitchClassSet([7, 11, 5, 8, 3])) && !alt.areMet(by: PitchClassSet([7, 11, 5, 3])))
        #expect(!alt.areMet(by: PitchClassSet([7, 11, 5, 8, 3, 2])))
    }
}
