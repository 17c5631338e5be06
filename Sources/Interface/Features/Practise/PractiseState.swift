import Answers
import Harmony
import Practice

/// What is practised, and what came of it until now.
struct PractiseState: Sendable, Hashable {
    /// All answers, as far as the host has handed them over.
    var log = PracticeLog()
    var keeping = Keeping.unasked
    /// What is going on, or waits to be begun.
    var sitting: Sitting?
    /// What somebody puts together.
    var draft = Draft()
    /// Whether all of it is about to be deleted, which is asked once more.
    var isAskingToForget = false
    /// When the host was heard last.
    var moment = PractiseVerb.Moment(milliseconds: 0, date: 0)

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

    /// The day here, counted from the first one of 1970.
    var day: Int { moment.date / 86_400 }

    /// Who comes here for the first time asks the host for what there is.
    mutating func openPractice() -> [Effect] {
        guard keeping == .unasked else { return [] }
        keeping = .awaited
        return [.openPractice]
    }

    /// Sits down to what is practised at a place, unless one sits there; a first exercise waits where an instrument is found.
    @inline(never)  // second part
    mutating func settleSitting(at place: PractisePlace?, _ session: Session, hasInstrument: Bool) {
        let wanted: Sitting.Subject? =
            switch place {
            case .exercise(let exercise): .exercise(exercise)
            case .review: .review
            case .home where hasInstrument && keeping.isKnown: .exercise(suggested)
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
        if place == .home, sitting != nil { return }
        if sitting?.subject != wanted { sitting = Sitting(wanted) }
        if sitting?.drill == nil, moment.date > 0 { sitting?.begin(log, moment, session) }
    }

    /// The exercise that one had better begin with.
    var suggested: Exercise { log.advice(on: day).exercise }
}

/// An exercise while it is put together.
struct Draft: Sendable, Hashable {
    var exercise = Exercise(.upperStructure("VI"))
    /// What was typed for its chords, and why that cannot be read.
    var typed = ""
    var trouble = ""
}
