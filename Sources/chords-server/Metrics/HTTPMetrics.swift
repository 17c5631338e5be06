import Hummingbird
import Metrics

/// HTTP metrics. All series exist from the start, so that nothing is looked up for a request.
struct HTTPMetrics: Sendable {
    /// Durations by route, without event streams.
    let durations: [Route: Timer]
    let listeners: Meter
    /// Counts by route, by reading or writing, and by the first digit of the status from 2 on.
    private let requests: [Counter]
    private let refused: [HTTPResponse.Status: Counter]
    private let received: Counter
    private let sent: Counter

    /// The reason for refusing a request, by its status.
    private static let reasons: KeyValuePairs<HTTPResponse.Status, String> = [
        .tooManyRequests: "rate_limit", .misdirectedRequest: "host", .requestTimeout: "slow",
        .contentTooLarge: "too_long", .uriTooLong: "too_long", .requestHeaderFieldsTooLarge: "too_long",
    ]

    init(_ factory: any MetricsFactory) {
        requests = Route.allCases.flatMap { route in
            ["read", "write"].flatMap { method in
                (2...5).map { status in
                    Counter(
                        label: "chords_http_requests_total",
                        dimensions: [("route", route.rawValue), ("method", method), ("status", "\(status)xx")],
                        factory: factory)
                }
            }
        }
        durations = Dictionary(
            uniqueKeysWithValues: Route.allCases.filter { $0 != .events }.map { route in
                let labels = [("route", route.rawValue)]
                return (
                    route,
                    Timer(label: "chords_http_request_duration_seconds", dimensions: labels, factory: factory)
                )
            })
        refused = Dictionary(
            uniqueKeysWithValues: Self.reasons.map { status, reason in
                let labels = [("reason", reason)]
                return (status, Counter(label: "chords_http_refused_total", dimensions: labels, factory: factory))
            })
        received = Counter(label: "chords_http_received_bytes_total", factory: factory)
        sent = Counter(label: "chords_http_sent_bytes_total", factory: factory)
        listeners = Meter(label: "chords_event_listeners", factory: factory)
    }

    func count(_ route: Route, _ method: HTTPRequest.Method, _ status: HTTPResponse.Status) {
        let place = (Route.allCases.firstIndex(of: route) ?? 0) * 2 + (method.reads ? 0 : 1)
        requests[place * 4 + min(max(status.code / 100, 2), 5) - 2].increment()
        refused[status]?.increment()
    }

    func count(received count: Int, sent: Int) {
        if count > 0 { received.increment(by: count) }
        if sent > 0 { self.sent.increment(by: sent) }
    }
}
