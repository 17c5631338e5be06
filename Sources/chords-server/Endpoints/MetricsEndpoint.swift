import Hummingbird
import Store

/// The metrics in the text format of Prometheus.
struct MetricsEndpoint: Sendable {
    private let exporter: PrometheusExporter
    private let readers: MetricsReaders
    private let totals: Shared<Shelves.Totals>

    init(_ exporter: PrometheusExporter, readers: MetricsReaders, shelves: Shelves) {
        self.exporter = exporter
        self.readers = readers
        totals = Shared { try await shelves.totals() }
    }

    /// Without access, the path does not exist.
    func response(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        guard readers.include(request, from: context.client) else { throw HTTPError(.notFound) }
        exporter.recordProcess()
        // If the database does not answer, only that is reported.
        let totals = try? await totals.value(within: .seconds(1))
        exporter.set("chords_database_up", to: totals == nil ? 0 : 1)
        for (things, path) in [("shelves", \Shelves.Totals.shelves), ("chordsets", \.chordsets), ("tunes", \.tunes)] {
            exporter.set("chords_kept", [("things", things)], to: totals.map { Double($0[keyPath: path]) })
        }
        exporter.set("chords_kept_bytes", to: totals.map { Double($0.bytes) })
        return Response(
            exporter.text(), type: "text/plain; version=0.0.4; charset=utf-8", headers: [.cacheControl: "no-store"])
    }
}
