/// Keeps a result alive, so that the optimizer cannot remove the work.
nonisolated(unsafe) private var sink = 0

/// Runs `work` for about a second and prints the time of one of its `times` answers.
func measure(_ title: String, times: Int, target: String, _ work: () -> Int) {
    let clock = ContinuousClock()
    var best = Duration.seconds(3600)
    var total = Duration.zero
    var rounds = 0
    while rounds < 5 || total < .seconds(1) {
        let elapsed = clock.measure { sink &+= work() }
        best = min(best, elapsed)
        total += elapsed
        rounds += 1
    }
    let nanoseconds = Double(best.components.attoseconds) / 1e9 + Double(best.components.seconds) * 1e9
    show(title, nanoseconds: nanoseconds / Double(times), target: target)
}

/// Prints the best time that `work` returns in a few runs.
/// - Parameter work: returns nanoseconds.
func measure(_ title: String, target: String, _ work: () throws -> Double) rethrows {
    show(title, nanoseconds: try (0..<7).map { _ in try work() }.min()!, target: target)
}

private func show(_ title: String, nanoseconds: Double, target: String) {
    var (figure, unit) = (nanoseconds, "ns")
    for larger in ["µs", "ms"] where figure >= 1000 { (figure, unit) = (figure / 1000, larger) }
    figure = Double(Int(figure * 10 + 0.5)) / 10
    print([pad(title, to: 44), pad("\(figure) \(unit)", to: 12), "target: under \(target)"].joined())
}

private func pad(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
}
