import Foundation

extension PrometheusExporter {
    func recordStart() { set("process_start_time_seconds", to: Date().timeIntervalSince1970) }

    /// Records process metrics with the standard names of Prometheus client libraries, as far as the system has them.
    func recordProcess() {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        set("process_cpu_seconds_total", to: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
        // Linux reports memory in pages.
        let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
        let resident = pages?.dropFirst().first.flatMap { Double($0) }
        set("process_resident_memory_bytes", to: resident.map { $0 * Double(sysconf(Int32(_SC_PAGESIZE))) })
        // Without the descriptor of the folder being read.
        let files = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        set("process_open_fds", to: files.map { Double($0.count - 1) })
        set("process_max_fds", to: Double(sysconf(Int32(_SC_OPEN_MAX))))
    }
}
