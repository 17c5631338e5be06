import Testing

@testable import chords_server

@Suite("Parameters of a request")
struct ArgumentsTests {
    /// The error message; nil if valid.
    private func refusal(_ read: () throws -> Any?) -> String? {
        do {
            _ = try read()
            return nil
        } catch {
            return (error as? RequestError)?.message ?? "\(error)"
        }
    }

    private func arguments(_ query: String?) -> Arguments { Arguments(query: query) }

    @Test("Names and values are decoded, and plus signs stay")
    func decoding() throws {
        let arguments = Arguments(
            query: "upper=C+&l%6Fwer=D%E2%99%AD&empty&flag=true", path: [(name: "symbol", value: "C6/9")])
        #expect(try arguments["upper"] == "C+")
        #expect(try arguments["lower"] == "D♭")
        #expect(try arguments["symbol"] == "C6/9")
        #expect(try arguments.flag("flag"))
        #expect(try arguments.optional("absent") == nil)
    }

    @Test("A value may contain an equals sign, and empty pairs are skipped")
    func separators() throws {
        let arguments = arguments("&&x=a=b&=c&")
        #expect(try arguments["x"] == "a=b")
    }

    @Test("Missing, empty, repeated and long parameters are rejected by name")
    func missing() throws {
        let arguments = arguments("empty=&twice=1&twice=2&long=\(String(repeating: "7", count: 65))")
        #expect(refusal { try arguments["none"] }?.contains("“none” is missing") == true)
        #expect(refusal { try arguments["empty"] }?.contains("“empty” is missing") == true)
        #expect(refusal { try arguments["twice"] }?.contains("“twice” is given 2 times") == true)
        #expect(refusal { try arguments["long"] }?.contains("longer than 64") == true)
        #expect(try arguments["long", atMost: 65].count == 65)
    }

    @Test("A flag is true or false")
    func flags() throws {
        let arguments = arguments("yes=true&no=false&odd=1")
        #expect(try arguments.flag("yes"))
        #expect(try !arguments.flag("no"))
        #expect(try !arguments.flag("absent"))
        #expect(refusal { try arguments.flag("odd") }?.contains("“true” or “false”") == true)
    }

    @Test("A number must have its JSON form", arguments: ["+5", "05", "-0"])
    func oddNumbers(text: String) throws {
        let arguments = arguments("n=\(text)")
        #expect(refusal { try arguments.whole("n") }?.contains("Write ") == true)
    }

    @Test("Integers are parsed")
    func wholeNumbers() throws {
        let arguments = arguments("n=-5&text=five&limit=12")
        #expect(try arguments.whole("n") == -5)
        #expect(try arguments.limit == 12)
        #expect(try arguments.whole("absent") == nil)
        #expect(refusal { try arguments.whole("text") }?.contains("whole number") == true)
    }

    @Test("The last path parameter may contain slashes, without the ending of the path")
    func endpoints() {
        let svg = Endpoint("/api/v1/chords/{symbol}.svg", type: "") { _ in "" }
        #expect(svg.parameters(in: "/api/v1/chords/C6/9.svg")?.map(\.value) == ["C6/9"])
        #expect(svg.parameters(in: "/api/v1/chords/C6/9") == nil)
        #expect(svg.parameters(in: "/api/v1/chord/C.svg") == nil)
        let pair = Endpoint("/api/v1/{lower}/{upper}", type: "") { _ in "" }
        #expect(pair.parameters(in: "/api/v1/C/D/E")?.map(\.value) == ["C", "D/E"])
        #expect(pair.parameters(in: "/api/v1/C") == nil)
        #expect(pair.parameters(in: "api/v1/C/D") == nil)
    }
}
