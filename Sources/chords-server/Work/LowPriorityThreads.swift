import Foundation
import NIOPosix

/// A thread pool with low priority.
struct LowPriorityThreads: Sendable {
    private let threads: NIOThreadPool
    private let niceness: Int32

    /// - Parameters:
    ///   - most: the maximum number of threads. One core stays free for other work.
    ///   - niceness: the niceness relative to the process, 0…19.
    init(most: Int = .max, niceness: Int32) {
        threads = NIOThreadPool(numberOfThreads: min(most, max(1, ProcessInfo.processInfo.activeProcessorCount - 1)))
        threads.start()
        #if os(Linux)
            self.niceness = min(19, getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) + niceness)
        #else
            self.niceness = 0
        #endif
    }

    /// Runs work on the next free thread.
    func submit(_ work: @Sendable @escaping () -> Void) {
        threads.submit { [niceness] _ in
            #if os(Linux)  // On Linux, this applies to the calling thread only.
                setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
            #endif
            work()
        }
    }
}
