import HTTPTypes
import Testing
import Tunes

@testable import chords_server

@Suite("Cost of requests")
struct CostTests {
    private func tune(_ text: String) -> Tune { TuneText.read(text).tunes[0] }

    /// - Returns: the name of the exceeded limit; nil if there is none.
    private func passed(_ limits: TuneCost.Limits, _ text: String, _ extent: TuneCost.Extent) -> String? {
        var cost = TuneCost(limits)
        do {
            try cost.add(tune(text), extent)
            return nil
        } catch {
            return (error as? RequestError).map {
                $0.message.replacing("The answer would have more than the maximum of ", with: "").components[0]
            }
        }
    }

    @Test("Bars, choruses, chords and notes are counted as written and as played")
    func tunes() {
        // 3 written bars, 2 + 2 + 2 + 1 played ones, and 2 chords with an alternate in each of the first.
        let text = "Choruses: 5\n|: C (Dm) D | E :|3x F |\nMelody: C4:8 D4 | E4 | ."
        func limits(bars: Int = 1000, choruses: Int = 1000, chords: Int = 1000, notes: Int = 1000) -> TuneCost.Limits {
            TuneCost.Limits(bars: bars, choruses: choruses, chords: chords, notes: notes)
        }
        #expect(passed(limits(bars: 10), text, .written) == nil)
        #expect(passed(limits(bars: 9), text, .written) == "9 bars")
        #expect(passed(limits(bars: 3 + 5 * 7), text, .heard) == nil)
        #expect(passed(limits(bars: 3 + 5 * 7 - 1), text, .heard) == "37 bars")
        #expect(passed(limits(choruses: 4), text, .written) == "4 choruses")
        #expect(passed(limits(chords: 5), text, .written) == nil)
        #expect(passed(limits(chords: 4), text, .written) == "4 chords")
        #expect(passed(limits(chords: 5 + 3 * 4 + 1), text, .played) == nil)
        #expect(passed(limits(chords: 5 + 3 * 4), text, .played) == "17 chords")
        #expect(passed(limits(notes: 3 + 3 * 3), text, .played) == nil)
        #expect(passed(limits(notes: 3 + 5 * 3 * 3 - 1), text, .heard) == "47 notes")
    }

    @Test("Slow requests time out, and are shared")
    func shared() async throws {
        let asked = Counter()
        let never = Shared<Int> {
            await asked.add()
            try await Task.sleep(for: .seconds(3600))
            return 1
        }
        for _ in 0..<3 {
            await #expect(throws: Shared<Int>.TimedOut.self) { try await never.value(within: .milliseconds(1)) }
        }
        #expect(await asked.count == 1)
        #expect(try await Shared<Int> { 7 }.value(within: .seconds(60)) == 7)
    }

    private actor Counter {
        private(set) var count = 0
        func add() { count += 1 }
    }
}

extension String {
    /// “9 bars” of “9 bars, written and played. Ask for less at once.”.
    fileprivate var components: [String] { [split(whereSeparator: { $0 == "," || $0 == "." })[0].description] }
}

@Suite("Trusted proxies")
struct ProxyTests {
    private func client(_ proxies: [String], from peer: String, _ forwarded: String...) -> IPAddress? {
        let headers = HTTPFields(forwarded.map { HTTPField(name: .xForwardedFor, value: $0) })
        return TrustedProxies(proxies.compactMap { IPNetwork($0) }).client(of: headers, from: IPAddress(peer))
    }

    @Test("The client is the last address that is not a trusted proxy")
    func last() {
        let own = ["127.0.0.1", "10.0.0.0/8", "2001:db8:1::/48"]
        #expect(client([], from: "127.0.0.1", "192.0.2.1") == IPAddress("127.0.0.1"))
        #expect(client(own, from: "198.51.100.7", "192.0.2.1") == IPAddress("198.51.100.7"))
        #expect(client(own, from: "127.0.0.1") == IPAddress("127.0.0.1"))
        #expect(client(own, from: "127.0.0.1", "203.0.113.9, 192.0.2.1") == IPAddress("192.0.2.1"))
        #expect(client(own, from: "127.0.0.1", "203.0.113.9", "192.0.2.1,10.1.2.3") == IPAddress("192.0.2.1"))
        #expect(client(own, from: "2001:db8:1::5", "192.0.2.1:4711") == IPAddress("192.0.2.1"))
        #expect(client(own, from: "2001:db8:2::5", "192.0.2.1") == IPAddress("2001:db8:2::5"))
        #expect(client(own, from: "127.0.0.1", "[2001:db8::7]:80") == IPAddress("2001:db8::7"))
        // An invalid entry comes from a trusted proxy, which then counts as the client.
        #expect(client(own, from: "127.0.0.1", "192.0.2.1, unknown") == IPAddress("127.0.0.1"))
        #expect(client(own, from: "127.0.0.1", "192.0.2.1, x, 10.9.9.9") == IPAddress("10.9.9.9"))
    }

    @Test(
        "A network is an address with a prefix length",
        arguments: [
            ("10.0.0.0/8", true), ("10.0.0.1", true), ("::/0", true), ("fe80::/10", true), ("10.0.0.0/33", false),
            ("10.0.0.0/", false), ("10/8", false), ("a", false), ("", false), ("1.2.3.4/-1", false),
        ])  // fmt: skip
    func networks(_ text: String, _ isOne: Bool) { #expect((IPNetwork(text) != nil) == isOne) }
}

@Suite("Addresses in the log")
struct LoggedAddressTests {
    private let key = "q3bR0cW8t1Yx5ZkLmN7u-_"

    @Test(
        "Keys in addresses are not logged, in any encoding",
        arguments: [
            "/shelf/KEY", "/shelf%23KEY", "/shelf%2523KEY", "/KEY?x=1", "/a?b=KEY&c", "/shelf#KEY", "/shelf%23KEY.",
            "/x/KEY/y",
        ])  // fmt: skip
    func keys(_ text: String) {
        func spelled(_ letters: (Character) -> String) -> String { key.map(letters).joined() }
        func hex(_ sign: Character) -> String { "%" + String(sign.asciiValue ?? 0, radix: 16) }
        let (first, last) = (String(key.prefix(11)), String(key.suffix(11)))
        var forms: [String] = [key, key + key, String(key.prefix(16))]
        forms += [spelled(hex), spelled { hex($0).uppercased() }, spelled { "%25" + hex($0).dropFirst() }]
        forms += ["%20", "=%0D%0A", "%E2%80%8B"].map { first + $0 + last }
        for form in forms {
            let logged = LoggedAddress.text(of: text.replacing("KEY", with: form))
            #expect(logged.contains("…"), "\(form)")
            // No five letters of it, in any form.
            for start in 0..<12 {
                let part = String(key.dropFirst(start).prefix(5))
                #expect(
                    !logged.contains(part) && !logged.lowercased().contains(part.map(hex).joined()),
                    "\(form): \(logged)")
            }
        }
    }

    @Test(
        "Other addresses are logged unchanged",
        arguments: [
            "/", "/healthz", "/no%0Apage?x=1", "/combine/Cma7/D", "/api/v1/chordsets?limit=5&after=1,2",
            "/api/v1/tunes/read?unfold=true", "%", "/%", "/%2", "/%zz", "",
        ])  // fmt: skip
    func others(_ text: String) { #expect(LoggedAddress.text(of: text) == text) }

    @Test("Long addresses are truncated") func long() {
        #expect(LoggedAddress.text(of: String(repeating: "/ab", count: 1000)).utf8.count == 200)
    }
}
