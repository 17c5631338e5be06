import Foundation
import NIOPosix

/// Threads that step back where there is too little time for all, so that nothing else waits for them.
struct LowPriorityThreads: Sendable {
    private let threads: NIOThreadPool
    private let niceness: Int32

    /// - Parameters:
    ///   - most: how many there are at most. One core stays with everything else.
    ///   - niceness: how much more than the process they give way, from 0 to 19.
    init(most: Int = .max, niceness: Int32) {
        threads = NIOThreadPool(numberOfThreads: min(most, max(1, ProcessInfo.processInfo.activeProcessorCount - 1)))
        threads.start()
        #if os(Linux)
            self.niceness = min(19, getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) + niceness)
        #else
            self.niceness = 0
        #endif
    }

    /// Does something as soon as a thread is free.
    func submit(_ work: @Sendable @escaping () -> Void) {
        threads.submit { [niceness] _ in
            #if os(Linux)  // Where this is of the thread that says it.
                setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
            #endif
            work()
        }
    }
}
