import Harmony

/// Judges what is played against one question.
///
/// It has no clock. Each stroke has its time, and the caller calls ``verdict(at:)`` at the time in ``nextCheck``.
///
/// A chord is judged when the sounding notes have not changed for ``landing`` seconds. A rolled chord is therefore
/// judged after its last note. While only right notes sound and some are missing, the judge waits for ``patience``
/// seconds or until all keys are up.
///
/// Notes struck before the question and held by the pedal are left over. In time, notes held by fingers are too.
/// Left-over notes are never wrong, and they count if they are required.
public struct Judge: Sendable {
    public let expected: ExpectedNotes
    /// Seconds for which a chord must not change before it is judged.
    public let landing: Double
    /// The time of the question in seconds.
    public let start: Double
    /// The time of its beat in seconds; nil if the exercise waits for the player.
    public let due: Double?
    public let window: Window
    /// The keys held now, for the judge of the next question.
    public private(set) var held: HeldKeys

    /// Seconds without a new note after which an incomplete chord is judged.
    public static let patience = 1.5

    /// Keys struck since the question, or since the last attempt was judged.
    private var fresh = KeySet()
    private var lastStrike: Double
    private var lastChange: Double
    /// Whether a key was struck since the last verdict.
    private var isUnjudged = false
    /// Whether an attempt was judged. The next key then begins a new attempt.
    private var wasJudged = false
    private var pending: Verdict?
    private var best: Verdict?
    /// The verdict before the first key came up. It is used when all keys are up.
    private var beforeRelease: Verdict?
    /// The best verdict of chords that were released before ``landing`` had passed.
    private var bestShort: Verdict?

    /// - Parameters:
    ///   - landing: seconds for which a chord must not change before it is judged.
    ///   - seconds: the time of the question.
    ///   - due: the time of its beat; nil if the exercise waits for the player.
    ///   - held: the keys held at that time: ``held`` of the previous judge.
    public init(
        _ expected: ExpectedNotes, landing: Double = 0.12, at seconds: Double, due: Double? = nil,
        window: Window = Window(),
        held: HeldKeys = HeldKeys()
    ) {
        self.expected = expected
        self.landing = landing
        start = seconds
        self.due = due
        self.window = window
        self.held = held
        lastStrike = seconds
        lastChange = seconds
    }

    /// Applies a stroke of a key or pedal.
    /// - Parameter seconds: its time on the same clock, never earlier than that of the previous stroke.
    public mutating func receive(_ stroke: Stroke, at seconds: Double) {
        // A verdict may have become due before this stroke.
        settle(at: seconds)
        let before = state
        let changed = lastChange
        guard held.receive(stroke) else { return }
        lastChange = seconds
        if case .down(let key) = stroke {
            if wasJudged {
                fresh = fresh.intersection(held.fingers)
                wasJudged = false
            }
            fresh.insert(key)
            beforeRelease = nil
            lastStrike = seconds
            isUnjudged = true
            if expected.isMelodic { judgeLine(key, at: seconds) }
        } else {
            if due != nil, isUnjudged, !expected.isMelodic { releaseInTime(before, at: seconds) }
            fresh = fresh.intersection(held.fingers.union(held.pedalled))
            if due == nil, isUnjudged, !expected.isMelodic { releaseUntimed(before, heldFor: seconds - changed) }
        }
    }

    /// Judges an incomplete chord when all keys are up, if the exercise waits for the player.
    ///
    /// The notes before the first release count if they were held for ``landing`` and are at least half of the answer.
    /// A single note that the player tries out is therefore no attempt.
    private mutating func releaseUntimed(_ state: State, heldFor seconds: Double) {
        if beforeRelease == nil, seconds >= landing - 1e-9, state.isIncomplete {
            let verdict = state.verdict(of: expected, landedAt: lastStrike, since: start)
            if verdict.outcome == .almost { beforeRelease = verdict }
        }
        guard held.sounding.isEmpty, let verdict = beforeRelease else { return }
        beforeRelease = nil
        record(verdict)
    }

    /// Judges a chord at its release. In time, chords are often shorter than ``landing``.
    private mutating func releaseInTime(_ state: State, at seconds: Double) {
        guard seconds >= (due ?? start) - window.early, !(best?.outcome.isRight ?? false) else { return }
        let verdict = state.verdict(of: expected, landedAt: lastStrike, since: due ?? start)
        if verdict.outcome.isRight {
            record(verdict)
        } else if verdict.isBetter(than: bestShort) {
            bestShort = verdict
        }
    }

    /// Returns the verdict of an attempt once; nil if no attempt has been judged since.
    public mutating func verdict(at seconds: Double) -> Verdict? {
        settle(at: seconds)
        defer { pending = nil }
        return pending
    }

    /// The time at which the sounding notes will be judged if nothing changes; nil if nothing is to be judged.
    public var nextCheck: Double? { pending != nil ? lastChange : settlingTime }

    /// Ends the question and returns its best verdict.
    public mutating func end(at seconds: Double) -> Verdict {
        settle(at: seconds)
        // The last chord counts even if `landing` has not passed.
        if isUnjudged, !fresh.isEmpty, !expected.isMelodic { judge() }
        return best ?? bestShort ?? Verdict(.missed, landedAt: seconds, delay: seconds - (due ?? start))
    }

    // MARK: Landing

    private mutating func settle(at seconds: Double) {
        // A tolerance, because times are sums of fractions.
        if let time = settlingTime, seconds >= time - 1e-9 { judge() }
    }

    private var settlingTime: Double? {
        guard !expected.isMelodic, !(best?.outcome.isRight ?? false) else { return nil }
        let state = state
        guard !state.played.isEmpty else { return nil }
        let landed = max(lastChange + landing, (due ?? start) - window.early)
        if state.isRight { return wasStruck ? landed : nil }
        guard isUnjudged else { return nil }
        return state.isIncomplete ? max(landed, lastStrike + Judge.patience) : landed
    }

    /// Whether any key was struck since the question.
    private var wasStruck: Bool { isUnjudged || best != nil }

    private mutating func judge() {
        record(state.verdict(of: expected, landedAt: lastStrike, since: due ?? start))
    }

    private mutating func record(_ verdict: Verdict) {
        var verdict = verdict
        if let due, verdict.outcome.isRight, verdict.landedAt > due + window.late { verdict.outcome = .late }
        isUnjudged = false
        wasJudged = true
        pending = verdict
        if verdict.isBetter(than: best) { best = verdict }
    }

    /// Judges a single note of a line as soon as it is struck.
    private mutating func judgeLine(_ key: Int, at seconds: Double) {
        guard !(best?.outcome.isRight ?? false) else { return }
        var state = state
        state.played = KeySet()
        state.played.insert(key)
        state.leftOver = KeySet()
        record(state.verdict(of: expected, landedAt: seconds, since: due ?? start))
    }

    // MARK: Sounding keys

    private var state: State {
        let sounding = held.fingers.union(held.pedalled)
        // In time, a finger that is still down from the previous chord is no answer to this one.
        let leftOver = (due == nil ? held.pedalled : sounding).subtracting(fresh)
        return State(played: sounding.subtracting(leftOver), leftOver: leftOver, expected: expected)
    }

    /// A sounding key and its part in the answer, for immediate display.
    public struct SoundingKey: Sendable, Hashable {
        public enum Part: Sendable, Hashable {
            /// One of the allowed notes.
            case right
            case foreign
            /// Struck before the question and still held.
            case leftOver
        }

        public let pitch: Int
        public let part: Part
    }

    /// The sounding keys in ascending order.
    public var sounding: [SoundingKey] {
        let state = state
        return held.sounding.map { key in
            let isRight = expected.allowed.contains(key % 12)
            return SoundingKey(pitch: key, part: state.leftOver.contains(key) ? .leftOver : isRight ? .right : .foreign)
        }
    }

    /// Required degrees that do not sound now.
    public var missing: [Degree] { state.missing }
}

/// The sounding keys at one moment, compared with the expected ones.
private struct State {
    var played: KeySet
    var leftOver: KeySet
    let expected: ExpectedNotes

    private var heard: PitchClassSet { played.union(leftOver).pitchClasses }

    private var hasForeign: Bool { !played.pitchClasses.subtracting(expected.allowed).isEmpty }

    /// The lowest key of each foreign note.
    var foreign: [Int] {
        var unseen = played.pitchClasses.subtracting(expected.allowed)
        var foreign: [Int] = []
        var rest = played
        while !unseen.isEmpty, let key = rest.lowest {
            rest.remove(key)
            guard unseen.contains(key % 12) else { continue }
            unseen = unseen.subtracting(PitchClassSet([key]))
            foreign.append(key)
        }
        return foreign
    }

    var missing: [Degree] {
        let heard = heard
        var missing = expected.required.subtracting(heard).map { expected.degree(of: $0) }
        for set in expected.oneOf where set.intersection(heard).isEmpty {
            // No set is empty.
            missing.append(set.map { expected.degree(of: $0) }.min()!)
        }
        return missing.sorted()
    }

    /// The lowest degree, if it is not the bass. A bass that does not sound at all is only a missing note.
    var wrongBass: Degree? {
        guard let bass = expected.bass, heard.contains(bass), let lowest = played.lowest, lowest % 12 != bass else {
            return nil
        }
        var below = leftOver
        while let key = below.lowest, key < lowest {
            if key % 12 == bass { return nil }
            below.remove(key)
        }
        return expected.degree(of: lowest)
    }

    var isRight: Bool {
        !hasForeign && missing.isEmpty && wrongBass == nil && (!expected.isAsWritten || isAsWritten)
    }

    /// Whether only right notes sound and some are missing.
    var isIncomplete: Bool { !hasForeign && !missing.isEmpty }

    /// Whether this is the written voicing, in any octave.
    var isAsWritten: Bool {
        guard let bottom = expected.written.first, played.count <= expected.written.count,
            let lowest = played.union(leftOver).lowest
        else { return false }
        let keys = played.ascending
        func matches(shiftedBy shift: Int) -> Bool {
            keys.allSatisfy { expected.written.contains($0 - shift) }
                && expected.written.allSatisfy { keys.contains($0 + shift) || isLeftOver($0 + shift) }
        }
        // A left-over note below the new ones may or may not be part of the voicing.
        let lowestPlayed = keys.first ?? lowest
        return [lowest, lowestPlayed].contains { ($0 - bottom) % 12 == 0 && matches(shiftedBy: $0 - bottom) }
    }

    private func isLeftOver(_ key: Int) -> Bool { (0..<128).contains(key) && leftOver.contains(key) }

    func verdict(of expected: ExpectedNotes, landedAt: Double, since: Double) -> Verdict {
        let missing = missing
        let foreign = foreign
        let wrongBass = wrongBass
        let isAsWritten = isAsWritten
        var isRevoiced = false
        let outcome: Outcome
        if missing.isEmpty, foreign.isEmpty, wrongBass == nil {
            isRevoiced = expected.isAsWritten && !isAsWritten
            outcome = isRevoiced ? .almost : isAsWritten ? .asWritten : .right
        } else {
            let faults = missing.count + foreign.count + (wrongBass == nil ? 0 : 1)
            outcome = expected.outcome(missing: missing.count, faults: faults)
        }
        return Verdict(
            outcome, missing: missing,
            foreign: expected.foreign(foreign, among: heard), wrongBass: wrongBass,
            isRevoiced: isRevoiced, landedAt: landedAt, delay: landedAt - since)
    }
}

extension ExpectedNotes {
    /// The outcome of an answer with faults: almost right with at most two, and at least half of what must sound.
    func outcome(missing: Int, faults: Int) -> Outcome {
        let wanted = required.count + oneOf.count
        let isHalfThere = 2 * (wanted - missing) >= wanted && missing < wanted
        return faults <= 2 && isHalfThere ? .almost : .wrong
    }

    /// Foreign notes with their names and degrees among the sounding notes.
    func foreign(_ pitches: [Int], among sounding: PitchClassSet) -> [Verdict.Foreign] {
        pitches.map { pitch in
            let (name, degree) = foreign(pitch, among: sounding)
            return Verdict.Foreign(pitch: pitch, degree: degree, name: name)
        }
    }
}
