import Harmony

/// A kind of chord with the fit of each note above its root. The kinds are those whose guide tones differ, which is all
/// that harmonic rhythm needs; tensions are named later.
struct ChordTemplate: Sendable, Hashable {
    /// The fit of each of the twelve notes above the root, −10…11: chord tones 6 and more, tensions around 0, and
    /// notes that contradict the chord below.
    let fits: [Int8]
    /// Semitones from the root to the note that makes the kind: the third, or the fourth of a sus chord.
    let third: Int
    /// Semitones to another note that must sound; nil for triads.
    let needed: Int?
    /// The chord on C, for the search of keys.
    let degrees: DegreeSet
    /// What a rare kind costs per slice.
    let rarity: Int

    private init(_ fits: [Int8], third: Int, needed: Int?, _ degrees: String, rarity: Int) {
        self.fits = fits
        self.third = third
        self.needed = needed
        self.degrees = DegreeSet(degrees)!
        self.rarity = rarity
    }

    func isTone(_ interval: Int) -> Bool { fits[interval] >= 6 }

    /// Whether a bass that stays on this note keeps the chord. On a sixth that is new, it is rather the chord a third
    /// below.
    func keepsBass(_ interval: Int, isNew: Bool) -> Bool {
        isTone(interval) && !(isNew && interval == 9 && isTone(7))
    }

    /// Fits were set by hand: chosen so that a chord tone outweighs a passing note, and checked with recordings.
    static let all: [ChordTemplate] = [
        //             1  ♭9    9  ♭3   3   4  ♯4  5   ♭6   6  ♭7   7
        ChordTemplate(
            [10, -10, 1, -8, 11, -5, -4, 8, -8, 2, -5, -4], third: 4, needed: nil,
            "1 3 5", rarity: 0),
        ChordTemplate(
            [10, -10, 1, 11, -9, 1, -6, 8, -6, -2, -3, -4], third: 3, needed: nil,
            "1 ♭3 5", rarity: 0),
        ChordTemplate(
            [10, 1, 2, 1, 11, -4, 1, 6, 1, 3, 10, -10], third: 4, needed: 10,
            "1 3 5 ♭7", rarity: 0),
        ChordTemplate(
            [10, -10, 2, -8, 11, -6, -2, 7, -9, 2, -9, 10], third: 4, needed: 11,
            "1 3 5 7", rarity: 0),
        ChordTemplate(
            [10, -9, 2, 11, -9, 2, -7, 7, -6, 0, 10, -9], third: 3, needed: 10,
            "1 ♭3 5 ♭7", rarity: 0),
        ChordTemplate(
            [10, -10, 2, -8, 11, -6, -3, 7, -9, 9, -7, -5], third: 4, needed: 9,
            "1 3 5 6", rarity: 1),
        ChordTemplate(
            [10, -10, 2, 11, -9, 1, -6, 7, -7, 8, -8, -3], third: 3, needed: 9,
            "1 ♭3 5 6", rarity: 3),
        ChordTemplate(
            [10, -10, 2, 11, -9, 1, -6, 7, -6, 2, -8, 10], third: 3, needed: 11,
            "1 ♭3 5 7", rarity: 4),
        ChordTemplate(
            [10, -8, 0, 10, -9, 2, 10, -9, 0, -6, 9, -8], third: 3, needed: 6,
            "1 ♭3 ♭5 ♭7", rarity: 2),
        ChordTemplate(
            [10, -9, 0, 10, -8, 0, 10, -8, 0, 10, -9, -2], third: 3, needed: 6,
            "1 ♭3 ♭5 °7", rarity: 3),
        ChordTemplate(
            [10, -9, 1, -8, 10, -6, -4, -8, 10, -2, -2, -3], third: 4, needed: 8,
            "1 3 ♯5", rarity: 5),
        ChordTemplate(
            [10, -2, 2, -4, -7, 10, -8, 7, -6, 3, 9, -10], third: 5, needed: 10,
            "1 4 5 ♭7", rarity: 5),
        ChordTemplate(
            [10, -9, 3, -7, -8, 10, -7, 8, -8, 0, -3, -6], third: 5, needed: nil,
            "1 4 5", rarity: 5),
    ]
}
