import Hummingbird
import Metrics

/// HTTP metrics. All series exist from the start, so that nothing is looked up for a request.
struct HTTPMetrics: Sendable {
    /// Durations by route, without event streams.
    private(set) var durations: [Route: Timer] = [:]
    let listeners: Meter
    /// Counts by route, by reading or writing, and by the first digit of the status from 2 on.
    private var requests: [Route: [[Counter]]] = [:]
    private var refused: [HTTPResponse.Status: Counter] = [:]
    private let received: Counter
    private let sent: Counter

    /// The reason for refusing a request, by its status.
    private static let reasons: KeyValuePairs<HTTPResponse.Status, String> = [
        .tooManyRequests: "rate_limit", .misdirectedRequest: "host", .requestTimeout: "slow",
        .contentTooLarge: "too_long", .uriTooLong: "too_long", .requestHeaderFieldsTooLarge: "too_long",
    ]

    init(_ factory: any MetricsFactory) {
        for route in Route.allCases {
            let labels = [("route", route.rawValue)]
            requests[route] = ["read", "write"].map { method in
                (2...5).map { status in
                    Counter(
                        label: "chords_http_requests_total",
                        dimensions: labels + [("method", method), ("status", "\(status)xx")], factory: factory)
                }
            }
            guard route != .events else { continue }
            durations[route] = Timer(
                label: "chords_http_request_duration_seconds", dimensions: labels, factory: factory)
        }
        for (status, reason) in Self.reasons {
            refused[status] = Counter(
                label: "chords_http_refused_total", dimensions: [("reason", reason)], factory: factory)
        }
        received = Counter(label: "chords_http_received_bytes_total", factory: factory)
        sent = Counter(label: "chords_http_sent_bytes_total", factory: factory)
        listeners = Meter(label: "chords_event_listeners", factory: factory)
    }

    func count(_ route: Route, _ method: HTTPRequest.Method, _ status: HTTPResponse.Status) {
        requests[route]?[method.reads ? 0 : 1][min(max(status.code / 100, 2), 5) - 2].increment()
        refused[status]?.increment()
    }

    func count(received count: Int, sent: Int) {
        if count > 0 { received.increment(by: count) }
        if sent > 0 { self.sent.increment(by: sent) }
    }
}
