/// A Prometheus metric family: a name with one value, or with one per label value.
struct MetricFamily: Sendable {
    enum Kind: String {
        /// Increases until the server restarts.
        case counter
        /// A current value.
        case gauge
        case histogram
    }

    typealias Labels = [(name: String, value: String)]

    private struct Sample {
        let suffix: String
        let labels: Labels
        let value: Double
    }

    let name: String
    private let kind: Kind
    private let help: String
    private let samples: [Sample]

    /// - Parameter help: a description, with the unit if the name does not have it.
    init(_ kind: Kind, _ name: String, _ help: String, _ values: [(labels: Labels, value: Double)]) {
        self.init(kind, name, help, values.map { Sample(suffix: "", labels: $0.labels, value: $0.value) })
    }

    init(_ kind: Kind, _ name: String, _ help: String, _ value: Double) {
        self.init(kind, name, help, [(labels: [], value: value)])
    }

    /// Histograms of durations by label value.
    init(_ name: String, _ help: String, by label: String, _ histograms: [(value: String, histogram: Histogram)]) {
        self.init(
            .histogram, name, help,
            histograms.flatMap { value, histogram in
                let labels = [(name: label, value: value)]
                let buckets = histogram.buckets.map { bound, count in
                    Sample(suffix: "_bucket", labels: labels + [("le", Self.text(bound))], value: Double(count))
                }
                return buckets + [
                    Sample(suffix: "_sum", labels: labels, value: histogram.seconds),
                    Sample(suffix: "_count", labels: labels, value: Double(histogram.count)),
                ]
            })
    }

    private init(_ kind: Kind, _ name: String, _ help: String, _ samples: [Sample]) {
        self.kind = kind
        self.name = name
        self.help = help
        self.samples = samples
    }

    /// Writes the text format, version 0.0.4.
    func write(to text: inout String) {
        text += "# HELP \(name) \(help.replacing("\\", with: "\\\\").replacing("\n", with: "\\n"))\n"
        text += "# TYPE \(name) \(kind.rawValue)\n"
        for sample in samples {
            text += name + sample.suffix
            if !sample.labels.isEmpty {
                text += "{\(sample.labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ","))}"
            }
            text += " \(Self.text(sample.value))\n"
        }
    }

    private static func escaped(_ value: String) -> String {
        value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }

    private static func text(_ number: Double) -> String {
        if number == .infinity { return "+Inf" }
        return Int(exactly: number).map(String.init) ?? "\(number)"
    }
}
