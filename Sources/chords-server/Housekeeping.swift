import Foundation
import ServiceLifecycle
import Store

/// Checkpoints the database file when it is idle, and returns freed memory to the system, which the allocator would
/// keep for later use.
struct Housekeeping: Service {
    let shelves: Shelves

    private typealias Trim = @convention(c) (Int) -> Int32

    func run() async throws {
        // Only in glibc, and in no header that Swift imports.
        let trim = dlsym(nil, "malloc_trim").map { unsafeBitCast($0, to: Trim.self) }
        for round in 1... {
            guard (try? await cancelWhenGracefulShutdown { try await Task.sleep(for: .seconds(2)) }) != nil else {
                return
            }
            try? await shelves.tidy()
            if round % 5 == 0 { _ = trim?(0) }
        }
    }

    /// Raises the limit of open files, which includes connections, to the maximum.
    /// - Returns: the new limit.
    static func openFiles() -> Int {
        var limit = rlimit()
        #if os(Linux)
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let resource = RLIMIT_NOFILE
        #endif
        guard getrlimit(resource, &limit) == 0 else { return 1024 }
        limit.rlim_cur = limit.rlim_max
        setrlimit(resource, &limit)
        return getrlimit(resource, &limit) == 0 ? Int(clamping: limit.rlim_cur) : 1024
    }
}
