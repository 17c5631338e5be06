/// The server's metrics in the Prometheus text format.
///
/// Sources keep their own counters, and are read on request. Label values are from a fixed list, and never contain
/// addresses, paths or keys.
struct Metrics: Sendable {
    typealias Source = @Sendable () async -> [MetricFamily]

    static let path = "/metrics"
    static let type = "text/plain; version=0.0.4; charset=utf-8"

    private let sources: [Source]

    init(_ sources: [Source]) {
        self.sources = sources
    }

    /// The text format, version 0.0.4.
    func text() async -> String {
        var text = ""
        for source in sources {
            for family in await source() { family.write(to: &text) }
        }
        return text
    }
}
