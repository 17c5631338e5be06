/// Keeps what was computed alive, so that the optimiser cannot leave the work out.
nonisolated(unsafe) private var sink = 0

/// Runs `work` for about a second and prints what one of its `times` answers takes.
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
    let figure = Double(Int(nanoseconds / Double(times) * 10 + 0.5)) / 10
    let columns = [pad(title, to: 42), pad("\(figure) ns", to: 14), "target: under \(target)"]
    print(columns.joined())
}

private func pad(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
}
