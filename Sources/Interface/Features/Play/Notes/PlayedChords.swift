import Harmony
import Instruments

/// The chords that were played: notes that were held long enough to be named.
struct PlayedChords: Sendable {
    private var steady = Debouncer<[Int]>()
    /// The last notes that were named. They stay when the hands are lifted.
    private(set) var named: [Int] = []
    /// How many of them the left hand plays.
    private var namedLeft = 0
    /// The hands of the last notes that were named, while some are held. What they hold stays in the same hand.
    private(set) var standing: Hands?
    /// The last of the named notes that were chords.
    private(set) var row = ChordRow()
    /// The pitches that were held after the last message.
    private var held: [Int] = []
    /// Whether a key was pressed since the last notes were named. Releasing some keys makes no new chord.
    private var isStruck = false
    /// Whether something was named after a key was pressed, and has not been taken yet.
    private var isUntaken = false
    /// Since when the same is held, on the page's clock.
    private var heldSince = 0.0
    /// Since when nothing is held, on the page's clock; nil while something is.
    private var silentSince: Double?

    /// - Parameter pitches: all that are held now.
    mutating func update(_ pitches: [Int], at seconds: Double) {
        if pitches.contains(where: { !held.contains($0) }) { isStruck = true }
        if pitches != held { heldSince = seconds }
        held = pitches
        if pitches.isEmpty {
            silentSince = silentSince ?? seconds
            standing = nil
        } else {
            if let since = silentSince, seconds - since > RowNaming.maximumRest { row.rest() }
            silentSince = nil
        }
        steady.update(pitches, at: seconds)
        look(at: seconds)
    }

    /// Names what is held, if it has been held long enough.
    mutating func look(at seconds: Double) {
        guard let pitches = steady.stableValue(at: seconds) else { return }
        if !isWalking(pitches, at: seconds), !isRest(pitches) || seconds >= heldSince + PlayedChords.restPatience {
            name(pitches)
        }
    }

    /// Seconds for which a bass outside of the chord must stay to change the chord: about a beat.
    static let bassPatience = 0.6

    /// Whether only the bass moves, so that the last chord goes on.
    private func isWalking(_ pitches: [Int], at seconds: Double) -> Bool {
        switch row.bassStep(to: pitches) {
        case .within: true
        case .outside: pitches == held && seconds < heldSince + PlayedChords.bassPatience
        case nil: false
        }
    }

    /// Seconds for which the rest of a chord must be held to be named by itself. Fingers leave one after another.
    static let restPatience = 1.0

    /// Whether these notes are what is left of the named ones.
    private func isRest(_ pitches: [Int]) -> Bool { !isStruck && pitches.allSatisfy { named.contains($0) } }

    /// Whether the held notes may get another name without being changed.
    var waits: Bool { held != named && (row.bassStep(to: held) == .outside || !held.isEmpty && isRest(held)) }

    /// Names pitches without waiting.
    mutating func name(_ pitches: [Int]) {
        guard !pitches.isEmpty else { return }
        named = pitches
        let hands = Hands(pitches, split: .automatic, standing: standing)
        standing = hands
        namedLeft = hands.lower.count
        row.add(pitches, left: namedLeft)
        // Until what was struck is steady, what was named before it stays.
        if isStruck, pitches == held {
            isUntaken = true
            isStruck = false
        }
    }

    /// Starts measuring anew how long something is held.
    mutating func reset() {
        steady = Debouncer()
        standing = nil
    }

    /// Whether anything is held, which a look may name.
    var isHolding: Bool { !held.isEmpty }

    /// Separates the next chord from those before it.
    mutating func rest() { row.rest() }

    /// Whether a chord was named that has not been taken yet. Reading it takes the chord.
    mutating func takeNamed() -> Bool {
        defer { isUntaken = false }
        return isUntaken
    }

    /// The harmony of the notes that were named last, in the context of the chords before them.
    /// - Parameter chords: the row of chords, named.
    func harmony(in chords: [ChordInRow], as recognition: RecognitionOptions) -> LiveHarmony {
        if row.last == named, let last = chords.last { return last.harmony }
        return LiveHarmony(pitches: named, as: recognition.dividing(namedLeft))
    }
}
