/// What is measured under one name, as Prometheus counts it: one number, or one for each value of its labels.
struct MetricFamily: Sendable {
    enum Kind: String {
        /// Only grows, until the server starts again.
        case counter
        /// Is what it is at the moment.
        case gauge
        /// How many were at most so large.
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

    /// - Parameter help: what it is, and its unit where the name does not say it.
    init(_ kind: Kind, _ name: String, _ help: String, _ values: [(labels: Labels, value: Double)]) {
        self.init(kind, name, help, values.map { Sample(suffix: "", labels: $0.labels, value: $0.value) })
    }

    init(_ kind: Kind, _ name: String, _ help: String, _ value: Double) {
        self.init(kind, name, help, [(labels: [], value: value)])
    }

    /// How long something took, for each value of a label.
    init(_ name: String, _ help: String, by label: String, _ histograms: [(value: String, histogram: Histogram)]) {
        self.init(.histogram, name, help, histograms.flatMap { value, histogram in
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

    /// In the text format, version 0.0.4.
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
