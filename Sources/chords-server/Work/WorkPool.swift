import NIOConcurrencyHelpers

/// Runs work of more than a millisecond on a few threads of low priority, to keep event loops free. Excess work is
/// refused at once.
final class WorkPool: Sendable {
    /// The queue is full.
    struct Overworked: Error {}

    private struct State {
        /// Waiting and running tasks, in total and by address.
        var count = 0
        var counts: [IPAddress: Int] = [:]
        var refused = 0
    }

    /// The maximum number of tasks, in total and from one remote address.
    static let capacity = 32
    static let capacityPerAddress = 12

    private let state = NIOLockedValueBox(State())
    // Few threads, because each may hold a complete answer.
    private let threads = LowPriorityThreads(most: 4, niceness: 8)
    private let name: String

    /// - Parameter name: its name in the metrics.
    init(_ name: String) { self.name = name }

    /// Runs work on the next free thread.
    /// - Parameter client: the client's address, for the limit per address.
    /// - Throws: ``Overworked``, or the error of `work`.
    func run<Value: Sendable>(for client: IPAddress?, _ work: @Sendable @escaping () throws -> Value) async throws
        -> Value
    {
        let household = client.flatMap { $0.isLoopback ? nil : $0.household }
        try enter(household)
        defer { leave(household) }
        return try await withCheckedThrowingContinuation { continuation in
            threads.submit { continuation.resume(with: Result { try work() }) }
        }
    }

    private func enter(_ household: IPAddress?) throws {
        try state.withLockedValue { state in
            let own = household.map { state.counts[$0, default: 0] } ?? 0
            guard state.count < Self.capacity, own < Self.capacityPerAddress else {
                state.refused += 1
                throw Overworked()
            }
            state.count += 1
            if let household { state.counts[household] = own + 1 }
        }
    }

    private func leave(_ household: IPAddress?) {
        state.withLockedValue { state in
            state.count -= 1
            guard let household, let own = state.counts[household] else { return }
            state.counts[household] = own > 1 ? own - 1 : nil
        }
    }

    func families() -> [MetricFamily] {
        let (count, refused) = state.withLockedValue { ($0.count, $0.refused) }
        return [
            MetricFamily(
                .gauge, "chords_\(name)_waiting", "Requests whose work is running or waiting for a thread.",
                Double(count)),
            MetricFamily(
                .counter, "chords_\(name)_refused_total", "Requests refused because too much work was waiting.",
                Double(refused)),
        ]
    }
}
