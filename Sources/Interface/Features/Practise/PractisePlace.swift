import Exchange
import Practice
import Rendering

/// One of the screens of practising.
package indirect enum PractisePlace: Sendable, Hashable {
    /// What to do next, and all there is: `/practise`.
    case home
    /// An exercise, which can be shared as a link: `/practise/play_upper-structure_VI/fifths`.
    case exercise(words: String)
    /// What is due of all that was practised: `/practise/due`.
    case review
    /// A course: `/practise/course/shells`.
    case course(String)
    /// What came of it: `/practise/results`.
    case results

    /// Reads what follows `/practise`.
    static func asked(practise parts: ArraySlice<String>) throws(Refusal) -> PractisePlace {
        let parts = Array(parts)
        switch (parts.first, parts.count) {
        case (nil, _): return .home
        case ("due", 1): return .review
        case ("results", 1): return .results
        case ("course", 2):
            guard Course(id: parts[1]) != nil else {
                throw Refusal(PractiseText.noCourse(parts[1]))
            }
            return .course(parts[1])
        default:
            do throws(ExerciseError) {
                return .exercise(try Address.exercise(in: parts[...]))
            } catch {
                throw Refusal(error.message)
            }
        }
    }

    var address: Address {
        switch self {
        case .home: .practise
        case .exercise(let words): .practise(words: words)
        case .review: Address("/practise/due")
        case .course(let id): Address("/practise/course/" + id)
        case .results: Address("/practise/results")
        }
    }

    /// By its words, which say all of it: what is open is compared and copied with every action.
    static func exercise(_ exercise: Exercise) -> PractisePlace { .exercise(words: exercise.words) }

    /// The exercise that is practised here.
    var exercise: Exercise? { if case .exercise(let words) = self { try? Exercise(words: words) } else { nil } }

    /// Whether one practises here.
    var isSitting: Bool {
        switch self {
        case .exercise, .review: true
        case .home, .course, .results: false
        }
    }

}
