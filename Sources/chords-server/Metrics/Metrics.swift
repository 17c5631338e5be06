/// How the server is, in numbers, for Prometheus and whatever reads its text format.
///
/// Nothing is gathered until it is asked for: what counts keeps its own numbers, and is a source that tells them. A label is
/// one of a few words of ours. No address, path or key is in any.
struct Metrics: Sendable {
    typealias Source = @Sendable () async -> [MetricFamily]

    static let path = "/metrics"
    static let type = "text/plain; version=0.0.4; charset=utf-8"

    private let sources: [Source]

    init(_ sources: [Source]) {
        self.sources = sources
    }

    /// In the text format, version 0.0.4.
    func text() async -> String {
        var text = ""
        for source in sources {
            for family in await source() { family.write(to: &text) }
        }
        return text
    }
}
