import Foundation
import Metrics

/// Process metrics with the standard names of Prometheus client libraries.
struct ProcessMetrics: Sendable {
    private let meters: [(meter: Meter, value: @Sendable () -> Double?)]

    init(_ factory: any MetricsFactory) {
        let values: [(String, @Sendable () -> Double?)] = [
            ("process_cpu_seconds_total", Self.processorSeconds),
            ("process_resident_memory_bytes", Self.residentBytes),
            ("process_open_fds", Self.openFiles), ("process_max_fds", Self.maximumOpenFiles),
        ]
        meters = values.map { (Meter(label: $0, factory: factory), $1) }
        Meter(label: "process_start_time_seconds", factory: factory).set(Date().timeIntervalSince1970)
    }

    /// Records the current values, as far as the system provides them.
    func record() {
        for (meter, value) in meters { meter.set(value() ?? .nan) }
    }

    @Sendable private static func processorSeconds() -> Double? {
        var usage = rusage()
        #if os(Linux)
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        #else
            getrusage(RUSAGE_SELF, &usage)
        #endif
        return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
    }

    /// Linux reports it in pages.
    @Sendable private static func residentBytes() -> Double? {
        guard let sizes = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
        return sizes.split(separator: " ").dropFirst().first.flatMap { Double($0) }.map {
            $0 * Double(sysconf(Int32(_SC_PAGESIZE)))
        }
    }

    /// Without the descriptor of the folder being read.
    @Sendable private static func openFiles() -> Double? {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")).map { Double($0.count - 1) }
    }

    @Sendable private static func maximumOpenFiles() -> Double? {
        guard let limits = try? String(contentsOfFile: "/proc/self/limits", encoding: .utf8) else { return nil }
        let line = limits.split(separator: "\n").first { $0.hasPrefix("Max open files") }
        return line.flatMap { Double($0.split(separator: " ").dropFirst(3).first ?? "") }
    }
}
