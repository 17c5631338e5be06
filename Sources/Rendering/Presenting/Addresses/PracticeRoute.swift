import Harmony
import Input
import Practice

/// A screen of practice.
package indirect enum PracticeRoute: Sendable, Hashable {
    /// The next exercise, and all there are: `/practise`.
    case home
    /// An exercise with its words as ``Exercise/words`` has them: `/practise/play_upper-structure_VI/fifths`. Opening
    /// the link starts it.
    case exercise(words: String)
    /// Everything that is due: `/practise/due`.
    case review
    /// The daily session: `/practise/today/10`, or `/practise/today/10/cards` without an instrument. The number is a
    /// length of ``Today/minutes``.
    case today(minutes: Int, hasInstrument: Bool)
    /// Ten chords against the clock: `/practise/ten`, or the chord of the day in ten keys:
    /// `/practise/chord-of-the-day`. `/cards` follows if they are named, not played.
    case ten(isOfDay: Bool, hasInstrument: Bool)
    /// An assignment with its words as ``Assignment/words`` has them:
    /// `/practise/assignment/good_90_by_2026-12-05/play_chord_7/then/play_cadence_major`. Without words, there is none
    /// yet: `/practise/assignment`.
    case assignment(words: String)
    /// A course: `/practise/course/shells`.
    case course(String)
    /// Progress so far: `/practise/results`.
    case results

    /// Reads what follows `/practise`.
    init(reading parts: ArraySlice<String>) throws(InputError) {
        let rest = Array(parts)
        let isPlayed = rest.last != "cards"
        switch (rest.first, isPlayed ? rest.count : rest.count - 1) {
        case (nil, _): self = .home
        case ("today", 1): self = .today(minutes: PracticeRoute.usualMinutes, hasInstrument: false)
        case ("today", 2):
            guard let minutes = Int(rest[1]), Today.minutes.contains(minutes) else { fallthrough }
            self = .today(minutes: minutes, hasInstrument: isPlayed)
        case ("today", _): throw InputError(AddressText.noSession)
        case ("ten", 1): self = .ten(isOfDay: false, hasInstrument: isPlayed)
        case ("chord-of-the-day", 1): self = .ten(isOfDay: true, hasInstrument: isPlayed)
        case ("due", 1) where isPlayed: self = .review
        case ("results", 1) where isPlayed: self = .results
        case ("assignment", 1) where isPlayed: self = .assignment(words: "")
        case ("assignment", _):
            let words = PracticeRoute.words(rest.dropFirst())
            do throws(ExerciseError) {
                self = .assignment(words: try Assignment(words: words).words)
            } catch {
                throw InputError(error.message)
            }
        case ("course", 2) where isPlayed:
            guard Course(id: rest[1]) != nil else { throw InputError(AddressText.noCourse(rest[1])) }
            self = .course(rest[1])
        default:
            let words = PracticeRoute.words(rest[...])
            do throws(ExerciseError) {
                self = .exercise(try Exercise(words: words))
            } catch {
                throw InputError(error.message)
            }
        }
    }

    /// What follows `/practise`.
    package var path: String {
        switch self {
        case .home: return ""
        case .exercise(let words): return PracticeRoute.path(of: words)
        case .review: return "/due"
        case .today(let minutes, let hasInstrument): return "/today/\(minutes)" + (hasInstrument ? "" : "/cards")
        case .ten(let isOfDay, let hasInstrument):
            return (isOfDay ? "/chord-of-the-day" : "/ten") + (hasInstrument ? "" : "/cards")
        case .assignment(let words): return "/assignment" + PracticeRoute.path(of: words)
        case .course(let id): return "/course/" + id
        case .results: return "/results"
        }
    }

    /// The words of the parts of an address.
    private static func words(_ parts: ArraySlice<String>) -> String {
        parts.joined(separator: " | ").replacingSigns { $0 == "_" ? " " : $0 == "⁄" ? "/" : nil }
    }

    /// The inverse of ``words(_:)``.
    private static func path(of words: String) -> String {
        var path = ""
        for part in words.parts(at: "|") {
            let words = part.replacingSigns { $0 == "_" ? " " : nil }.parts(at: " ")
            path += "/" + words.joined(separator: "_").replacingSigns { $0 == "/" ? "⁄" : nil }
        }
        return path
    }

    /// The length of the daily session, until another one is chosen.
    package static let usualMinutes = 10

    /// Holds the words alone, because the open screen is compared and copied with every action.
    package static func exercise(_ exercise: Exercise) -> PracticeRoute { .exercise(words: exercise.words) }

    package static func assignment(_ assignment: Assignment) -> PracticeRoute { .assignment(words: assignment.words) }

    /// Whether an exercise is practiced here.
    package var hasExercise: Bool {
        switch self {
        case .exercise, .review, .today, .ten: true
        case .home, .assignment, .course, .results: false
        }
    }

    /// Whether what is asked depends on the day.
    package var dependsOnDay: Bool {
        switch self {
        case .home, .review, .today, .ten: true
        case .exercise, .assignment, .course, .results: false
        }
    }

    /// The exercise at this address.
    package var exercise: Exercise? {
        if case .exercise(let words) = self { try? Exercise(words: words) } else { nil }
    }
}
