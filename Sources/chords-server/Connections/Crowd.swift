import NIOConcurrencyHelpers

/// Limits the number of connections, in total and by address. An excess connection costs only a file descriptor.
final class Crowd: Sendable {
    private struct Counts {
        var all = 0
        var ever = 0
        var turnedAway = 0
        var from: [IPAddress: Int] = [:]
    }

    private let most: Int
    private let mostPerAddress: Int
    private let counts = NIOLockedValueBox(Counts())

    init(_ limits: Limits) {
        most = limits.connections
        mostPerAddress = limits.connectionsPerAddress
    }

    /// Counts a new connection, until ``leave(_:)``.
    /// - Returns: the reason for rejecting it; nil if accepted. Loopback connections have only the total limit.
    func enter(_ address: IPAddress?) -> String? {
        counts.withLockedValue { counts in
            counts.all += 1
            counts.ever += 1
            let household = address?.household
            let others = household.map { counts.from[$0, default: 0] } ?? 0
            if let household { counts.from[household] = others + 1 }
            if counts.all > most {
                counts.turnedAway += 1
                return "The server has reached its limit of \(most) connections. Try again in a moment."
            }
            if address?.isLoopback == false, others >= mostPerAddress {
                counts.turnedAway += 1
                return "Your address has reached its limit of \(mostPerAddress) connections. Close some of them."
            }
            return nil
        }
    }

    func leave(_ address: IPAddress?) {
        counts.withLockedValue { counts in
            counts.all -= 1
            guard let household = address?.household, let count = counts.from[household] else { return }
            counts.from[household] = count > 1 ? count - 1 : nil
        }
    }

    func families() -> [MetricFamily] {
        let (all, ever, turnedAway) = counts.withLockedValue { ($0.all, $0.ever, $0.turnedAway) }
        return [
            MetricFamily(.gauge, "chords_connections", "Open connections.", Double(all)),
            MetricFamily(.gauge, "chords_connections_limit", "Maximum number of open connections.", Double(most)),
            MetricFamily(.counter, "chords_connections_total", "Connections opened.", Double(ever)),
            MetricFamily(
                .counter, "chords_connections_refused_total",
                "Connections rejected because of the total limit or the limit per address.", Double(turnedAway)),
        ]
    }
}
