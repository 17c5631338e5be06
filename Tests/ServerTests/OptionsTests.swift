import ArgumentParser
import Testing

@testable import chords_server

@Suite("Options of chords-server")
struct OptionsTests {
    /// The error message for arguments; nil if they are valid.
    private func refusal(_ arguments: String...) -> String? {
        do {
            _ = try ServerCommand.parse(arguments)
            return nil
        } catch {
            return ServerCommand.message(for: error)
        }
    }

    @Test("The default is port 8080 on this machine")
    func defaults() throws {
        let command = try ServerCommand.parse([])
        #expect(command.host == "127.0.0.1" && command.port == 8080)
        #expect(command.allowedHost.isEmpty && command.requestsPerMinute == nil && command.metricsTokenFile == nil)
        #expect(command.patience == 10 && command.connections == 4096 && command.logLevel == .notice)
        #expect(command.storeOptions.shelves == nil && command.storeOptions.copyTo == nil)
    }

    @Test("All options are parsed")
    func options() throws {
        let command = try ServerCommand.parse([
            "--host", "0.0.0.0", "--port", "0", "--allowed-host", "piano.local", "--allowed-host=192.0.2.7",
            "--connections", "9",
            "--requests-per-minute", "10", "--patience", "0.5", "--log-level", "info", "--no-shelves", "--database",
            ":memory:",
            "--most-shelves", "1", "--most-chordsets", "2", "--most-bytes-per-chordset", "3", "--most-bytes", "4",
        ])
        #expect(command.host == "0.0.0.0" && command.port == 0 && command.allowedHost == ["piano.local", "192.0.2.7"])
        #expect(
            command.connections == 9 && command.requestsPerMinute == 10 && command.patience == 0.5
                && command.logLevel == .info)
        let store = command.storeOptions
        #expect(store.shelves == false && store.database == ":memory:")
        #expect([store.mostShelves, store.mostChordsets, store.mostBytesPerChordset, store.mostBytes] == [1, 2, 3, 4])
    }

    @Test("The last of a repeated option counts")
    func twice() throws {
        #expect(try ServerCommand.parse(["--port", "1", "--port", "2"]).port == 2)
    }

    @Test("An invalid value is rejected with the name of its option")
    func wrong() {
        let cases = [
            (["--port", "65536"], "0 to 65535"), (["--port=-1"], "0 to 65535"), (["--port", "x"], "--port"),
            (["--proxy", "10.0.0.0/33"], "--proxy"), (["--allowed-host", "not a name"], "--allowed-host"),
            (["--allowed-host", ""], "--allowed-host"),
            (["--connections", "0"], "--connections"), (["--requests-per-minute", "9"], "--requests-per-minute"),
            (["--requests-per-minute=-1"], "--requests-per-minute"), (["--patience", "0"], "--patience"),
            (["--patience", "3601"], "--patience"), (["--log-level", "loud"], "--log-level"),
            (["--database", ""], "--database"),
            (["--most-shelves", "0"], "--most-shelves"), (["--most-chordsets", "0"], "--most-chordsets"),
            (["--most-bytes-per-chordset", "0"], "--most-bytes-per-chordset"), (["--most-bytes", "0"], "--most-bytes"),
            (["--nonsense"], "--nonsense"), (["extra"], "extra"),
        ]
        for (arguments, word) in cases {
            let message: String?
            do {
                _ = try ServerCommand.parse(arguments)
                message = nil
            } catch {
                message = ServerCommand.message(for: error)
            }
            #expect(message?.contains(word) == true, "\(arguments): \(message ?? "accepted")")
        }
        #expect(refusal("--requests-per-minute", "0") == nil)
    }

    @Test(
        "Shelves need keys unless the server listens on this machine alone, or the options say otherwise",
        arguments: [
            ("127.0.0.1", [], false), ("localhost", [], false), ("::1", [], false), ("0.0.0.0", [], true),
            ("192.0.2.1", [], true),
            ("piano.local", [], true), ("127.0.0.1", ["--shelves"], true), ("0.0.0.0", ["--no-shelves"], false),
        ])
    func shelves(host: String, options: [String], requiresKey: Bool) throws {
        let command = try ServerCommand.parse(["--host", host, "--database", ":memory:"] + options)
        let authorizer = try command.storeOptions.opened(host: command.host)
        #expect(authorizer.requiresKey == requiresKey)
        _ = try authorizer.shelves.close()
    }
}
