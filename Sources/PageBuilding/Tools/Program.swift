import Foundation

#if canImport(Darwin)
    private func fileActions() -> posix_spawn_file_actions_t? { nil }
    private func attributes() -> posix_spawnattr_t? { nil }
#else
    private func fileActions() -> posix_spawn_file_actions_t { posix_spawn_file_actions_t() }
    private func attributes() -> posix_spawnattr_t { posix_spawnattr_t() }
#endif

/// A running command.
///
/// Foundation's `Process` puts a child into a process group of its own, so Ctrl-C, or a script that ends its process
/// group, would leave the child running.
public struct Program {
    /// A failed command with its output.
    public struct Failure: Error, CustomStringConvertible {
        let command: String
        let status: Int32
        let output: String

        public var description: String {
            (output.isEmpty ? "" : output + "\n") + "The command failed with status \(status): \(command)"
        }
    }

    private let process: pid_t
    private let command: String
    private let log: URL

    /// Starts a command.
    ///
    /// - Parameters:
    ///   - command: The program, which is looked up in `PATH`, and its arguments.
    ///   - environment: Variables in addition to ours.
    ///   - input: A file for standard input.
    ///   - output: A file for standard output; by default it goes to the log.
    ///   - log: A file for what the command prints. It is part of the error if the command fails.
    public init(
        _ command: [String], environment: [String: String] = [:], input: URL = URL(filePath: "/dev/null"),
        output: URL? = nil, log: URL
    ) throws {
        self.command = command.joined(separator: " ")
        self.log = log
        var actions = fileActions()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // Threads of Dispatch block signals, and a child would inherit that.
        var attributes = attributes()
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let isWritten = O_WRONLY | O_CREAT | O_TRUNC
        posix_spawn_file_actions_addopen(&actions, 0, input.path, O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 2, log.path, isWritten, 0o644)
        if let output {
            posix_spawn_file_actions_addopen(&actions, 1, output.path, isWritten, 0o644)
        } else {
            posix_spawn_file_actions_adddup2(&actions, 2, 1)
        }
        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        var arguments = command.map { strdup($0) } + [nil]
        var environment = variables.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in arguments + environment { free(text) } }
        var process = pid_t()
        let status = posix_spawnp(&process, command[0], &actions, &attributes, &arguments, &environment)
        guard status == 0 else {
            throw Failure(command: self.command, status: status, output: String(cString: strerror(status)))
        }
        self.process = process
    }

    /// Waits for the command to end.
    public func wait() throws {
        var status: Int32 = 0
        while waitpid(process, &status, 0) == -1 {
            guard errno == EINTR else { break }
        }
        guard status != 0 else { return }
        let output = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
        // The exit code is in the high byte, the number of a signal in the low one.
        throw Failure(
            command: command, status: status & 0x7F == 0 ? status >> 8 & 0xFF : status & 0x7F,
            output: output.trimmingCharacters(in: .newlines))
    }

    /// Ends the command.
    public func stop() {
        kill(process, SIGTERM)
        try? wait()
    }

    /// The file of a program in `PATH`.
    public static func find(_ name: String) -> String? {
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
