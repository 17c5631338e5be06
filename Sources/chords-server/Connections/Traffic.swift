import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1

/// What all connections together have been asked and have answered: numbers that only grow.
///
/// There are as many ``Tally``s as processors, and a connection keeps to one of them, so that one event loop hardly ever
/// waits for another.
final class Traffic: Sendable {
    /// What sort of thing is asked for. Addresses would be endlessly many, and are no one’s business.
    enum Route: Int, CaseIterable {
        case page, asset, api
        /// Chordsets and tunes.
        case kept
        /// Streams that tell of changes.
        case events
        /// What monitors ask, which has nothing to do with how many people are here.
        case probe
        /// Refused before anybody looked at what was asked.
        case none
    }

    /// Why requests are refused before they are handled.
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
        /// By route, then whether it reads, then the first digit of the status from 2 on.
        var requests = [Int](repeating: 0, count: Route.allCases.count * 2 * 4)
        /// By route.
        var durations = [Histogram](repeating: Histogram(), count: Route.allCases.count)
        var refused: [Reason: Int] = [:]
        var received = 0
        var sent = 0
        var listeners = 0

        static func place(_ route: Route, reads: Bool, status: Int) -> Int { (route.rawValue * 2 + (reads ? 0 : 1)) * 4 + status - 2 }

        static func += (sum: inout Counts, other: Counts) {
            for place in sum.requests.indices { sum.requests[place] += other.requests[place] }
            for place in sum.durations.indices { sum.durations[place] += other.durations[place] }
            sum.refused.merge(other.refused, uniquingKeysWith: +)
            sum.received += other.received
            sum.sent += other.sent
            sum.listeners += other.listeners
        }
    }

    /// Where some of the connections count.
    final class Tally: Sendable {
        fileprivate let counts = NIOLockedValueBox(Counts())

        /// An answer begins.
        func begin(_ route: Route, _ method: HTTPMethod, _ status: HTTPResponseStatus, isListening: Bool) {
            let place = Counts.place(route, reads: method.reads, status: min(max(Int(status.code) / 100, 2), 5))
            counts.withLockedValue { counts in
                counts.requests[place] += 1
                if isListening { counts.listeners += 1 }
                if status.code >= 400, let reason = Reason(status) { counts.refused[reason, default: 0] += 1 }
            }
        }

        /// An answer has been written to its end.
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

    /// For a new connection.
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
                        labels: [("route", "\(route)"), ("method", reads ? "read" : "write"), ("status", "\(status)xx")],
                        value: Double(counts.requests[Counts.place(route, reads: reads, status: status)])
                    )
                }
            }
        }
        return [
            MetricFamily(
                .counter, "chords_http_requests_total",
                "Requests that were answered. Of streams of events the answer counts when it begins.", requests),
            MetricFamily(
                "chords_http_request_duration_seconds", "From a request’s head to the last byte of its answer, without streams of events.",
                by: "route", Route.allCases.filter { $0 != .events }.map { ("\($0)", counts.durations[$0.rawValue]) }),
            MetricFamily(
                .counter, "chords_http_refused_total",
                "Of the requests those that asked too often, named a server that this is not, came too slowly or were too long.",
                Reason.allCases.map { ([("reason", $0.rawValue)], Double(counts.refused[$0] ?? 0)) }),
            MetricFamily(.counter, "chords_http_received_bytes_total", "Bytes of requests.", Double(counts.received)),
            MetricFamily(.counter, "chords_http_sent_bytes_total", "Bytes of answers.", Double(counts.sent)),
            MetricFamily(.gauge, "chords_event_listeners", "Streams of events that are open.", Double(counts.listeners)),
        ]
    }
}
