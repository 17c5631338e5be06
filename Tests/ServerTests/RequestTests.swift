import NIOHTTP1
import Testing

@testable import chords_server

@Suite("Requests")
struct RequestTests {
    private func head(_ uri: String, _ method: HTTPMethod = .GET) -> HTTPRequestHead {
        HTTPRequestHead(version: .http1_1, method: method, uri: uri)
    }

    private func question(_ address: String) throws(Question.Refused) -> Question {
        try Question(address[...], of: head(address), from: nil)
    }

    @Test("The path is decoded, the query is not")
    func path() throws {
        let question = try question("/combine/C%E2%99%AFm7/D%2FC?notes=german&x=%41")
        #expect(question.path == "/combine/C♯m7/D/C")
        #expect(question.encodedPath == "/combine/C%E2%99%AFm7/D%2FC")
        #expect(question.query == "notes=german&x=%41")
        #expect(try self.question("/").query == nil)
        #expect(try self.question("/?").query == "")
    }

    @Test(
        "An address that is too long, or is not encoded, is refused with its status",
        arguments: [
            ("*", HTTPResponseStatus.badRequest), ("combine", .badRequest), ("/%", .badRequest), ("/%4", .badRequest),
            ("/%zz", .badRequest), ("/%ff", .badRequest), ("/%00", .badRequest), ("/?x=%ff", .badRequest),
            ("/" + String(repeating: "7", count: 8192), .uriTooLong),
        ])
    func refused(address: String, status: HTTPResponseStatus) {
        #expect { try question(address) } throws: { ($0 as? Question.Refused)?.status == status }
    }

    @Test("An address of maximum length is accepted")
    func longest() throws {
        let address = "/" + String(repeating: "7", count: 8191)
        #expect(try question(address).path == address)
    }

    @Test("A target in absolute form is split into address and authority")
    func absoluteForm() {
        let targets: [(String, Substring, Substring?)] = [
            ("/a?b=http://c", "/a?b=http://c", nil), ("http://host:80/a/b?c", "/a/b?c", "host:80"),
            ("http://host", "/", "host"),
            ("http://host?a", "/?a", "host"), ("http://", "/", ""), ("*", "*", nil),
        ]
        for (uri, address, authority) in targets {
            let target = head(uri).target
            #expect(target.address == address && target.authority == authority, "\(uri)")
        }
    }

    @Test("Percent signs are decoded to UTF-8 text without NUL")
    func percentDecoding() {
        #expect("C%2B%c3%A9+é".percentDecoded == "C+é+é")
        for text in ["%", "%4", "%g0", "%+1", "%C3", "%00", "a\0b", "a\u{fffd}"] {
            #expect(text.percentDecoded == nil, "\(text)")
        }
    }

    @Test("A body is compressed for clients that accept it, with a weight above 0")
    func codings() throws {
        func accepts(_ values: [Substring], _ coding: String) throws -> Bool {
            try #require(AcceptedCodings(values)).contains(coding)
        }
        #expect(AcceptedCodings([]) == nil)
        #expect(try accepts(["gzip, br"], "br") == false)  // The items of a list come one by one.
        #expect(try accepts(["gzip", "BR;q=0.5"], "br"))
        #expect(try accepts(["x-gzip"], "gzip"))
        #expect(try accepts(["*"], "br"))
        #expect(try accepts(["*", "br;q=0"], "br") == false)
        #expect(try accepts(["br; q=0.0"], "br") == false)
        #expect(try accepts(["identity"], "br") == false)
        #expect(try accepts([""], "gzip") == false)
    }

    @Test("A tag is recognized in If-None-Match")
    func tags() {
        for items in [["*"], ["\"a\""], ["W/\"a\""], ["\"b\"", "\"a\""]] as [[Substring]] {
            #expect(haveTag("a", in: items))
        }
        for items in [[], ["a"], ["\"b\""], ["\"ab\""], ["w/\"a\""]] as [[Substring]] {
            #expect(!haveTag("a", in: items))
        }
    }
}
