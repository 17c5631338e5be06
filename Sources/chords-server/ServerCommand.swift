import ArgumentParser
import Foundation
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import Store

/// `chords-server`: the page and the JSON API over HTTP.
@main
struct ServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chords-server",
        abstract: "Serves Chord Combiner: the page at /, the JSON API at /api/v1."
    )

    @Option(help: "The address to listen on; 0.0.0.0 lets other machines in.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 takes any free one.")
    var port = 8080

    @Option(help: ArgumentHelp("The folder that Web/build has filled.", valueName: "folder"))
    var site = ".build-web"

    @OptionGroup var storeOptions: StoreOptions

    func validate() throws {
        guard (0...65535).contains(port) else {
            throw ValidationError("The port is \(port): it should be a number from 0 to 65535.")
        }
    }

    func run() async throws {
        let site = try loadedSite()
        let store = try openedStore()
        let tidying = Task { await store.keepTidy() }
        var logger = Logger(label: "chords-server", factory: StreamLogHandler.standardError(label:))
        logger.logLevel = .info
        let application = Application(
            responder: FrontDoor(site: site, chordsets: ChordsetsAPI(store: store)),
            // A browser that has gone to sleep must not hold its connection for ever; a slow one needs its time.
            server: .http1(configuration: .init(idleTimeout: .minutes(5))),
            configuration: ApplicationConfiguration(address: .hostname(host, port: port)),
            onServerRunning: { [host, port] channel in
                Self.announce(host: host, port: channel.localAddress?.port ?? port)
            },
            logger: logger
        )
        do {
            try await Self.serve(application, logger: logger)
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            try fail("Port \(port) is already in use. Stop the program that listens there, or choose another with --port.")
        } catch let error as IOError where error.errnoCode == EACCES {
            try fail("Port \(port) may not be opened by this user. Choose one above 1023 with --port.")
        } catch {
            try fail("Cannot listen on \(host), port \(port): \(error)")
        }
        tidying.cancel()
        try await store.closeSayingWhatIsKept()
    }

    /// Runs until SIGINT or SIGTERM. Answers under way are finished, but nobody who has stopped reading one can keep
    /// the server from ending.
    private static func serve(_ application: some Service, logger: Logger) async throws {
        var configuration = ServiceGroupConfiguration(
            services: [application], gracefulShutdownSignals: [.sigint, .sigterm], logger: logger)
        configuration.maximumGracefulShutdownDuration = .seconds(2)
        try await ServiceGroup(configuration: configuration).run()
    }

    private func loadedSite() throws -> Site {
        do {
            return try Site(folder: site)
        } catch {
            throw ValidationError(error.reason)
        }
    }

    /// What is kept is worth more than a page without it: where the file cannot be used, nothing is served.
    private func openedStore() throws -> ChordsetStore {
        do {
            return try storeOptions.opened()
        } catch let error as StoreError {
            try fail(error.message)
        }
    }

    /// Says where the page is. Scripts and tests wait for this line, so it goes out at once even into a pipe.
    private static func announce(host: String, port: Int) {
        let name = host.contains(":") ? "[\(host)]" : host
        FileHandle.standardOutput.write(Data("Chord Combiner is at http://\(name):\(port)/\n".utf8))
    }

    /// Ends the program because the service cannot be offered (`EX_UNAVAILABLE`).
    private func fail(_ message: String) throws -> Never {
        FileHandle.standardError.write(Data("Error: \(message)\n".utf8))
        throw ExitCode(69)
    }
}
