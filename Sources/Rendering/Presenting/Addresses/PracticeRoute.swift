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
        case ("course", 2) where isPlayed:
            guard Course(id: rest[1]) != nil else { throw InputError(AddressText.noCourse(rest[1])) }
            self = .course(rest[1])
        default:
            let words = rest.joined(separator: " | ").replacingSigns { $0 == "_" ? " " : $0 == "⁄" ? "/" : nil }
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
        case .exercise(let text):
            var path = ""
            for part in text.split(separator: "|") {
                let words = part.split(whereSeparator: { $0 == " " || $0 == "_" })
                path += "/" + words.joined(separator: "_").replacingSigns { $0 == "/" ? "⁄" : nil }
            }
            return path
        case .review: return "/due"
        case .today(let minutes, let hasInstrument): return "/today/\(minutes)" + (hasInstrument ? "" : "/cards")
        case .ten(let isOfDay, let hasInstrument):
            return (isOfDay ? "/chord-of-the-day" : "/ten") + (hasInstrument ? "" : "/cards")
        case .course(let id): return "/course/" + id
        case .results: return "/results"
        }
    }

    /// The length of the daily session, until another one is chosen.
    package static let usualMinutes = 10

    /// Holds the words alone, because the open screen is compared and copied with every action.
    package static func exercise(_ exercise: Exercise) -> PracticeRoute { .exercise(words: exercise.words) }

    /// Whether an exercise is practiced here.
    package var hasExercise: Bool {
        switch self {
        case .exercise, .review, .today, .ten: true
        case .home, .course, .results: false
        }
    }

    /// Whether what is asked depends on the day.
    package var dependsOnDay: Bool {
        switch self {
        case .home, .review, .today, .ten: true
        case .exercise, .course, .results: false
        }
    }

    /// The exercise at this address.
    package var exercise: Exercise? {
        if case .exercise(let words) = self { try? Exercise(words: words) } else { nil }
    }
}
