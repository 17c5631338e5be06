import Foundation
import Metrics

/// Process metrics with the standard names of Prometheus client libraries.
struct ProcessMetrics: Sendable {
    private let processorSeconds: Meter
    private let residentBytes: Meter
    private let openFiles: Meter
    private let maximumOpenFiles: Meter

    init(_ factory: any MetricsFactory) {
        processorSeconds = Meter(label: "process_cpu_seconds_total", factory: factory)
        residentBytes = Meter(label: "process_resident_memory_bytes", factory: factory)
        openFiles = Meter(label: "process_open_fds", factory: factory)
        maximumOpenFiles = Meter(label: "process_max_fds", factory: factory)
        Meter(label: "process_start_time_seconds", factory: factory).set(Date().timeIntervalSince1970)
    }

    /// Records the current values, as far as the system provides them.
    func record() {
        processorSeconds.set(Self.processorSeconds())
        residentBytes.set(Self.residentBytes() ?? .nan)
        openFiles.set(Self.openFiles() ?? .nan)
        maximumOpenFiles.set(Self.maximumOpenFiles() ?? .nan)
    }

    private static func processorSeconds() -> Double {
        var usage = rusage()
        #if os(Linux)
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        #else
            getrusage(RUSAGE_SELF, &usage)
        #endif
        return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
    }

    /// Linux reports it in pages.
    private static func residentBytes() -> Double? {
        guard let sizes = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
        return sizes.split(separator: " ").dropFirst().first.flatMap { Double($0) }.map {
            $0 * Double(sysconf(Int32(_SC_PAGESIZE)))
        }
    }

    /// Without the descriptor of the folder being read.
    private static func openFiles() -> Double? {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")).map { Double($0.count - 1) }
    }

    private static func maximumOpenFiles() -> Double? {
        guard let limits = try? String(contentsOfFile: "/proc/self/limits", encoding: .utf8) else { return nil }
        let line = limits.split(separator: "\n").first { $0.hasPrefix("Max open files") }
        return line.flatMap { Double($0.split(separator: " ").dropFirst(3).first ?? "") }
    }
}
