import NIOConcurrencyHelpers

/// Does what may take over a millisecond on a few threads of low priority, so that nothing else waits for it: neither event
/// loops nor the threads that accept connections. What finds no room is refused at once.
final class WorkPool: Sendable {
    /// More work waits than is done in a few seconds.
    struct Overworked: Error {}

    private struct State {
        /// Tasks that wait or are being done, in all and by address.
        var count = 0
        var counts: [IPAddress: Int] = [:]
        var refused = 0
    }

    /// Tasks at once, and of them those of one address that is not of this machine.
    static let capacity = 32
    static let capacityPerAddress = 12

    private let state = NIOLockedValueBox(State())
    // Each thread may hold as much as one answer weighs.
    private let threads = LowPriorityThreads(most: 4, niceness: 8)
    private let name: String

    /// - Parameter name: what it is called in the metrics.
    init(_ name: String) { self.name = name }

    /// Does something as soon as a thread is free.
    /// - Parameter client: who asks for it; one address gets no more than its share of the room.
    /// - Throws: ``Overworked`` where there is no room; what `work` throws.
    func run<Value: Sendable>(for client: IPAddress?, _ work: @Sendable @escaping () throws -> Value) async throws -> Value {
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
            MetricFamily(.gauge, "chords_\(name)_waiting", "Requests whose work waits for a thread, or is being done.", Double(count)),
            MetricFamily(.counter, "chords_\(name)_refused_total", "Requests that were refused because too much work waited.", Double(refused)),
        ]
    }
}
