import NIOConcurrencyHelpers

/// Limits what is in use at the same time, in total and by remote address, such as connections, threads and memory.
final class UsageLimit: Sendable {
    enum Excess: Error {
        case total, address
    }

    let total: Int
    let perAddress: Int
    private let usage = NIOLockedValueBox((total: 0, byAddress: [IPAddress: Int]()))

    /// - Parameter perAddress: the limit of one IPv4 address or IPv6 network. This machine has only the total limit.
    init(_ total: Int, perAddress: Int) {
        self.total = total
        self.perAddress = perAddress
    }

    var current: Int { usage.withLockedValue { $0.total } }

    /// A taken amount, released with this object.
    final class Reservation: Sendable {
        private let limit: UsageLimit
        private let amount: Int
        private let address: IPAddress?

        init(_ amount: Int = 1, of limit: UsageLimit, for client: IPAddress?) throws(Excess) {
            let address = client.flatMap { $0.isLoopback ? nil : $0.prefix }
            let excess: Excess? = limit.usage.withLockedValue { usage in
                guard usage.total + amount <= limit.total else { return .total }
                if let address {
                    let own = usage.byAddress[address, default: 0] + amount
                    guard own <= limit.perAddress else { return .address }
                    usage.byAddress[address] = own
                }
                usage.total += amount
                return nil
            }
            if let excess { throw excess }
            (self.limit, self.amount, self.address) = (limit, amount, address)
        }

        deinit {
            limit.usage.withLockedValue { usage in
                usage.total -= amount
                guard let address, let own = usage.byAddress[address] else { return }
                usage.byAddress[address] = own > amount ? own - amount : nil
            }
        }
    }
}
