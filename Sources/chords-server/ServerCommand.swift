import ArgumentParser
import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle
import Store

/// `chords-server`: the page and the JSON API over HTTP.
@main
struct ServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chords-server",
        abstract: "Serve Chord Combiner: the page at /, the JSON API at /api/v1."
    )

    @Option(help: "The address to listen on; 0.0.0.0 lets other machines in.")
    var host = "127.0.0.1"

    @Option(
        help: ArgumentHelp(
            "Another name of this machine; can be repeated. IP addresses are not needed.",
            valueName: "name"))
    var allowedHost: [String] = []

    @Option(help: "The port to listen on; 0 takes any free one.")
    var port = 8080

    @Option(help: ArgumentHelp("The folder of a page built by page-builder.", valueName: "folder"))
    var site = ".build-web"

    @Option(
        help: ArgumentHelp(
            """
            The address of a proxy in front of this server, or a network such as 10.0.0.0/8; can be repeated. For \
            requests through a proxy, the last other address in X-Forwarded-For is the client, to which limits apply. \
            Otherwise that header is ignored.
            """, valueName: "address"))
    var proxy: [IPNetwork] = []

    @OptionGroup var storeOptions: StoreOptions

    @Option(help: "The maximum number of connections.")
    var connections = Limits().connections

    @Option(
        help: ArgumentHelp(
            """
            The maximum number of requests that one address can make in a minute; a change counts as ten. 0 sets no \
            limit. The default is 6000, without a limit for this machine’s own programs.
            """, valueName: "number"))
    var requestsPerMinute: Int?

    @Option(
        help: ArgumentHelp(
            "The time limit for the headers of a request, and for its body, plus one second for each 4 KiB.",
            valueName: "seconds"))
    var patience = 10.0

    @Option(
        help: ArgumentHelp(
            """
            A file with the token that lets other machines read /metrics. This machine’s own programs need none. \
            Without the token, others get 404.
            """, valueName: "file"))
    var metricsTokenFile: String?

    @Option(
        help: ArgumentHelp(
            """
            The lowest level that is logged to standard error: trace, debug, info, notice, warning, error or critical. \
            At info, each request is logged.
            """, valueName: "level"))
    var logLevel = Logger.Level.notice

    func validate() throws {
        guard (0...65535).contains(port) else {
            throw ValidationError("The port is \(port). It must be from 0 to 65535.")
        }
        for name in allowedHost where Authority(name) == nil && IPAddress(name) == nil {
            throw ValidationError("“\(name)” is not a host name. --allowed-host takes a name such as piano.local.")
        }
        guard connections > 0 else { throw ValidationError("--connections must be at least 1.") }
        guard requestsPerMinute.map({ $0 == 0 || $0 >= 10 }) != false else {
            throw ValidationError("--requests-per-minute must be 0 or at least 10, because a change counts as ten.")
        }
        guard 0.1...3600 ~= patience else { throw ValidationError("--patience must be from 0.1 to 3600 seconds.") }
    }

    func run() async throws {
        do {
            if let other = storeOptions.copyTo { return print(try await storeOptions.copy(to: other)) }
            try await serve()
        } catch let error as StoreError {
            try fail(error.message)
        }
    }

    /// Opens the database and serves until a signal. Without the database, the server does not start, because a page
    /// without stored data would mislead.
    private func serve() async throws {
        let site = try Site(folder: site)
        let metricsReaders = try MetricsReaders(tokenFile: metricsTokenFile)
        let shelves = try storeOptions.opened(host: host)
        // A closed pipe must not end the server.
        signal(SIGPIPE, SIG_IGN)
        let log = LineLog()
        defer { log.finish() }
        let logger = Logger(label: "chords-server") { _ in LineLogHandler(log: log, logLevel: logLevel) }
        let exporter = PrometheusExporter(PrometheusExporter.Family.all)
        exporter.recordStart()
        site.record(exporter)
        let metrics = HTTPMetrics(exporter)
        let routes = Routes(
            site: site, shelves: shelves, metrics: metrics, exporter: exporter, metricsReaders: metricsReaders,
            hosts: AllowedHosts(host: host, allowed: allowedHost),
            proxies: TrustedProxies(proxy), rateLimiter: rateLimiter, logger: logger)
        let limiter = ConnectionLimiter(limits, metrics: exporter)
        let application = Application(
            responder: routes.responder(),
            server: HTTPServerBuilder { [limits] in
                ServerChannel(limits: limits, limiter: limiter, metrics: metrics, responder: $0)
            },
            configuration: ApplicationConfiguration(address: .hostname(host, port: port), backlog: 4096),
            services: [Housekeeping(shelves: shelves.shelves)],
            onServerRunning: { [host, port] channel in
                Self.announce(host: host, port: channel.localAddress?.port ?? port, shelves)
            },
            logger: logger
        )
        do {
            try await Self.run(application, logger: logger)
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            try fail(
                "Port \(port) is already in use. Stop the program that listens there, or choose another with --port.")
        } catch let error as IOError where error.errnoCode == EACCES {
            try fail("This user is not allowed to open port \(port). Choose one above 1023 with --port.")
        } catch {
            try fail("Cannot listen on \(host), port \(port): \(error)")
        }
        try await shelves.closeAndReport()
    }

    private var limits: Limits {
        var limits = Limits()
        // Some file descriptors are reserved for the database, the log and others.
        limits.connections = min(connections, max(1, Housekeeping.openFiles() - 64))
        limits.patience = .milliseconds(Int64(patience * 1000))
        return limits
    }

    private var rateLimiter: RateLimiter? {
        let perMinute = requestsPerMinute ?? 6000
        return perMinute == 0
            ? nil : RateLimiter(perMinute, per: .seconds(60), countsLoopback: requestsPerMinute != nil)
    }

    /// Runs until SIGINT or SIGTERM. Current answers are finished, but the server waits at most two seconds.
    private static func run(_ application: some Service, logger: Logger) async throws {
        var configuration = ServiceGroupConfiguration(
            services: [application], gracefulShutdownSignals: [.sigint, .sigterm], logger: logger)
        configuration.maximumGracefulShutdownDuration = .seconds(2)
        try await ServiceGroup(configuration: configuration).run()
    }

    /// Prints the address of the page. Scripts and tests wait for this line, so it is written without buffering.
    private static func announce(host: String, port: Int, _ shelves: ShelfAuthorizer) {
        let name = host.contains(":") ? "[\(host)]" : host
        var text = "Chord Combiner is at http://\(name):\(port)/\n"
        if shelves.requiresKey {
            text += """
                Each browser has a shelf, which is found by a key in “Authorization”. Other machines should connect \
                through a proxy that uses TLS, passes on that header and “Host”, and does not log the key: see \
                docs/HOSTING.md.\n
                """
        }
        try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    }

    /// Ends the program because the service cannot be offered (`EX_UNAVAILABLE`).
    private func fail(_ message: String) throws -> Never {
        FileHandle.standardError.write(Data("Error: \(message)\n".utf8))
        throw ExitCode(69)
    }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}

extension IPNetwork: ExpressibleByArgument {
    init?(argument: String) { self.init(argument) }
}
