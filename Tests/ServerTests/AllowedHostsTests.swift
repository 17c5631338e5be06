import Testing

@testable import chords_server

@Suite("Host names")
struct AllowedHostsTests {
    @Test(
        "A Host header is a name or an address, and perhaps a port",
        arguments: [
            ("localhost", "localhost"), ("LocalHost.", "localhost"), ("localhost:", "localhost"),
            ("a_b-c.d:65535", "a_b-c.d"),
            ("127.0.0.1:8080", "127.0.0.1"), ("[::1]", "::1"), ("[FE80::1]:80", "fe80::1"),
        ])
    func authority(text: String, host: String) {
        #expect(Authority(text)?.host == host)
    }

    @Test(
        "Anything else is refused",
        arguments: [
            "", ".", ":80", "localhost:65536", "localhost:8o", "localhost:-1", "local host", "user@localhost", "a/b",
            "[::1", "[]",
            "[::1]80", "[localhost]", "ex\u{e4}mple", String(repeating: "x", count: 256),
        ])
    func noAuthority(text: String) {
        #expect(Authority(text) == nil)
    }

    @Test("Localhost, own name, allowed names and loopback addresses are accepted")
    func ownNames() throws {
        let hosts = AllowedHosts(host: "piano.local", allowed: ["Studio.example.", "192.0.2.7"])
        for name in [
            "localhost", "piano.local", "studio.example", "192.0.2.7", "127.8.9.10", "[::1]", "[::ffff:127.0.0.1]",
        ] {
            #expect(hosts.accepts(try #require(Authority(name)), at: nil), "\(name)")
        }
        for name in [
            "evil.example", "x.localhost", "localhost.evil.example", "192.0.2.8", "127.1", "2130706433", "0.0.0.0",
            "[::]",
        ] {
            #expect(!hosts.accepts(try #require(Authority(name)), at: nil), "\(name)")
        }
    }

    @Test("The local address of the connection is accepted")
    func address() throws {
        let hosts = AllowedHosts(host: "0.0.0.0", allowed: [])
        let asked = try #require(Authority("192.168.1.5"))
        #expect(hosts.accepts(asked, at: IPAddress("192.168.1.5")))
        #expect(!hosts.accepts(asked, at: IPAddress("192.168.1.6")))
        #expect(!hosts.accepts(asked, at: nil))
    }

    @Test("An IPv4 address equals its IPv6 form, and short forms are invalid")
    func addresses() {
        #expect(IPAddress("192.168.1.5") == IPAddress("::ffff:192.168.1.5"))
        #expect(IPAddress("fe80::1%eth0") == IPAddress("fe80::1"))
        for text in ["127.1", "0x7f000001", "0177.0.0.1", "1.2.3", "1.2.3.4.5", "", "::1::"] {
            #expect(IPAddress(text) == nil)
        }
    }

    @Test("Only 127.0.0.0/8 and ::1 are loopback addresses")
    func loopback() {
        for text in ["127.0.0.1", "127.255.255.255", "::1", "::ffff:127.0.0.1"] {
            #expect(IPAddress(text)?.isLoopback == true)
        }
        for text in ["126.255.255.255", "128.0.0.1", "::", "::2", "fe80::1", "::127.0.0.1"] {
            #expect(IPAddress(text)?.isLoopback == false)
        }
    }

    @Test("An IPv6 network counts as one address, IPv4 addresses count separately")
    func prefix() {
        #expect(IPAddress("2001:db8::1")?.prefix == IPAddress("2001:db8::2:3:4:5")?.prefix)
        #expect(IPAddress("2001:db8::1")?.prefix != IPAddress("2001:db8:0:1::1")?.prefix)
        #expect(IPAddress("192.0.2.1")?.prefix != IPAddress("192.0.2.2")?.prefix)
    }
}
