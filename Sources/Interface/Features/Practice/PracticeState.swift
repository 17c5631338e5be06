import Harmony
import Practice
import Rendering

/// The practice log and the current exercise.
struct PracticeState: Sendable {
    /// All answers that the host has delivered.
    var log = PracticeLog() {
        didSet { logVersion += 1 }
    }
    /// How often the log was changed. Comparing two logs would take longer than writing the screen.
    private(set) var logVersion = 0
    var storage = Storage.notRequested
    /// The current exercise, which may not have started yet.
    var current: PracticeSession?
    /// The custom exercise.
    var draft = Draft()
    /// Whether another device has the same shelf, and the user has not decided whether both practice together.
    var isOffered = false
    /// Whether the user is asked to confirm that the whole log is deleted.
    var isConfirmingDeletion = false
    /// The time of the last action that had one.
    var moment = Moment()

    /// In bytes, which is some hundred hours of practice. In a longer log, old answers are replaced by totals.
    static let maximumLinesLength = 1_000_000

    /// Where answers are stored.
    enum Storage: Sendable, Hashable {
        /// The log was not requested from the host yet.
        case notRequested
        /// The log was requested.
        case requested
        /// In this browser.
        case browser
        /// Nowhere, because the disk is full or the browser does not allow storage.
        case unavailable

        var isKnown: Bool { self == .browser || self == .unavailable }
    }

    /// The state of the exercise at the last visit.
    var stored: StoredProgress?

    /// The local date, in days since 1970.
    var day: Int { log.day(of: moment.stamp) }

    /// Requests the practice log when the screen is first opened.
    /// - Parameter isEntered: whether another screen was open before.
    mutating func openPractice(isEntered: Bool) -> [Effect] {
        if storage == .notRequested {
            storage = .requested
            return [.storage(.openPractice)]
        }
        // The host answers with the time and the date.
        let isWaiting = current != nil && current?.source == nil
        return isWaiting || isEntered && storage.isKnown ? [.timer(.schedulePracticeUpdate(milliseconds: 0))] : []
    }

    /// Prepares the exercise of a screen, unless it is the current one. If there is a MIDI instrument, the practice
    /// page has the suggested exercise.
    mutating func prepareSession(at place: PracticeRoute?, _ session: Session, hasInstrument: Bool) {
        let target: PracticeRoute? =
            switch place {
            case .exercise, .review, .today, .ten: place
            // An exercise that was started continues, unless it is in time: there, no key may start the band.
            case .home where hasInstrument && storage.isKnown:
                current.flatMap { $0.isOver || $0.isInTime ? nil : $0.place } ?? suggested(session.settings)
            case .home, .assignment, .course, .results, nil: nil
            }
        guard let target else {
            current = nil
            return
        }
        // Which cards are due depends on the whole log.
        guard storage.isKnown else {
            current = nil
            return
        }
        if current?.place != target || place == .home && current?.isOver == true {
            current = PracticeSession(at: target)
        } else if isOutdated(at: place) {
            current = PracticeSession(at: place == .home ? suggested(session.settings) : target)
        }
    }

    /// Whether the questions were chosen for another day, and the exercise was not started or is over.
    private func isOutdated(at place: PracticeRoute?) -> Bool {
        guard let place, place.dependsOnDay, let current, let source = current.source else { return false }
        guard source.day != day else { return false }
        // The end of a daily session is shown for a while, also after midnight.
        let isOld = source.today.map { moment.stamp.at - $0.last > 2 * StoredProgress.longest } ?? true
        return current.tally.count == 0 || current.isOver && isOld
    }

    /// When each card is due for the chosen length of the daily session. All counts of due cards come from here.
    func schedule(_ settings: Settings, daysAhead: Int = 0) -> Schedule {
        Schedule(log, on: day + daysAhead, minutes: settings.todayMinutes, feedback: TodayRun.feedback)
    }

    private func suggested(_ settings: Settings) -> PracticeRoute { log.advice(schedule(settings)).place }
}

extension Advice {
    /// Where the suggested exercise is.
    var place: PracticeRoute {
        switch start {
        case .due: .review
        case .exercise(let exercise): .exercise(exercise)
        }
    }
}
