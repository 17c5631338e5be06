import Metrics
import NIOConcurrencyHelpers

/// A backend of swift-metrics that writes the text format of Prometheus, version 0.0.4.
///
/// Label values are from fixed lists, and never contain addresses, paths or keys.
final class PrometheusExporter: MetricsFactory {
    enum Kind: String {
        /// Increases until the server restarts.
        case counter
        /// A current value.
        case gauge
        /// Durations in seconds.
        case histogram
    }

    /// A metric with one or more series.
    struct Family: Sendable {
        let kind: Kind
        let name: String
        /// A description, with the unit if the name does not have it.
        let help: String

        init(_ kind: Kind, _ name: String, _ help: String) { (self.kind, self.name, self.help) = (kind, name, help) }
    }

    private let families: [Family]
    private let series = NIOLockedValueBox<[String: [Series]]>([:])

    /// - Parameter families: all metrics, in their order in the text.
    init(_ families: [Family]) { self.families = families }

    private func series(_ name: String, _ labels: [(String, String)]) -> Series {
        series.withLockedValue { all in
            if let known = all[name]?.first(where: { $0.labels.elementsEqual(labels, by: ==) }) { return known }
            let new = Series(labels)
            all[name, default: []].append(new)
            return new
        }
    }

    /// Sets the current value of a series; nil if it is unknown.
    func set(_ name: String, _ labels: [(String, String)] = [], to value: Double?) {
        series(name, labels).record(value ?? .nan)
    }

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler { series(label, dimensions) }
    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler { series(label, dimensions) }
    func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        series(label, dimensions)
    }

    /// A series stays until the server ends.
    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}

    /// The text format. A family without known values is left out.
    func text() -> String {
        let all = series.withLockedValue { $0 }
        return families.map { family in
            let lines = (all[family.name] ?? []).flatMap { $0.lines(of: family) }
            guard !lines.isEmpty else { return "" }
            return "# HELP \(family.name) \(family.help)\n# TYPE \(family.name) \(family.kind.rawValue)\n"
                + lines.map { $0 + "\n" }.joined()
        }.joined()
    }
}

/// The values of a metric for one set of labels.
private final class Series: CounterHandler, TimerHandler, RecorderHandler {
    /// The bucket bounds of durations in seconds. Cached responses take microseconds and screens milliseconds.
    private static let bounds = [
        0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    ]

    private struct State {
        /// The value, or the sum of durations in seconds; NaN if unknown.
        var value = 0.0
        /// The count of each bucket; the last one has no bound.
        var buckets = [Int](repeating: 0, count: bounds.count + 1)
    }

    let labels: [(String, String)]
    private let state = NIOLockedValueBox(State())

    init(_ labels: [(String, String)]) { self.labels = labels }

    func increment(by amount: Int64) { state.withLockedValue { $0.value += Double(amount) } }
    func record(_ value: Int64) { record(Double(value)) }
    func record(_ value: Double) { state.withLockedValue { $0.value = value } }
    func reset() { state.withLockedValue { $0 = State() } }

    func recordNanoseconds(_ duration: Int64) {
        let seconds = Double(duration) / 1e9
        state.withLockedValue { state in
            state.value += seconds
            state.buckets[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
        }
    }

    func lines(of family: PrometheusExporter.Family) -> [String] {
        let state = state.withLockedValue { $0 }
        guard !state.value.isNaN else { return [] }
        guard family.kind == .histogram else { return [line(family.name, state.value)] }
        var count = 0
        let buckets = zip(Self.bounds + [.infinity], state.buckets).map { bound, more in
            count += more
            return line(family.name + "_bucket", Double(count), [("le", Self.text(bound))])
        }
        return buckets + [line(family.name + "_sum", state.value), line(family.name + "_count", Double(count))]
    }

    private func line(_ name: String, _ value: Double, _ more: [(String, String)] = []) -> String {
        let labels = (labels + more).map { "\($0)=\"\(Self.escaped($1))\"" }.joined(separator: ",")
        return name + (labels.isEmpty ? "" : "{\(labels)}") + " " + Self.text(value)
    }

    private static func escaped(_ value: String) -> String {
        value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }

    private static func text(_ number: Double) -> String {
        number == .infinity ? "+Inf" : Int(exactly: number).map(String.init) ?? "\(number)"
    }
}
