import Instruments
import Practice

/// The answer to a question so far. Each question begins with a new one.
struct PracticeAnswer: Sendable {
    /// When the question was asked, in seconds of the page's clock.
    var askedAt = 0.0
    /// The keys that were held when the question was asked.
    var heldBefore = HeldKeys()
    /// What was played since.
    var strokes: [TimedStroke] = []
    /// Keys on the screen that are down, at written pitch.
    var pressed: [Int] = []
    /// The last verdict on what was played.
    var verdict: Verdict?
    /// The last strike that was heard through the microphone and was not right.
    var heard: HeardStrike.Answer?
    /// How often it was unsure what was heard.
    var unsureCount = 0
    /// The outcome of the first attempt.
    var firstOutcome: Outcome?
    var isShown = false
    /// The index of the answer that was chosen.
    var chosen: Int?
    /// Whether it was graded by the learner, or heard through the microphone.
    var isTold = false
    /// Whether the browser has blocked the sound of the question, as it does before the first user gesture.
    var isUnheard = false
    /// The result, once the question is answered.
    var settled: Settled?

    struct Settled: Sendable, Hashable {
        let outcome: Outcome
        let quality: Int
        let at: Double
        /// What is stored of it; nil within a card of the daily session that has several questions.
        let attempt: Attempt?
    }
}
