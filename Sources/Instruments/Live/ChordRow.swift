import Harmony

/// The most recent chords of a player. They are named together, and each new chord may rename the earlier ones.
public struct ChordRow: Sendable, Hashable {
    /// The MIDI notes of each chord; an empty array is a break.
    private var sets: [[Int]] = []
    /// How many notes of each chord the left hand plays; nil if unknown.
    private var lefts: [Int?] = []
    /// The sounding key that was clear when each chord was played; nil if none was.
    private var keys: [Key?] = []
    private var follower = KeyFollower()

    /// The number of chords that fit on the screen.
    public static let maximumShown = 8
    /// More chords are kept as context. The visible names then do not change when the oldest chord is dropped.
    private static let maximumRemembered = 2 * maximumShown

    public init() {}

    /// The MIDI notes of the last chord; nil at the beginning and after a break.
    public var last: [Int]? { sets.last.flatMap { $0.isEmpty ? nil : $0 } }

    /// Adds a chord. Fewer than three different notes, and repetitions of the last chord, are ignored.
    /// - Parameters:
    ///   - pitches: MIDI notes in ascending order.
    ///   - left: how many of them the left hand plays; nil if unknown.
    public mutating func add(_ pitches: [Int], left: Int? = nil) {
        guard PitchClassSet(pitches).count >= 3, pitches != sets.last else { return }
        if let chord = ChordFinder().firstReading(ofPitches: pitches) {
            // A row has no bars: each chord counts as half of one.
            follower.add(chord, quarters: 2)
        }
        append(pitches, left: left)
    }

    private mutating func append(_ pitches: [Int], left: Int? = nil) {
        sets.append(pitches)
        lefts.append(left)
        keys.append(follower.key)
        if sets.count > ChordRow.maximumRemembered {
            sets.removeFirst()
            lefts.removeFirst()
            keys.removeFirst()
        }
    }

    /// The sounding key that is heard; nil if none is clear.
    public var key: Key? { follower.key }

    /// How sure the key is, in percent.
    public var confidence: Int { follower.confidence }

    /// A change of the bass below a chord that goes on.
    public enum BassStep: Sendable, Hashable {
        /// To another chord tone: the chord stays.
        case within
        /// To another note, which passes, or begins another chord if it stays.
        case outside
    }

    /// How the bass has moved since the last chord, if the other notes have stayed.
    /// - Parameter pitches: MIDI notes in ascending order.
    public func bassStep(to pitches: [Int]) -> BassStep? {
        guard let last, pitches.count >= 3, pitches != last, pitches.dropFirst() == last.dropFirst(),
            let chord = ChordFinder().firstReading(ofPitches: last)
        else { return nil }
        let bass = pitches[0] % 12
        // A shell has no fifth, and a bass plays it all the same.
        let isFifth = !chord.type.degrees.contains(anyOf: 5) && (bass + 5) % 12 == chord.root.pitchClass
        return isFifth || chord.pitchClasses.contains(bass) ? .within : .outside
    }

    /// Breaks the progression after a rest longer than ``RowNaming/maximumRest``, or after a jump in the music.
    public mutating func rest() {
        if sets.last?.isEmpty == false { append([]) }
    }

    /// All chords with their names, the newest last.
    public func chords(as recognition: RecognitionOptions) -> [ChordInRow] {
        var naming = RowNaming(as: recognition)
        var chords: [ChordInRow] = []
        for (index, set) in sets.enumerated() {
            let key = recognition.key(hearing: keys[index])
            chords += set.isEmpty ? naming.end() : naming.add(set, in: key, left: lefts[index])
        }
        return chords + naming.end()
    }
}
