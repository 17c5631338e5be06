import JSONText
import Practice

extension TextReport {
    /// The practice of a simulated learner: totals, quarters of the time, and the slowest cards.
    public func simulation(_ simulation: Simulation) -> String {
        let sessions = simulation.days.filter { $0.questions > 0 }
        guard !sessions.isEmpty else { return "There was no session." }
        var lines = [total(of: simulation, sessions), ""]
        var periods = [["Days", "Minutes", "Questions", "Right", "New", "Due", "Left"]]
        let length = (simulation.days.count + 3) / 4
        for start in stride(from: 0, to: simulation.days.count, by: length) {
            let days = simulation.days[start..<min(start + length, simulation.days.count)]
            let practiced = days.filter { $0.questions > 0 }
            periods.append(
                ["\(start)–\(start + days.count - 1)"] + [
                    mean(practiced.map { $0.minutes }), mean(practiced.map { Double($0.questions) }),
                    percent(practiced), "\(days.reduce(0) { $0 + $1.new })", mean(practiced.map { Double($0.due) }),
                    mean(practiced.map { Double($0.left) }),
                ])
        }
        lines += columns(periods)
        var slowest = [["Slowest cards", "Median", "Asked", "Interval"]]
        for result in simulation.cards.sorted(by: { $0.median > $1.median }).prefix(10) {
            slowest.append([
                result.words(in: notation), JSON.thousandths(result.median).text + " s", "\(result.asked)",
                result.interval == 1 ? "1 day" : "\(result.interval) days",
            ])
        }
        return (lines + [""] + columns(slowest)).joined(separator: "\n")
    }

    private func total(of simulation: Simulation, _ sessions: [Simulation.Day]) -> String {
        let kinds = CardKind.allCases.map { kind in
            let count = simulation.cards.filter { $0.card.kind == kind }.count
            return "\(count) " + (kind == .ear ? "by ear" : kind.rawValue + (count == 1 ? "" : "s"))
        }
        let wait = simulation.cards.map { $0.longestOverdue }.max() ?? 0
        return "\(sessions.count) sessions, \(simulation.cards.count) cards: " + kinds.joined(separator: ", ")
            + ". The longest wait of a due card was " + (wait == 1 ? "1 day." : "\(wait) days.")
    }

    private func mean(_ numbers: [Double]) -> String {
        guard !numbers.isEmpty else { return "" }
        let sum: Double = numbers.reduce(0, +)
        let tenths = Int(10 * sum / Double(numbers.count) + 0.5)
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }

    private func percent(_ days: [Simulation.Day]) -> String {
        let questions = days.reduce(0) { $0 + $1.questions }
        return questions == 0 ? "" : "\(100 * days.reduce(0) { $0 + $1.right } / questions)%"
    }
}
