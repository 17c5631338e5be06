import Testing

import JSONText

@Suite("JSON")
struct JSONTests {
    @Test(
        "Values round-trip",
        arguments: [
            #"{"a":1,"b":[true,false,null,-2.5],"c":{"d":"x\"y\\z\u0001"},"e":[],"f":{}}"#, #""𝄫♯é""#, "0", "-17",
            "[[[]]]",
        ])
    func roundTrip(text: String) throws {
        #expect(try JSON(text).text == text)
    }

    @Test("Numbers are parsed exactly")
    func numbers() throws {
        let texts = [
            "0", "-0", "0.1", "12.345", "1e3", "1E+3", "25e-2", "-1.5e-3", "72.5", "0.001", "123456789012345", "1e999",
        ]
        for text in texts {
            // Compared with the standard library.
            #expect(try JSON(text).number == Double(text), "\(text)")
        }
        // All thousandths in our own form.
        for thousandths in -2000...2000 {
            let text = JSON.thousandths(Double(thousandths) / 1000).text
            #expect(try JSON(text).number == Double(thousandths) / 1000)
        }
        #expect(try JSON("1e2").int == 100 && JSON("1.5").int == nil && JSON("7").int == 7)
        let long = try #require(try JSON("123456789012345678901234567890").number)
        #expect(abs(long / 1.2345678901234568e29 - 1) < 1e-15)
        #expect(try JSON("60." + String(repeating: "0", count: 400)).number == 60)
    }

    @Test(
        "Escapes and surrogate pairs are decoded, and lone surrogates become U+FFFD",
        arguments: [
            (#""\u0041\n\t\/\"\\\b\f\r""#, "A\n\t/\"\\\u{8}\u{C}\r"), (#""\ud834\udd2b""#, "𝄫"),
            (#""\uD834\uDD2B!""#, "𝄫!"),
            (#""\ud834""#, "\u{FFFD}"), (#""\ud834\u0041""#, "\u{FFFD}A"), (#""\udd2b""#, "\u{FFFD}"),
            (#""\ud834\n""#, "\u{FFFD}\n"),
        ])
    func escapes(text: String, expected: String) throws {
        #expect(try JSON(text).string == expected)
    }

    @Test(
        "Invalid JSON is rejected with its offset",
        arguments: [
            ("", 0), ("  ", 2), ("[1,]", 3), ("[1 2]", 3), (#"{"a" 1}"#, 5), (#"{a:1}"#, 1), ("01", 1), ("-", 1),
            ("1.", 2),
            ("1e", 2), ("tru", 0), (#""a"#, 2), (#""\x""#, 2), (#""\u12g4""#, 5), ("\"a\nb\"", 2), ("1 2", 2), ("[", 1),
            ("+1", 0),
            ("NaN", 0), (#"{"a":1,}"#, 7), ("'a'", 0),
        ])
    func faults(text: String, offset: Int) {
        #expect { try JSON(text) } throws: { ($0 as? JSONError)?.offset == offset }
    }

    @Test("Deep nesting is rejected without a stack overflow")
    func depth() throws {
        let deep = { String(repeating: "[", count: $0) + String(repeating: "]", count: $0) }
        #expect(try JSON(deep(64)).text == deep(64))
        #expect(throws: JSONError.self) { try JSON(deep(65)) }
        #expect(throws: JSONError.self) { try JSON(String(repeating: "[", count: 1_000_000)) }
    }

    @Test("Random bytes never crash, and accepted values round-trip")
    func anything() throws {
        var state: UInt64 = 5
        func next() -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33)
        }
        let pieces = #"{}[],:"\u0trfalsn e+-.1"#.utf8.map { $0 } + [0xFF, 0xC3, 0xEF, 0xBB, 0xBF, 0]
        var taken = 0
        for _ in 0..<50_000 {
            let bytes = (0..<next() % 12).map { _ in pieces[next() % pieces.count] }
            guard let json = try? JSON(bytes) else { continue }
            taken += 1
            #expect(try JSON(json.text).text == json.text)
        }
        #expect(taken > 100)
    }

    @Test("The last member with a name counts, and other values have no members")
    func members() throws {
        let json = try JSON(#"{"a":1,"a":2,"b":null}"#)
        #expect(json["a"]?.int == 2 && json["b"]?.isNull == true && json["c"] == nil && json.names == ["a", "a", "b"])
        #expect(try JSON("[1]")["a"] == nil && JSON("[1]").names == nil && JSON("1").string == nil)
    }
}
