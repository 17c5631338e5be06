import Harmony
import Testing

/// Left-hand voicings of jazz methods beside a bass player: the neighbors tell which root does not sound.
@Suite struct RootlessVoicings {
    /// A chord in its place: the roots of the neighbors and its own in semitones above the tonic, with their suffixes.
    struct Place: Sendable {
        let previous: (root: Int, suffix: String)?
        let root: Int
        let next: (root: Int, suffix: String)?
        /// Degrees that the name must have.
        let degrees: [String]
        /// Degrees from the lowest upwards.
        let shapes: [String]
    }

    private static let second = ["♭3 5 ♭7 9", "♭7 9 ♭3 5", "♭3 ♭7 9", "♭3 5 ♭7 9 11", "♭7 9 11 ♭3 5"]
    private static let dominant = [
        "3 13 ♭7 9", "♭7 9 3 13", "3 5 ♭7 9", "♭7 9 3 5", "3 ♭7 9", "3 ♭7 13", "♭7 3 13", "♭7 9 3 5 13",
    ]
    private static let major = [
        "3 5 7 9", "7 9 3 5", "3 7 9", "3 5 6 9", "6 9 3 5", "3 6 9", "7 3 6 9", "3 6 9 5", "3 5 7 9 13",
    ]
    private static let minor = ["♭3 5 6 9", "6 9 ♭3 5", "♭3 6 9", "♭3 5 7 9", "7 9 ♭3 5", "♭3 5 7"]
    private static let halfDiminished = ["♭3 11 ♭5 ♭7", "♭3 ♭5 ♭7 9", "♭7 9 ♭3 ♭5"]

    static let places: [Place] = [
        // ii–V–I, with the tritone substitute, and over a suspended dominant.
        Place(previous: nil, root: 2, next: (7, "7"), degrees: ["♭3", "♭7"], shapes: second),
        Place(previous: nil, root: 2, next: (1, "7"), degrees: ["♭3", "♭7"], shapes: second),
        Place(previous: (2, "mi7"), root: 7, next: (0, "ma7"), degrees: ["3", "♭7"], shapes: dominant),
        Place(previous: (7, "7"), root: 0, next: nil, degrees: ["3"], shapes: major),
        Place(previous: (1, "7"), root: 0, next: nil, degrees: ["3"], shapes: major),
        // iv7 and ♭VII7 before the tonic.
        Place(previous: (0, "ma7"), root: 5, next: (10, "7"), degrees: ["♭3", "♭7"], shapes: second),
        Place(previous: (5, "mi7"), root: 10, next: (0, "ma7"), degrees: ["3", "♭7"], shapes: dominant),
        Place(previous: (10, "7"), root: 0, next: nil, degrees: ["3"], shapes: major),
        // The related second degree of IV, and the blues.
        Place(previous: (0, "ma7"), root: 7, next: (0, "7"), degrees: ["♭3", "♭7"], shapes: second),
        Place(previous: (5, "7"), root: 0, next: (7, "mi7"), degrees: ["3", "♭7"], shapes: dominant),
    ]
    static let minorPlaces: [Place] = [
        Place(previous: nil, root: 2, next: (7, "7(♭9)"), degrees: ["♭3", "♭5", "♭7"], shapes: halfDiminished),
        Place(previous: (7, "7(♭9)"), root: 0, next: nil, degrees: ["♭3"], shapes: minor),
        Place(previous: (0, "mi7"), root: 5, next: (10, "7"), degrees: ["♭3", "♭7"], shapes: second),
    ]

    @Test(arguments: 0..<12) func theNeighborsGiveTheRoot(tonic: Int) throws {
        for place in RootlessVoicings.places { try check(place, in: tonic, .major) }
        for place in RootlessVoicings.minorPlaces { try check(place, in: tonic, .minor) }
    }

    /// Of the usual left hands, seventh, ninth, third and thirteenth are also a major seventh chord with ♯11.
    @Test(arguments: 0..<12) func formBOfADominantNeedsNoContext(root: Int) {
        let pitches = [10, 14, 16, 21].map { 40 + root + $0 }
        let context = NamingContext(hasBassPlayer: true)
        let reading = ChordFinder().find(pitches: pitches, in: context).readings[0]
        #expect(reading.chord.root.pitchClass == (40 + root) % 12 && reading.isRootless, "\(reading.title)")
    }

    /// The same notes are ♭VI7 with altered fifth and ninth, or a chord on the leading tone.
    @Test(arguments: Key.all(.minor)) func alteredNotesInMinorAreTheDominant(key: Key) {
        let dominant = (key.tonic.pitchClass + 7) % 12
        let pitches = [4, 10, 15, 20].map { 48 + dominant + $0 }
        let context = NamingContext(key: key, hasBassPlayer: true)
        let chord = ChordFinder().find(pitches: pitches, in: context).readings[0].chord
        #expect(chord.root.pitchClass == dominant, "\(key): \(chord.title)")
    }

    @Test(arguments: Key.all(.major)) func aPassingDiminishedChordIsNoDominant(key: Key) throws {
        let notes = key.notes
        for (low, high) in [(0, 1), (1, 2), (4, 5)] {
            let passing = notes[low].pitchClass + 1
            let pitches = [0, 3, 6, 9].map { 48 + passing % 12 + $0 }
            let chords = try [low, high].map { try Chord("\(NoteName(pitchClass: notes[$0].pitchClass))mi7") }
            for (previous, next) in [(chords[0], chords[1]), (chords[1], chords[0])] {
                let context = NamingContext(key: key, previous: previous, next: next, hasBassPlayer: true)
                let chord = ChordFinder().find(pitches: pitches, in: context).readings[0].chord
                #expect(chord.root.pitchClass == passing % 12 && chord.type.degrees.contains(7, -2), "\(chord.title)")
            }
        }
    }

    private func check(_ place: Place, in tonic: Int, _ mode: Mode) throws {
        func chord(_ one: (root: Int, suffix: String)?) throws -> Chord? {
            try one.map { try Chord("\(NoteName(pitchClass: (tonic + $0.root) % 12))\($0.suffix)") }
        }
        let key = try Key("\(NoteName(pitchClass: tonic)) \(mode.name)")
        let context = NamingContext(
            key: key, previous: try chord(place.previous), next: try chord(place.next), hasBassPlayer: true)
        for shape in place.shapes {
            var pitches: [Int] = []
            for name in shape.split(separator: " ") {
                let degree = DegreeSet(String(name))!.first { _ in true }!
                var pitch = 48 + (tonic + place.root + degree.pitchClass) % 12
                while let last = pitches.last, pitch <= last { pitch += 12 }
                pitches.append(pitch)
            }
            let reading = ChordFinder().find(pitches: pitches, in: context).readings[0]
            let degrees = reading.chord.type.degrees.map(\.name)
            let hasRoot = reading.chord.root.pitchClass == (tonic + place.root) % 12
            #expect(
                hasRoot && place.degrees.allSatisfy(degrees.contains),
                "\(shape) on \(place.root) in \(key): \(reading.title)")
        }
    }
}
