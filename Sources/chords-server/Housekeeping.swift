import Foundation
import ServiceLifecycle

/// Gives memory back to the system after much has been asked: the allocator keeps what has been freed, for the next time,
/// and that time may be tomorrow.
struct Housekeeping: Service {
    private typealias Trim = @convention(c) (Int) -> Int32

    func run() async throws {
        // Of GNU’s C library alone, and in no header that Swift imports.
        let trim = dlsym(nil, "malloc_trim").map { unsafeBitCast($0, to: Trim.self) }
        while (try? await cancelWhenGracefulShutdown { try await Task.sleep(for: .seconds(10)) }) != nil { _ = trim?(0) }
    }

    /// Lets this process open as many files as the system allows it, of which each connection is one.
    /// - Returns: how many that is.
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
