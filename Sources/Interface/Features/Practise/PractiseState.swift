import Answers
import Harmony
import Practice

/// What is practised, and what came of it until now.
struct PractiseState: Sendable {
    /// All answers, as far as the host has handed them over.
    var log = PracticeLog()
    var keeping = Keeping.unasked
    /// What is going on, or waits to be begun.
    var sitting: Sitting?
    /// The custom exercise.
    var draft = Draft()
    /// Whether all of it is about to be deleted, which is asked once more.
    var isAskingToForget = false
    /// When the host was heard last.
    var moment = Moment()

    /// In bytes: from then on, which is after some hundred hours, what is old is kept as a sum.
    static let longestLines = 1_000_000

    /// Where answers are kept.
    enum Keeping: Sendable, Hashable {
        /// The host was not asked yet.
        case unasked
        /// It was, and looks.
        case awaited
        /// In this browser.
        case here
        /// Nowhere: the disk is full, or the browser keeps nothing.
        case nowhere

        var isKnown: Bool { self == .here || self == .nowhere }
    }

    /// The state of the exercise at the last visit.
    var former: Former?

    /// The day here, counted from the first one of 1970.
    var day: Int { log.day(of: moment.stamp) }

    /// Asks the host for the practice log when the screen is first opened.
    /// - Parameter isEntered: whether another screen was open before.
    mutating func openPractice(isEntered: Bool) -> [Effect] {
        if keeping == .unasked {
            keeping = .awaited
            return [.storage(.openPractice)]
        }
        // When it begins, and what day it is, the host says.
        let isWaiting = sitting != nil && sitting?.drill == nil
        return isWaiting || isEntered && keeping.isKnown ? [.timer(.lookAtPractice(milliseconds: 0))] : []
    }

    /// Sits down to what is practised at a place, unless one sits there; a first exercise waits where an instrument is found.
    mutating func settleSitting(at place: PractisePlace?, _ session: Session, hasInstrument: Bool) {
        let wanted: PractisePlace? =
            switch place {
            case .exercise, .review: place
            // One that stands is gone on with.
            case .home where hasInstrument && keeping.isKnown: sitting?.place ?? suggested
            case .home, .course, .results, nil: nil
            }
        guard let wanted else {
            sitting = nil
            return
        }
        // What is due is known when all that was practised is.
        guard keeping.isKnown else {
            sitting = nil
            return
        }
        if sitting?.place != wanted {
            sitting = Sitting(at: wanted)
        } else if isOutdated(at: place) {
            sitting = Sitting(at: place == .home ? suggested : wanted)
        }
    }

    /// Whether what is offered was chosen on another day, and nothing of it is under way.
    private func isOutdated(at place: PractisePlace?) -> Bool {
        guard place == .home || place == .review, let sitting, let drill = sitting.drill else { return false }
        return drill.day != day && (sitting.count == 0 || sitting.isOver)
    }

    /// What one had better begin with.
    var suggested: PractisePlace {
        switch log.advice(on: day).start {
        case .due: .review
        case .exercise(let exercise): .exercise(exercise)
        }
    }
}
