import Foundation

/// Process metrics with the standard names of Prometheus client libraries.
struct ProcessMetrics: Sendable {
    private let start = Date()

    /// All metrics that the system provides.
    func families() -> [MetricFamily] {
        var families = [
            MetricFamily(
                .gauge, "process_start_time_seconds", "The start time of the server in seconds since 1970.",
                start.timeIntervalSince1970),
            MetricFamily(.counter, "process_cpu_seconds_total", "CPU time in seconds.", Self.processorSeconds()),
        ]
        if let bytes = Self.residentBytes() {
            families.append(
                MetricFamily(.gauge, "process_resident_memory_bytes", "Resident memory in bytes.", Double(bytes)))
        }
        if let count = Self.openFiles() {
            families.append(
                MetricFamily(.gauge, "process_open_fds", "Open files, including connections.", Double(count)))
        }
        if let most = Self.mostOpenFiles() {
            families.append(MetricFamily(.gauge, "process_max_fds", "Maximum number of open files.", Double(most)))
        }
        return families
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
    private static func residentBytes() -> Int? {
        guard let sizes = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
        return sizes.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map {
            $0 * Int(sysconf(Int32(_SC_PAGESIZE)))
        }
    }

    /// Without the descriptor of the folder being read.
    private static func openFiles() -> Int? {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")).map { $0.count - 1 }
    }

    private static func mostOpenFiles() -> Int? {
        guard let limits = try? String(contentsOfFile: "/proc/self/limits", encoding: .utf8) else { return nil }
        let line = limits.split(separator: "\n").first { $0.hasPrefix("Max open files") }
        return line.flatMap { Int($0.split(separator: " ").dropFirst(3).first ?? "") }
    }
}
