import NIOConcurrencyHelpers

/// A memory limit for requests and answers in transfer, in total and by address.
final class MemoryBudget: Sendable {
    /// The limit is reached.
    struct Exhausted: Error {}

    private struct State {
        var held = 0
        var heldFor: [IPAddress: Int] = [:]
    }

    private let most: Int
    private let mostPerAddress: Int
    private let state = NIOLockedValueBox(State())

    /// - Parameters:
    ///   - most: the total limit in bytes.
    ///   - mostPerAddress: the limit of one remote address in bytes.
    init(_ most: Int, perAddress mostPerAddress: Int) {
        self.most = most
        self.mostPerAddress = mostPerAddress
    }

    /// Reserved bytes, released with this object.
    final class Reservation: Sendable {
        private let budget: MemoryBudget
        private let bytes: Int
        private let household: IPAddress?

        fileprivate init(_ budget: MemoryBudget, _ bytes: Int, _ household: IPAddress?) {
            self.budget = budget
            self.bytes = bytes
            self.household = household
        }

        deinit { budget.release(bytes, household) }
    }

    func reserve(_ bytes: Int, for client: IPAddress?) throws -> Reservation {
        let household = client.flatMap { $0.isLoopback ? nil : $0.household }
        try state.withLockedValue { state in
            let own = household.map { state.heldFor[$0, default: 0] } ?? 0
            guard state.held + bytes <= most, household == nil || own + bytes <= mostPerAddress else {
                throw Exhausted()
            }
            state.held += bytes
            if let household { state.heldFor[household] = own + bytes }
        }
        return Reservation(self, bytes, household)
    }

    private func release(_ bytes: Int, _ household: IPAddress?) {
        state.withLockedValue { state in
            state.held -= bytes
            guard let household, let own = state.heldFor[household] else { return }
            state.heldFor[household] = own > bytes ? own - bytes : nil
        }
    }
}
