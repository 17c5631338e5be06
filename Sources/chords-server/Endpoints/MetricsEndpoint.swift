import Hummingbird
import Metrics
import NIOCore
import Store

/// The metrics in the text format of Prometheus.
struct MetricsEndpoint: Sendable {
    private let exporter: PrometheusExporter
    private let readers: MetricsReaders
    private let process: ProcessMetrics
    private let totals: Shared<Shelves.Totals>
    private let isUp: Meter
    private let counts: [Meter]
    private let bytes: Meter

    init(_ exporter: PrometheusExporter, readers: MetricsReaders, shelves: Shelves) {
        self.exporter = exporter
        self.readers = readers
        process = ProcessMetrics(exporter)
        totals = Shared { try await shelves.totals() }
        isUp = Meter(label: "chords_database_up", factory: exporter)
        counts = ["shelves", "chordsets", "tunes"].map {
            Meter(label: "chords_kept", dimensions: [("things", $0)], factory: exporter)
        }
        bytes = Meter(label: "chords_kept_bytes", factory: exporter)
    }

    /// Without access, the path does not exist.
    func response(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        guard readers.include(request, from: context.client) else { throw HTTPError(.notFound) }
        process.record()
        await recordTotals()
        return Response(
            status: .ok,
            headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: exporter.text())))
    }

    /// If the database does not answer, only that is reported.
    private func recordTotals() async {
        let totals = try? await totals.value(within: .seconds(1))
        isUp.set(totals == nil ? 0 : 1)
        let values = totals.map { [$0.shelves, $0.chordsets, $0.tunes].map(Double.init) }
        for (place, meter) in counts.enumerated() { meter.set(values?[place] ?? .nan) }
        bytes.set(totals.map { Double($0.bytes) } ?? .nan)
    }
}
