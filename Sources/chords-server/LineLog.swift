import Foundation
import Logging
import NIOConcurrencyHelpers

/// Writes the log to standard error on its own thread, so that a slow reader delays no request. Lines beyond the buffer
/// are dropped, and their number is logged.
///
/// Standard error is not made non-blocking, because other programs share it.
final class LineLog: Sendable {
    private struct Queue {
        var lines: [String] = []
        var bytes = 0
        var dropped = 0
        var isBeingWritten = false
    }

    /// The buffer size in bytes: some thousand lines.
    private static let capacity = 1 << 19

    private let descriptor: Int32
    private let queue = NIOLockedValueBox(Queue())
    private let available = DispatchSemaphore(value: 0)

    init(descriptor: Int32 = STDERR_FILENO) {
        self.descriptor = descriptor
        let thread = Thread { self.writeForever() }
        thread.name = "log"
        thread.start()
    }

    func add(_ line: String) {
        let isFirst = queue.withLockedValue { queue in
            guard queue.bytes + line.utf8.count <= Self.capacity else {
                queue.dropped += 1
                return false
            }
            queue.lines.append(line)
            queue.bytes += line.utf8.count
            return queue.lines.count == 1
        }
        if isFirst { available.signal() }
    }

    /// Waits until all lines are written, at most 0.2 s.
    func finish() {
        for _ in 0..<20 {
            if queue.withLockedValue({ $0.lines.isEmpty && !$0.isBeingWritten }) { return }
            usleep(10_000)
        }
    }

    private func writeForever() {
        while true {
            available.wait()
            let text = queue.withLockedValue { queue in
                if queue.dropped > 0 {
                    queue.lines.append("… \(queue.dropped) lines were left out: standard error was not read.\n")
                }
                defer { queue = Queue(isBeingWritten: true) }
                return queue.lines.joined()
            }
            write(Array(text.utf8))
            queue.withLockedValue { $0.isBeingWritten = false }
        }
    }

    private func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno != EINTR { return }
            rest = rest.dropFirst(max(0, count))
        }
    }
}

/// Formats log lines: `2026-11-22T13:05:09Z notice: The sentence. key=value`.
struct LineLogHandler: LogHandler {
    let log: LineLog
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var line = "\(UTCTime.text("%Y-%m-%dT%H:%M:%SZ")) \(event.level): \(event.message)"
        let all = metadata.merging(event.metadata ?? [:]) { $1 }
        for (key, value) in all.sorted(by: { $0.key < $1.key }) { line += " \(key)=\(value)" }
        // Client data must not start a new line or control a terminal.
        let safe = line.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : String($0) }.joined()
        log.add(safe + "\n")
    }
}
