import Harmony

/// Hears what is played and says whether it is what was asked. It knows no clock: every stroke comes with its time, and
/// the caller looks again when ``nextLook`` says so.
///
/// A chord counts once what sounds has stayed the same for as long as it takes to land. So a rolled chord is judged when its
/// last note is there; and while only right notes sound and more may follow, nothing is said for ``patience``, unless all
/// keys are let go. What was struck before the question and is held by the pedal alone, or in time by fingers, too, is left
/// over: it disturbs nothing, and helps where it is needed.
public struct Judge: Sendable {
    public let asked: Asked
    /// Seconds for which a chord has to stay the same.
    public let landing: Double
    /// When the question was asked.
    public let start: Double
    /// When its beat comes; nil where the music waits.
    public let due: Double?
    public let window: Window
    /// What is held now, for the judge of the next question.
    public private(set) var held: HeldKeys

    /// Seconds without a new note after which a hand that has only right notes is no longer on its way to the others.
    public static let patience = 1.5

    /// Struck since the question, or since the last attempt was judged.
    private var fresh = KeySet()
    private var lastStrike: Double
    private var lastChange: Double
    /// Whether something was struck of which nothing has been said yet.
    private var isOpen = false
    /// Whether an attempt was judged: the next stroke then begins a new one.
    private var wasJudged = false
    private var pending: Verdict?
    private var best: Verdict?
    /// What stood before the first key came up, until all are up.
    private var lifted: Verdict?
    /// Of chords that were let go before they had landed the best.
    private var touched: Verdict?

    /// - Parameters:
    ///   - landing: seconds for which a chord has to stay the same.
    ///   - seconds: when the question is asked.
    ///   - due: when its beat comes, in time; nil where the music waits.
    ///   - held: what was held then: the last judge's ``held``.
    public init(
        _ asked: Asked, landing: Double = 0.12, at seconds: Double, due: Double? = nil, window: Window = Window(),
        held: HeldKeys = HeldKeys()
    ) {
        self.asked = asked
        self.landing = landing
        start = seconds
        self.due = due
        self.window = window
        self.held = held
        lastStrike = seconds
        lastChange = seconds
    }

    /// A stroke of keys or pedal.
    /// - Parameter seconds: when, on the same clock; never earlier than the one before.
    public mutating func receive(_ stroke: Stroke, at seconds: Double) {
        // What stood until now may have landed unnoticed.
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
            lifted = nil
            lastStrike = seconds
            isOpen = true
            if asked.isMelodic { judgeLine(key, at: seconds) }
        } else {
            if due != nil, isOpen, !asked.isMelodic { letGo(before, at: seconds) }
            fresh = fresh.intersection(held.fingers.union(held.pedalled))
            if due == nil, isOpen, !asked.isMelodic { lift(before, stoodFor: seconds - changed) }
        }
    }

    /// Where the music waits, no more notes are on their way once all keys are up: what stood for long enough
    /// before the first of them came up was the answer, if it was half of one. A note that is tried by itself is none.
    private mutating func lift(_ state: State, stoodFor seconds: Double) {
        if lifted == nil, seconds >= landing - 1e-9, state.isGrowing {
            let verdict = state.verdict(of: asked, landedAt: lastStrike, since: start)
            if verdict.outcome == .almost { lifted = verdict }
        }
        guard held.sounding.isEmpty, let verdict = lifted else { return }
        lifted = nil
        keep(verdict)
    }

    /// In time chords are often short: one that is let go before it has landed was meant as it was.
    private mutating func letGo(_ state: State, at seconds: Double) {
        guard seconds >= (due ?? start) - window.early, !(best?.outcome.isRight ?? false) else { return }
        let verdict = state.verdict(of: asked, landedAt: lastStrike, since: due ?? start)
        if verdict.outcome.isRight {
            keep(verdict)
        } else if verdict.isBetter(than: touched) {
            touched = verdict
        }
    }

    /// What is to be said now, once for each attempt; nil while nothing has landed, and when all has been said.
    public mutating func verdict(at seconds: Double) -> Verdict? {
        settle(at: seconds)
        defer { pending = nil }
        return pending
    }

    /// When what sounds will have landed, if nothing changes; nil where there is nothing to wait for.
    public var nextLook: Double? { pending != nil ? lastChange : settlingTime }

    /// What the question has come to when its time is over.
    public mutating func end(at seconds: Double) -> Verdict {
        settle(at: seconds)
        // What was struck last need not land any more.
        if isOpen, !fresh.isEmpty, !asked.isMelodic { judge() }
        return best ?? touched ?? Verdict(.missed, landedAt: seconds, delay: seconds - (due ?? start))
    }

    // MARK: Landing

    private mutating func settle(at seconds: Double) {
        // Clocks are sums of fractions.
        if let time = settlingTime, seconds >= time - 1e-9 { judge() }
    }

    private var settlingTime: Double? {
        guard !asked.isMelodic, !(best?.outcome.isRight ?? false) else { return nil }
        let state = state
        guard !state.played.isEmpty else { return nil }
        let landed = max(lastChange + landing, (due ?? start) - window.early)
        if state.isRight { return wasStruck ? landed : nil }
        guard isOpen else { return nil }
        return state.isGrowing ? max(landed, lastStrike + Judge.patience) : landed
    }

    /// Whether anything at all was struck since the question.
    private var wasStruck: Bool { isOpen || best != nil }

    private mutating func judge() {
        keep(state.verdict(of: asked, landedAt: lastStrike, since: due ?? start))
    }

    private mutating func keep(_ verdict: Verdict) {
        var verdict = verdict
        if let due, verdict.outcome.isRight, verdict.landedAt > due + window.late { verdict.outcome = .late }
        isOpen = false
        wasJudged = true
        pending = verdict
        if verdict.isBetter(than: best) { best = verdict }
    }

    /// A line is judged note by note, as each is struck.
    private mutating func judgeLine(_ key: Int, at seconds: Double) {
        guard !(best?.outcome.isRight ?? false) else { return }
        var state = state
        state.played = KeySet()
        state.played.insert(key)
        state.leftOver = KeySet()
        keep(state.verdict(of: asked, landedAt: seconds, since: due ?? start))
    }

    // MARK: What sounds

    private var state: State {
        let sounding = held.fingers.union(held.pedalled)
        // In time a finger that comes up late is no answer to the next chord.
        let leftOver = (due == nil ? held.pedalled : sounding).subtracting(fresh)
        return State(played: sounding.subtracting(leftOver), leftOver: leftOver, asked: asked)
    }

    /// What each sounding key is, to be lit at once.
    public struct SoundingKey: Sendable, Hashable {
        public enum Part: Sendable, Hashable {
            /// One of the notes that are asked for.
            case right
            case foreign
            /// Struck before the question, and still held.
            case leftOver
        }

        public let pitch: Int
        public let part: Part
    }

    /// Upwards.
    public var sounding: [SoundingKey] {
        let state = state
        return held.sounding.map { key in
            let isRight = asked.allowed.contains(key % 12)
            return SoundingKey(pitch: key, part: state.leftOver.contains(key) ? .leftOver : isRight ? .right : .foreign)
        }
    }

    /// What has to sound and does not, just now.
    public var missing: [Degree] { state.missing }
}

/// What sounds at one moment, seen against what is asked.
private struct State {
    var played: KeySet
    var leftOver: KeySet
    let asked: Asked

    private var heard: PitchClassSet { played.union(leftOver).pitchClasses }

    private var hasForeign: Bool { !played.pitchClasses.subtracting(asked.allowed).isEmpty }

    /// The lowest key of each foreign note.
    var foreign: [Int] {
        var unseen = played.pitchClasses.subtracting(asked.allowed)
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
        var missing = asked.required.subtracting(heard).map { asked.degree(of: $0) }
        for set in asked.oneOf where set.intersection(heard).isEmpty {
            // Each set has a note.
            missing.append(set.map { asked.degree(of: $0) }.min()!)
        }
        return missing.sorted()
    }

    /// What lies lowest instead of the bass. Where the bass does not sound at all it is missing, and nothing more.
    var wrongBass: Degree? {
        guard let bass = asked.bass, heard.contains(bass), let lowest = played.lowest, lowest % 12 != bass else { return nil }
        var below = leftOver
        while let key = below.lowest, key < lowest {
            if key % 12 == bass { return nil }
            below.remove(key)
        }
        return asked.degree(of: lowest)
    }

    var isRight: Bool {
        !hasForeign && missing.isEmpty && wrongBass == nil && (!asked.isAsWritten || isAsWritten)
    }

    /// Whether only right notes sound, and more may follow.
    var isGrowing: Bool { !hasForeign && !missing.isEmpty }

    /// Whether it is the voicing that is written, some octaves away perhaps.
    var isAsWritten: Bool {
        guard let bottom = asked.written.first, played.count <= asked.written.count,
            let lowest = played.union(leftOver).lowest
        else { return false }
        let keys = played.keys
        func lies(_ shift: Int) -> Bool {
            keys.allSatisfy { asked.written.contains($0 - shift) }
                && asked.written.allSatisfy { keys.contains($0 + shift) || isLeftOver($0 + shift) }
        }
        // Below what was struck something may be left over that is none of it.
        let lowestPlayed = keys.first ?? lowest
        return [lowest, lowestPlayed].contains { ($0 - bottom) % 12 == 0 && lies($0 - bottom) }
    }

    private func isLeftOver(_ key: Int) -> Bool { (0..<128).contains(key) && leftOver.contains(key) }

    func verdict(of asked: Asked, landedAt: Double, since: Double) -> Verdict {
        let missing = missing
        let foreign = foreign
        let wrongBass = wrongBass
        let isAsWritten = isAsWritten
        var isRevoiced = false
        let outcome: Outcome
        if missing.isEmpty, foreign.isEmpty, wrongBass == nil {
            isRevoiced = asked.isAsWritten && !isAsWritten
            outcome = isRevoiced ? .almost : isAsWritten ? .asWritten : .right
        } else {
            let faults = missing.count + foreign.count + (wrongBass == nil ? 0 : 1)
            let wanted = asked.required.count + asked.oneOf.count
            let isHalfThere = 2 * (wanted - missing.count) >= wanted && missing.count < wanted
            outcome = faults <= 2 && isHalfThere ? .almost : .wrong
        }
        return Verdict(
            outcome, missing: missing,
            foreign: foreign.map { pitch in
                let (name, degree) = asked.foreign(pitch, among: heard)
                return Verdict.Foreign(pitch: pitch, degree: degree, name: name)
            }, wrongBass: wrongBass,
            isRevoiced: isRevoiced, landedAt: landedAt, delay: landedAt - since)
    }
}
