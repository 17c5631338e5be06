import Tunes

/// Example tunes: forms in the public domain and progressions of our own.
enum TuneExamples {
    static var all: [StoredTune] { texts().map { StoredTune(id: $0.id, TuneText.read($0.text).tunes.first ?? Tune()) } }

    static func tune(_ id: String) -> StoredTune? {
        texts().first { $0.id == id }.map { StoredTune(id: id, TuneText.read($0.text).tunes.first ?? Tune()) }
    }

    static func has(_ id: String) -> Bool { texts().contains { $0.id == id } }

    private static func texts() -> [(id: String, text: String)] {
        [
            (
                "blues",
                """
                Title: Twelve-Bar Blues
                Composer: Traditional
                Style: Medium Swing
                Key: F
                Tempo: 132
                Choruses: 4
                [A]
                |: F7 | Bb7 | F7 | Cm7 F7 |
                | Bb7 | Bdim7 | F7 | Am7b5 D7b9 |
                | Gm7 | C7 | F7 D7b9 | Gm7 C7 :|
                """
            ),
            (
                "minor-blues",
                """
                Title: Minor Blues
                Composer: Traditional
                Style: Medium Swing
                Key: Cm
                Tempo: 120
                Choruses: 4
                [A]
                |: Cm7 | Fm7 | Cm7 | C7b9 |
                | Fm7 | % | Cm7 | % |
                | Ab7#11 | G7#9b13 | Cm7 Ab7 | Dm7b5 G7b9 :|
                """
            ),
            (
                "round-the-circle",
                """
                Title: ii–V–I Round the Circle
                Composer: Exercise
                Style: Ballad
                Key: C
                Tempo: 92
                Choruses: 2
                | Dm7 G7 | Cmaj7 | Gm7 C7 | Fmaj7 |
                | Cm7 F7 | Bbmaj7 | Fm7 Bb7 | Ebmaj7 |
                | Bbm7 Eb7 | Abmaj7 | Ebm7 Ab7 | Dbmaj7 |
                | Abm7 Db7 | Gbmaj7 | C#m7 F#7 | Bmaj7 |
                | F#m7 B7 | Emaj7 | Bm7 E7 | Amaj7 |
                | Em7 A7 | Dmaj7 | Am7 D7 | Gmaj7 |]
                """
            ),
            (
                "rhythm-changes",
                """
                Title: Rhythm Changes
                Composer: Traditional
                Style: Up Tempo Swing
                Key: Bb
                Tempo: 184
                Choruses: 3
                [A]
                |: Bb6 G7b9 | Cm7 F7 | Dm7 G7 | Cm7 F7 |
                | Fm7 Bb7 | Ebmaj7 Ab7 | 1. Dm7 G7b9 | Cm7 F7 :|
                | 2. Cm7 F7 | Bb6 ||
                [B]
                | D7 | % | G7 | % |
                | C7 | % | F7 | % ||
                [A]
                | Bb6 G7b9 | Cm7 F7 | Dm7 G7 | Cm7 F7 |
                | Fm7 Bb7 | Ebmaj7 Ab7 | Cm7 F7 | Bb6 |]
                """
            ),
            (
                "late-october",
                """
                Title: Late October
                Composer: Chord Combiner
                Style: Medium Swing
                Key: Em
                Tempo: 116
                Choruses: 2
                [A]
                |: Am9 | D13 | Gmaj9 | Cmaj7#11 |
                | F#m7b5 | B7b9 | 1. Em9 | E7#9 :|
                | 2. Em6 | % ||
                [B]
                | F#m7b5 | B7alt | Em9 | Em/D |
                | C#m7b5 | Cmaj7#11 | Bm7 E7b9 | Am9 D13 ||
                [C]
                | Gmaj9 | Cmaj7#11 | F#m7b5 | B7b9 |
                | Em9 Eb7#11 | Dm9 Db7#11 | Cmaj7#11 B7b9 | Em6/9 |]
                """
            ),
        ]
    }
}

extension StoredTune {
    /// Whether it is an example with unchanged text.
    var isExample: Bool { TuneExamples.tune(id)?.text == text }
}
