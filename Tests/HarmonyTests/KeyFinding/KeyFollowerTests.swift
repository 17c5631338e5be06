import Harmony
import Testing

private func chords(_ symbols: String, up key: Int) -> [(chord: Chord, quarters: Int)] {
    symbols.split(separator: " ").map { symbol in
        let chord = try! Chord(String(symbol))
        let root = NoteName(pitchClass: (chord.root.pitchClass + key) % 12)
        return (Chord(root, chord.type), 4)
    }
}

private func tonics(_ keys: [Key?]) -> [String] {
    keys.map { key in key.map { "\($0.tonic.pitchClass) " + $0.mode.name } ?? "none" }
}

@Suite struct KeyFollowerTests {
    @Test(arguments: 0..<12) func aCadenceShowsItsKey(up key: Int) {
        let major = KeyFollower.keys(of: chords("Dmi7 G7 Cma7 Cma7", up: key))
        #expect(Set(tonics(major)) == ["\(key) major"])
        let minor = KeyFollower.keys(of: chords("Dmi7(b5) G7 Cmi6 Cmi6", up: key))
        #expect(Set(tonics(minor)) == ["\(key) minor"])
    }

    @Test(arguments: 0..<12) func appliedDominantsDoNotChangeTheKey(up key: Int) {
        let keys = KeyFollower.keys(of: chords("Cma7 A7 Dmi7 G7 Emi7 A7 Dmi7 G7 Cma7", up: key))
        #expect(Set(tonics(keys)) == ["\(key) major"])
    }

    @Test(arguments: 0..<12) func aCadenceInAnotherKeyChangesIt(up key: Int) {
        let there = "F#mi7 B7 Ema7 Ema7"
        let keys = KeyFollower.keys(of: chords("Dmi7 G7 Cma7 Cma7 \(there) Dmi7 G7 Cma7", up: key))
        let home = "\(key) major"
        let other = "\((key + 4) % 12) major"
        #expect(tonics(keys) == [home, home, home, home, other, other, other, other, home, home, home])
    }

    @Test(arguments: 0..<12) func aBluesIsInTheKeyOfItsFirstChord(up key: Int) {
        let blues = "C7 F7 C7 C7 F7 F7 C7 C7 G7 F7 C7 G7"
        #expect(Set(tonics(KeyFollower.keys(of: chords(blues, up: key)))) == ["\(key) major"])
    }

    @Test func parallelChordsHaveNoKey() {
        #expect(KeyFollower.keys(of: chords("Cmi7 Emi7 G#mi7 Cmi7 Emi7 G#mi7", up: 0)).allSatisfy { $0 == nil })
        #expect(KeyFollower.keys(of: []).isEmpty)
        // Two roots do not show a key.
        #expect(KeyFollower.keys(of: chords("Dmi7 G7 Dmi7 G7", up: 0)).allSatisfy { $0 == nil })
    }

    /// The written signature decides between two names of one key.
    @Test func theSignatureSpellsTheKey() {
        let row = chords("Dmi7 G7 Cma7", up: 6)
        for (signature, name) in [(6, "F♯ major"), (-6, "G♭ major")] {
            let keys = KeyFollower.keys(of: row, signature: KeySignature(fifths: signature))
            #expect(keys.allSatisfy { $0?.name == name })
        }
    }

    /// Chord by chord the key becomes surer, and another cadence changes it.
    @Test func theKeyIsFollowed() {
        var follower = KeyFollower()
        #expect(follower.key == nil && follower.confidence == 50)
        var confidence: [Int] = []
        for (chord, quarters) in chords("Dmi7 G7 Cma7", up: 0) {
            follower.add(chord, quarters: quarters)
            confidence.append(follower.confidence)
        }
        #expect(follower.key?.name == "C major" && confidence == confidence.sorted() && confidence[2] > confidence[0])
        for (chord, quarters) in chords("Dmi7 G7 Cma7 Cma7", up: 4) { follower.add(chord, quarters: quarters) }
        #expect(follower.key?.name == "E major")
    }
}
