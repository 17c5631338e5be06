import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Synchronization
import Testing

@testable import chords_server

/// A request with an empty body.
private func request(
    _ target: String, _ method: HTTPRequest.Method = .get, host: String? = "localhost", fields: HTTPFields = [:]
) -> Request {
    let head = HTTPRequest(
        method: method, scheme: "http", authority: host, path: target, headerFields: fields)
    return Request(head: head, body: .init(buffer: ByteBuffer()))
}

/// A context of a connection without addresses.
private func context(path: String = "") -> ServerRequestContext {
    var context = ServerRequestContext(
        source: ApplicationRequestContextSource(channel: EmbeddedChannel(), logger: Logger(label: "test")))
    context.path = path
    return context
}

/// The status with which a check refuses a request; nil if it does not.
private func refusal(_ check: some RequestCheck, _ request: Request, path: String = "") -> HTTPResponse.Status? {
    var context = context(path: path)
    do throws(RequestError) {
        try check.check(request, &context)
        return nil
    } catch {
        return error.status
    }
}

@Suite("Checks of requests")
struct RequestCheckTests {
    @Test("The path is decoded")
    func path() throws {
        for (target, path) in [
            ("/combine/C%E2%99%AFm7/D%2FC?notes=german&x=%41", "/combine/C♯m7/D/C"), ("/", "/"), ("/?", "/"),
        ] {
            var context = context()
            try RequestTarget().check(request(target), &context)
            #expect(context.path == path)
        }
    }

    @Test(
        "A target that is too long, or is not encoded, is refused with its status",
        arguments: [
            ("*", HTTPResponse.Status.badRequest), ("combine", .badRequest), ("/%", .badRequest), ("/%4", .badRequest),
            ("/%zz", .badRequest), ("/%ff", .badRequest), ("/%00", .badRequest), ("/?x=%ff", .badRequest),
            ("/" + String(repeating: "7", count: 8192), .uriTooLong),
        ])
    func target(target: String, status: HTTPResponse.Status) {
        #expect(refusal(RequestTarget(), request(target)) == status)
    }

    @Test("A target of maximum length is accepted")
    func longest() {
        #expect(refusal(RequestTarget(), request("/" + String(repeating: "7", count: 8191))) == nil)
    }

    @Test("Host and target must both name this server")
    func hosts() {
        let hosts = AllowedHosts(host: "127.0.0.1", allowed: [])
        #expect(refusal(hosts, request("/")) == nil)
        #expect(refusal(hosts, request("/", host: nil)) == nil)
        #expect(refusal(hosts, request("/", host: "evil.example")) == .misdirectedRequest)
        #expect(refusal(hosts, request("/", fields: [.targetHost: "evil.example"])) == .misdirectedRequest)
        #expect(refusal(hosts, request("/", host: "a b")) == .badRequest)
        #expect(refusal(hosts, request("/", fields: [.targetHost: ""])) == .badRequest)
    }

    @Test("Pages of other sites may read, and change nothing")
    func otherSites() {
        let site: HTTPFields = [.secFetchSite: "Cross-Site"]
        let origin: HTTPFields = [.origin: "http://evil.example"]
        for method in [HTTPRequest.Method.get, .head, .options] {
            #expect(refusal(OtherSites(), request("/", method, fields: site), path: "/api/v1/tunes") == nil)
        }
        for method in [HTTPRequest.Method.post, .put, .delete, .init("PROPFIND")!] {
            #expect(refusal(OtherSites(), request("/", method, fields: site), path: "/") == .forbidden)
            #expect(refusal(OtherSites(), request("/", method, fields: origin), path: "/api/v1/tunes") == .forbidden)
            #expect(refusal(OtherSites(), request("/", method, fields: origin), path: "/api/v1/qr") == nil)
            let own: HTTPFields = [.origin: "https://localhost", .secFetchSite: "same-origin"]
            #expect(refusal(OtherSites(), request("/", method, fields: own), path: "/api/v1/tunes") == nil)
        }
    }

    @Test("Requests beyond the rate are refused")
    func rate() {
        let check = RateLimit(limiter: RateLimiter(10, per: .seconds(60), countsLoopback: true))
        // Without an address there is no limit.
        for _ in 0..<3 { #expect(refusal(check, request("/", .post)) == nil) }
        var client = context()
        client.client = IPAddress("192.0.2.1")
        #expect(throws: Never.self) { try check.check(request("/", .post), &client) }
        #expect { try check.check(request("/"), &client) } throws: {
            ($0 as? RequestError)?.status == .tooManyRequests && ($0 as? RequestError)?.headers[.retryAfter] == "6"
        }
    }
}

/// The messages that were logged.
private final class Lines: LogHandler, Sendable {
    private let messages = Mutex<[String]>([])

    var all: [String] { messages.withLock { $0 } }
    var metadata: Logger.Metadata { get { [:] } set {} }
    var logLevel: Logger.Level { get { .info } set {} }
    subscript(metadataKey key: String) -> Logger.Metadata.Value? { get { nil } set {} }

    func log(event: LogEvent) { messages.withLock { $0.append("\(event.message)") } }
}

@Suite("Middleware")
struct MiddlewareTests {
    private func respond(
        _ middleware: some RouterMiddleware<ServerRequestContext>, _ request: Request, path: String = "",
        _ handler: (Request, ServerRequestContext) async throws -> Response
    ) async throws -> Response {
        try await middleware.handle(request, context: context(path: path), next: handler)
    }

    @Test("Errors become JSON for the API, and text elsewhere")
    func errors() async throws {
        for (path, type) in [
            ("/api/x", MediaTypes.json), ("/readyz", MediaTypes.json), ("/x", "text/plain; charset=utf-8"),
        ] {
            let errors = ErrorResponses(logger: Logger(label: "test"))
            let response = try await respond(errors, request(path)) { _, _ in throw RequestError.busy }
            #expect(response.status == .serviceUnavailable && response.headers[.retryAfter] == "5")
            #expect(response.headers[.contentType] == type)
        }
    }

    @Test("Faults of the server are logged in full, and clients get a general sentence")
    func faults() async throws {
        struct Fault: Error, CustomStringConvertible { let description = "no space in /var/lib/file" }
        let lines = Lines()
        let errors = ErrorResponses(logger: Logger(label: "test") { _ in lines })
        let response = try await respond(errors, request("/api/v1/tunes")) { _, _ in throw Fault() }
        #expect(response.status == .serviceUnavailable)
        let (body, _) = RequestError(Fault()).body(at: "/api/v1/tunes")
        #expect(body == MediaTypes.json && !RequestError(Fault()).message.contains("/var"))
        #expect(lines.all == ["GET /api/v1/tunes 503: no space in /var/lib/file"])
        for own in [RequestError.busy, RequestError("Not a chord.")] {
            _ = try await respond(errors, request("/api/v1/tunes")) { _, _ in throw own }
        }
        #expect(lines.all.count == 1)
    }

    @Test("Every response has the security headers, and HEAD has no body")
    func headers() async throws {
        let body = ResponseBody(byteBuffer: ByteBuffer(string: "text"))
        for method in [HTTPRequest.Method.get, .head] {
            let response = try await respond(ResponseHeaders(), request("/api/v1/tunes", method)) { _, _ in
                Response(status: .ok, body: body)
            }
            #expect(response.headers[.xContentTypeOptions] == "nosniff" && response.headers[.contentLength] == "4")
            #expect(response.headers[.vary] == "Authorization" && response.headers[.cacheControl] == "no-cache")
            #expect(response.headers[.contentSecurityPolicy]?.hasPrefix("default-src 'none'") == true)
            #expect(response.body.contentLength == (method == .get ? 4 : 0))
        }
        let key = request("/api/v1/tunes", fields: [.authorization: "Bearer x"])
        let response = try await respond(ResponseHeaders(), key) { _, _ in Response(status: .noContent) }
        #expect(response.headers[.cacheControl] == "private, no-cache" && response.headers[.contentLength] == nil)
    }

    @Test("A body is received before the handler runs")
    func bodies() async throws {
        let (body, source) = RequestBody.makeStream()
        let head = HTTPRequest(
            method: .post, scheme: "http", authority: nil, path: "/", headerFields: [.contentLength: "4"])
        await source.yield(ByteBuffer(string: "te"))
        await source.yield(ByteBuffer(string: "xt"))
        source.finish()
        let response = try await respond(RequestBodies(), Request(head: head, body: body)) { request, _ in
            let bytes = try await request.bodyBytes
            #expect(bytes == Array("text".utf8))
            return Response(status: .ok)
        }
        #expect(response.status == .ok)
    }

    @Test("Requests are counted by route, method and status")
    func metrics() async throws {
        let exporter = PrometheusExporter([.init(.counter, "chords_http_requests_total", "Requests.")])
        let middleware = RequestMetrics(metrics: HTTPMetrics(exporter), logger: Logger(label: "test"))
        for status in [HTTPResponse.Status.ok, .notFound, .notFound] {
            _ = try await respond(middleware, request("/api/v1/qr", .post)) { _, context in
                context.coreContext.endpointPath.value = "/api/v1/qr"
                return Response(status: status)
            }
        }
        let counted = exporter.text().split(separator: "\n").filter { !$0.hasSuffix(" 0") && !$0.hasPrefix("#") }
        #expect(
            counted == [
                #"chords_http_requests_total{route="api",method="write",status="2xx"} 1"#,
                #"chords_http_requests_total{route="api",method="write",status="4xx"} 2"#,
            ])
    }
}

@Suite("Headers and encodings")
struct HeaderTests {
    @Test("Percent signs are decoded to UTF-8 text without NUL")
    func percentDecoding() {
        #expect("C%2B%c3%A9+é".percentDecoded == "C+é+é")
        for text in ["%", "%4", "%g0", "%+1", "%C3", "%00", "a\0b", "a\u{fffd}"] {
            #expect(text.percentDecoded == nil, "\(text)")
        }
    }

    @Test("A body is compressed for clients that accept it, with a weight above 0")
    func codings() {
        func accepts(_ values: [Substring], _ coding: String) -> Bool { AcceptedCodings(values).contains(coding) }
        #expect(!accepts([], "gzip"))
        #expect(!accepts(["gzip, br"], "br"))  // The items of a list come one by one.
        #expect(accepts(["gzip", "BR;q=0.5"], "br"))
        #expect(accepts(["x-gzip"], "gzip"))
        #expect(accepts(["*"], "br"))
        #expect(!accepts(["*", "br;q=0"], "br"))
        #expect(!accepts(["br; q=0.0"], "br"))
        #expect(!accepts(["identity"], "br"))
        #expect(!accepts([""], "gzip"))
    }

    @Test("A tag is recognized in If-None-Match")
    func tags() {
        func match(_ text: String) -> Bool { ([.ifNoneMatch: text] as HTTPFields).match("\"a\"") }
        for text in ["*", "\"a\"", "W/\"a\"", "\"b\", \"a\""] { #expect(match(text), "\(text)") }
        for text in ["", "a", "\"b\"", "\"ab\"", "w/\"a\""] { #expect(!match(text), "\(text)") }
    }
}

@Suite("HTTP/1")
struct HTTP1HandlerTests {
    /// The request that is forwarded; nil if it is refused.
    private func forwarded(_ head: HTTPRequestHead) throws -> HTTPRequestHead? {
        let limits = Limits()
        let exporter = PrometheusExporter([])
        let connectionGuard = ConnectionGuard(limits: limits, metrics: HTTPMetrics(exporter), rejection: nil)
        let channel = EmbeddedChannel()
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandlers([connectionGuard, HTTP1Handler(connectionGuard)])
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "/test")).wait()
        // After the guard, which handles bytes.
        try pipeline.context(handlerType: ConnectionGuard.self).fireChannelRead(
            NIOAny(HTTPServerRequestPart.head(head)))
        guard case .head(let head)? = try channel.readInbound(as: HTTPServerRequestPart.self) else { return nil }
        return head
    }

    private func head(_ uri: String, _ hosts: [String] = ["localhost"], _ version: HTTPVersion = .http1_1)
        -> HTTPRequestHead
    {
        HTTPRequestHead(
            version: version, method: .GET, uri: uri, headers: HTTPHeaders(hosts.map { ("Host", $0) }))
    }

    @Test("A target in absolute form is split into path and host")
    func absoluteForm() throws {
        let targets: [(String, String, String?)] = [
            ("/a?b=http://c", "/a?b=http://c", nil), ("http://host:80/a/b?c", "/a/b?c", "host:80"),
            ("http://host", "/", "host"), ("http://host?a", "/?a", "host"), ("http://", "/", ""), ("*", "*", nil),
        ]
        for (uri, path, host) in targets {
            let found = try #require(try forwarded(head(uri)))
            #expect(found.uri == path && found.headers["Host"] == ["localhost"] + (host.map { [$0] } ?? []), "\(uri)")
        }
    }

    @Test("Exactly one host is required, except in HTTP/1.0")
    func hosts() throws {
        #expect(try forwarded(head("/", ["a"])) != nil)
        #expect(try forwarded(head("/", [])) == nil)
        #expect(try forwarded(head("/", ["a", "a"])) == nil)
        #expect(try forwarded(head("/", [], .http1_0)) != nil)
        #expect(try forwarded(head("/", ["a", "a"], .http1_0)) == nil)
    }
}
