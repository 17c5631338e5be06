import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1

/// HTTP metrics of all connections.
///
/// There is one ``Tally`` per processor, and each connection uses one of them. Event loops therefore rarely wait for
/// the same lock.
final class Traffic: Sendable {
    /// The kind of a request. Full addresses would be too many, and private.
    enum Route: Int, CaseIterable {
        case page, asset, api
        /// Chordsets and tunes.
        case kept
        /// Streams of changes.
        case events
        /// Health checks and metrics.
        case probe
        /// Refused before routing.
        case none
    }

    /// The reason for refusing a request before routing.
    fileprivate enum Reason: String, CaseIterable {
        case rateLimit = "rate_limit"
        case host
        case slow
        case tooLong = "too_long"

        init?(_ status: HTTPResponseStatus) {
            switch status {
            case .tooManyRequests: self = .rateLimit
            case .misdirectedRequest: self = .host
            case .requestTimeout: self = .slow
            case .payloadTooLarge, .uriTooLong, .requestHeaderFieldsTooLarge: self = .tooLong
            default: return nil
            }
        }
    }

    fileprivate struct Counts {
        /// Counts by route, by reading or writing, and by the first digit of the status from 2 on.
        var requests = [Int](repeating: 0, count: Route.allCases.count * 2 * 4)
        /// Durations by route.
        var durations = [Histogram](repeating: Histogram(), count: Route.allCases.count)
        var refused: [Reason: Int] = [:]
        var received = 0
        var sent = 0
        var listeners = 0

        static func place(_ route: Route, reads: Bool, status: Int) -> Int {
            (route.rawValue * 2 + (reads ? 0 : 1)) * 4 + status - 2
        }

        static func += (sum: inout Counts, other: Counts) {
            for place in sum.requests.indices { sum.requests[place] += other.requests[place] }
            for place in sum.durations.indices { sum.durations[place] += other.durations[place] }
            sum.refused.merge(other.refused, uniquingKeysWith: +)
            sum.received += other.received
            sum.sent += other.sent
            sum.listeners += other.listeners
        }
    }

    /// The counters of some connections.
    final class Tally: Sendable {
        fileprivate let counts = NIOLockedValueBox(Counts())

        /// Counts an answer that begins.
        func begin(_ route: Route, _ method: HTTPMethod, _ status: HTTPResponseStatus, isListening: Bool) {
            let place = Counts.place(route, reads: method.reads, status: min(max(Int(status.code) / 100, 2), 5))
            counts.withLockedValue { counts in
                counts.requests[place] += 1
                if isListening { counts.listeners += 1 }
                if status.code >= 400, let reason = Reason(status) { counts.refused[reason, default: 0] += 1 }
            }
        }

        /// Counts a complete answer.
        func end(_ route: Route, after time: TimeAmount, received: Int, sent: Int) {
            counts.withLockedValue { counts in
                counts.durations[route.rawValue].observe(nanoseconds: time.nanoseconds)
                counts.received += received
                counts.sent += sent
            }
        }

        func carry(received: Int, sent: Int) {
            counts.withLockedValue { counts in
                counts.received += received
                counts.sent += sent
            }
        }

        func stopListening() {
            counts.withLockedValue { $0.listeners -= 1 }
        }
    }

    private let tallies: [Tally]
    private let next = NIOLockedValueBox(0)

    init() {
        tallies = (0..<System.coreCount).map { _ in Tally() }
    }

    /// The tally for a new connection.
    func tally() -> Tally {
        next.withLockedValue { next in
            next = (next + 1) % tallies.count
            return tallies[next]
        }
    }

    func families() -> [MetricFamily] {
        let counts = tallies.reduce(into: Counts()) { sum, tally in sum += tally.counts.withLockedValue { $0 } }
        let requests = Route.allCases.flatMap { route in
            [true, false].flatMap { reads in
                (2...5).map { status in
                    (
                        labels: [
                            ("route", "\(route)"), ("method", reads ? "read" : "write"), ("status", "\(status)xx"),
                        ],
                        value: Double(counts.requests[Counts.place(route, reads: reads, status: status)])
                    )
                }
            }
        }
        return [
            MetricFamily(
                .counter, "chords_http_requests_total",
                "Answered requests. Event streams count when they begin.", requests),
            MetricFamily(
                "chords_http_request_duration_seconds",
                "Time from the head of a request to the last byte of its answer, without event streams.",
                by: "route", Route.allCases.filter { $0 != .events }.map { ("\($0)", counts.durations[$0.rawValue]) }),
            MetricFamily(
                .counter, "chords_http_refused_total",
                "Requests refused because of the rate limit, a wrong host, slowness or length.",
                Reason.allCases.map { ([("reason", $0.rawValue)], Double(counts.refused[$0] ?? 0)) }),
            MetricFamily(.counter, "chords_http_received_bytes_total", "Bytes of requests.", Double(counts.received)),
            MetricFamily(.counter, "chords_http_sent_bytes_total", "Bytes of answers.", Double(counts.sent)),
            MetricFamily(.gauge, "chords_event_listeners", "Open event streams.", Double(counts.listeners)),
        ]
    }
}
