import Harmony
import JSONText
import Practice

extension Answers {
    /// The days and cards of a simulated learner.
    public static func json(_ simulation: Simulation, notation: Notation = Notation()) -> JSON {
        let days = simulation.days.map { day in
            JSON.object([
                ("day", .int(day.day)), ("minutes", .thousandths(day.minutes)), ("questions", .int(day.questions)),
                ("new", .int(day.new)), ("due", .int(day.due)), ("left", .int(day.left)), ("right", .int(day.right)),
            ])
        }
        let cards = simulation.cards.map { result in
            JSON.object([
                ("id", .string(result.card.text)), ("kind", .string(result.card.kind.rawValue)),
                ("words", .string(result.words(in: notation))), ("first", .int(result.first)),
                ("asked", .int(result.asked)), ("median", .thousandths(result.median)),
                ("interval", .int(result.interval)), ("longestOverdue", .int(result.longestOverdue)),
            ])
        }
        return .object([("days", .array(days)), ("cards", .array(cards))])
    }
}

extension Simulation.CardResult {
    /// The title of the card: `B♭mi7`, `Dmi7 → G7`, `C7, by ear`.
    func words(in notation: Notation) -> String {
        card.title(in: notation) + (card.kind == .ear ? ", by ear" : "")
    }
}
