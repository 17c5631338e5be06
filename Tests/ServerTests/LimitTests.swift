import HTTPTypes
import Hummingbird
import Metrics
import NIOCore
import NIOEmbedded
import Testing

@testable import chords_server

@Suite("Limits per client")
struct LimitTests {
    private let start = NIODeadline.uptimeNanoseconds(1_000_000_000_000)
    private let client = IPAddress("192.0.2.1")

    private func limiter(_ perMinute: Int, countsLoopback: Bool = true) -> RateLimiter {
        RateLimiter(perMinute, per: .seconds(60), countsLoopback: countsLoopback)
    }

    @Test("An address has one minute's requests at once, and the same rate afterwards")
    func refills() {
        let limiter = limiter(60)
        for _ in 0..<60 { #expect(limiter.retryAfter(client, cost: 1, now: start) == nil) }
        #expect(limiter.retryAfter(client, cost: 1, now: start) == 1)
        #expect(limiter.retryAfter(client, cost: 1, now: start + .seconds(1)) == nil)
        #expect(limiter.retryAfter(client, cost: 1, now: start + .seconds(1)) == 1)
        // A longer pause does not increase it.
        for _ in 0..<60 { #expect(limiter.retryAfter(client, cost: 1, now: start + .hours(9)) == nil) }
        #expect(limiter.retryAfter(client, cost: 1, now: start + .hours(9)) == 1)
    }

    @Test(
        "A change counts as ten requests, and each KiB to store as one more",
        arguments: [
            ("GET", "/api/v1/tunes", 0, 1), ("HEAD", "/", 0, 1), ("OPTIONS", "/api/v1/tunes", 2048, 10),
            ("PUT", "/api/v1/tunes/a", 0, 10), ("PUT", "/api/v1/tunes/a", 1023, 10),
            ("PUT", "/api/v1/tunes/a", 2048, 12), ("POST", "/api/v1/chordsets", 10_240, 20),
            ("POST", "/api/v1/tunes/read", 10_240, 10), ("POST", "/api/v1/qr", 10_240, 10),
        ])  // fmt: skip
    func costs(method: String, path: String, bytes: Int, cost: Double) throws {
        let head = HTTPRequest(
            method: try #require(HTTPRequest.Method(method)), scheme: "http", authority: "localhost", path: path,
            headerFields: [.contentLength: "\(bytes)"])
        #expect(RateLimit.cost(of: Request(head: head, body: .init(buffer: ByteBuffer())), at: path) == cost)
    }

    @Test("A change that costs more than a minute's requests takes all of them")
    func expensive() {
        let limiter = limiter(60)
        #expect(limiter.retryAfter(client, cost: 1000, now: start) == nil)
        #expect(limiter.retryAfter(client, cost: 1000, now: start) == 60)
    }

    @Test("Addresses have separate limits, and an IPv6 network counts as one address")
    func others() {
        let limiter = limiter(10)
        #expect(limiter.retryAfter(IPAddress("2001:db8::1"), cost: 10, now: start) == nil)
        #expect(limiter.retryAfter(IPAddress("2001:db8::2"), cost: 1, now: start) == 6)
        #expect(limiter.retryAfter(client, cost: 10, now: start) == nil)
    }

    @Test("This machine is limited only by explicit option")
    func loopback() {
        let (free, counted) = (limiter(10, countsLoopback: false), limiter(10))
        for _ in 0..<3 { #expect(free.retryAfter(IPAddress("127.0.0.1"), cost: 10, now: start) == nil) }
        #expect(counted.retryAfter(IPAddress("127.0.0.1"), cost: 10, now: start) == nil)
        #expect(counted.retryAfter(IPAddress("127.0.0.1"), cost: 10, now: start) == 60)
    }

    private func connections(_ total: Int, _ perAddress: Int) -> ConnectionLimiter {
        var limits = Limits()
        limits.connections = total
        limits.connectionsPerAddress = perAddress
        return ConnectionLimiter(limits, metrics: PrometheusExporter([]))
    }

    @Test("A connection beyond the limit is rejected until another one closes")
    func connections() {
        let limiter = connections(2, 9)
        let loop = EmbeddedEventLoop()
        let (first, others) = (loop.makePromise(of: Void.self), loop.makePromise(of: Void.self))
        defer { others.succeed() }
        #expect(limiter.open(client, closed: first.futureResult) == nil)
        #expect(limiter.open(IPAddress("127.0.0.1"), closed: others.futureResult) == nil)
        #expect(limiter.open(nil, closed: others.futureResult)?.contains("2 connections") == true)
        first.succeed()
        #expect(limiter.open(client, closed: others.futureResult) == nil)
    }

    @Test("A remote address has a limited share of connections, and this machine has none")
    func share() {
        let limiter = connections(99, 2)
        let loop = EmbeddedEventLoop()
        let (first, others) = (loop.makePromise(of: Void.self), loop.makePromise(of: Void.self))
        defer { others.succeed() }
        #expect(limiter.open(client, closed: first.futureResult) == nil)
        #expect(limiter.open(client, closed: others.futureResult) == nil)
        #expect(limiter.open(client, closed: others.futureResult)?.contains("2 connections") == true)
        #expect(limiter.open(IPAddress("192.0.2.2"), closed: others.futureResult) == nil)
        for _ in 0..<5 { #expect(limiter.open(IPAddress("::1"), closed: others.futureResult) == nil) }
        first.succeed()
        #expect(limiter.open(client, closed: others.futureResult) == nil)
    }

    @Test("What is reserved is released with its reservation, and each address has a limit")
    func reservations() throws {
        let limit = UsageLimit(100, perAddress: 60)
        let other = IPAddress("192.0.2.2")
        var held = [try UsageLimit.Reservation(60, of: limit, for: client)]
        #expect(throws: UsageLimit.Excess.address) { try UsageLimit.Reservation(1, of: limit, for: client) }
        held.append(try UsageLimit.Reservation(40, of: limit, for: other))
        #expect(throws: UsageLimit.Excess.total) { try UsageLimit.Reservation(1, of: limit, for: nil) }
        held.removeFirst()
        held.append(try UsageLimit.Reservation(60, of: limit, for: IPAddress("127.0.0.1")))
        #expect(held.count == 2 && limit.current == 100)
        held = []
        #expect(limit.current == 0)
    }
}
