import Metrics
import NIOCore

/// Limits the number of connections, in total and by address. An excess connection costs only a file descriptor.
struct ConnectionLimiter: Sendable {
    private let limit: UsageLimit
    private let current: Meter
    private let opened: Counter
    private let rejected: Counter

    init(_ limits: Limits, metrics: any MetricsFactory) {
        limit = UsageLimit(limits.connections, perAddress: limits.connectionsPerAddress)
        current = Meter(label: "chords_connections", factory: metrics)
        opened = Counter(label: "chords_connections_total", factory: metrics)
        rejected = Counter(label: "chords_connections_refused_total", factory: metrics)
        Meter(label: "chords_connections_limit", factory: metrics).set(limits.connections)
    }

    /// Counts a new connection, until it is closed.
    /// - Returns: the reason for rejecting it, which then is not counted; nil if accepted.
    func open(_ client: IPAddress?, closed: EventLoopFuture<Void>) -> String? {
        opened.increment()
        do {
            let reservation = try UsageLimit.Reservation(of: limit, for: client)
            current.increment()
            closed.whenComplete { [current] _ in withExtendedLifetime(reservation) { current.decrement() } }
            return nil
        } catch {
            rejected.increment()
            return switch error {
            case .total: "The server has reached its limit of \(limit.total) connections. Try again in a moment."
            case .address: "Your address has reached its limit of \(limit.perAddress) connections. Close some of them."
            }
        }
    }
}
