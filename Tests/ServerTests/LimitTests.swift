import NIOCore
import Testing

@testable import chords_server

@Suite("Limits per client")
struct LimitTests {
    private let start = NIODeadline.uptimeNanoseconds(1_000_000_000_000)
    private let client = IPAddress("192.0.2.1")

    @Test("An address has one minute's requests at once, and the same rate afterwards")
    func refills() {
        let allowance = Allowance(perMinute: 60, countsLoopback: true)
        for _ in 0..<60 { #expect(allowance.secondsToWait(client, method: .GET, now: start) == nil) }
        #expect(allowance.secondsToWait(client, method: .GET, now: start) == 1)
        #expect(allowance.secondsToWait(client, method: .GET, now: start + .seconds(1)) == nil)
        #expect(allowance.secondsToWait(client, method: .GET, now: start + .seconds(1)) == 1)
        // A longer pause does not increase it.
        for _ in 0..<60 { #expect(allowance.secondsToWait(client, method: .HEAD, now: start + .hours(9)) == nil) }
        #expect(allowance.secondsToWait(client, method: .HEAD, now: start + .hours(9)) == 1)
    }

    @Test("A change counts as ten requests")
    func changes() {
        let allowance = Allowance(perMinute: 60, countsLoopback: true)
        for _ in 0..<6 { #expect(allowance.secondsToWait(client, method: .PUT, now: start) == nil) }
        #expect(allowance.secondsToWait(client, method: .DELETE, now: start) == 10)
        #expect(allowance.secondsToWait(client, method: .GET, now: start) == 1)
    }

    @Test("Addresses have separate limits, and an IPv6 network counts as one address")
    func others() {
        let allowance = Allowance(perMinute: 10, countsLoopback: true)
        #expect(allowance.secondsToWait(IPAddress("2001:db8::1"), method: .POST, now: start) == nil)
        #expect(allowance.secondsToWait(IPAddress("2001:db8::2"), method: .GET, now: start) == 6)
        #expect(allowance.secondsToWait(client, method: .POST, now: start) == nil)
    }

    @Test("This machine is limited only by explicit option")
    func loopback() {
        let (free, counted) = (
            Allowance(perMinute: 10, countsLoopback: false), Allowance(perMinute: 10, countsLoopback: true)
        )
        for _ in 0..<3 { #expect(free.secondsToWait(IPAddress("127.0.0.1"), method: .POST, now: start) == nil) }
        #expect(counted.secondsToWait(IPAddress("127.0.0.1"), method: .POST, now: start) == nil)
        #expect(counted.secondsToWait(IPAddress("127.0.0.1"), method: .POST, now: start) == 60)
    }

    private func crowd(_ most: Int, _ mostPerAddress: Int) -> Crowd {
        var limits = Limits()
        limits.connections = most
        limits.connectionsPerAddress = mostPerAddress
        return Crowd(limits)
    }

    @Test("A connection beyond the limit is rejected until another one closes")
    func connections() {
        let crowd = crowd(2, 9)
        #expect(crowd.enter(client) == nil)
        #expect(crowd.enter(IPAddress("127.0.0.1")) == nil)
        #expect(crowd.enter(nil)?.contains("2 connections") == true)
        crowd.leave(nil)
        crowd.leave(client)
        #expect(crowd.enter(client) == nil)
    }

    @Test("A remote address has a limited share of connections, and this machine has none")
    func share() {
        let crowd = crowd(99, 2)
        for _ in 0..<2 { #expect(crowd.enter(client) == nil) }
        #expect(crowd.enter(client)?.contains("2 connections") == true)
        #expect(crowd.enter(IPAddress("192.0.2.2")) == nil)
        for _ in 0..<5 { #expect(crowd.enter(IPAddress("::1")) == nil) }
        for _ in 0..<2 { crowd.leave(client) }
        #expect(crowd.enter(client) == nil)
    }
}
