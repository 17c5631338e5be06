import Foundation
import Logging
import NIOConcurrencyHelpers

/// Writes the log to standard error on its own queue, so that a slow reader delays no request. Lines beyond the buffer
/// are dropped, and their number is logged.
///
/// Standard error is not made non-blocking, because other programs share it.
final class LineLog: Sendable {
    /// The buffer size in bytes: some thousand lines.
    private static let capacity = 1 << 19

    private let writer = DispatchQueue(label: "log")
    /// The bytes in the buffer, and the lines that did not fit since the last one that did.
    private let waiting = NIOLockedValueBox((bytes: 0, dropped: 0))

    func add(_ line: String) {
        let size = line.utf8.count
        let dropped: Int? = waiting.withLockedValue { waiting in
            guard waiting.bytes + size <= Self.capacity else {
                waiting.dropped += 1
                return nil
            }
            defer { waiting = (waiting.bytes + size, 0) }
            return waiting.dropped
        }
        guard let dropped else { return }
        writer.async {
            let note = dropped > 0 ? "… \(dropped) lines were left out: standard error was not read.\n" : ""
            // Fails if the reader is gone.
            try? FileHandle.standardError.write(contentsOf: Data((note + line).utf8))
            self.waiting.withLockedValue { $0.bytes -= size }
        }
    }

    /// Waits until all lines are written, at most 0.2 s.
    func finish() {
        let end = DispatchSemaphore(value: 0)
        writer.async { end.signal() }
        _ = end.wait(timeout: .now() + .milliseconds(200))
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
