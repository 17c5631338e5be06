import Harmony

extension TextReader {
    enum Header: String, CaseIterable {
        case title, composer, style, groove, key, time, tempo, choruses, capo, tuning

        /// Other names of headers.
        static let synonyms: [(name: String, header: Header)] = [
            ("artist", .composer), ("author", .composer), ("music", .composer), ("music by", .composer),
            ("written by", .composer), ("feel", .style), ("rhythm", .style), ("meter", .time), ("metre", .time),
            ("time signature", .time), ("bpm", .tempo),
        ]
    }

    func header(_ line: [Unicode.Scalar]) -> (Header, String)? {
        guard let colon = line.prefix(18).firstIndex(where: { $0 == ":" || $0 == "=" }) else { return nil }
        var name = ""
        for sign in line[..<colon] {
            name.unicodeScalars.append(("A"..."Z").contains(sign) ? Unicode.Scalar(sign.value + 32) ?? sign : sign)
        }
        name = tidied(name)
        guard
            let header = Header.allCases.first(where: { $0.rawValue == name })
                ?? Header.synonyms.first(where: { $0.name == name })?.header
        else { return nil }
        return (header, tidied(String(scalars: line[(colon + 1)...])))
    }

    mutating func readHeader(_ line: [Unicode.Scalar]) -> Bool {
        guard let (header, value) = header(line) else { return false }
        if header == .title, isBegun { endTune() }
        isBegun = true
        switch header {
        case .title: tune.title = value
        case .composer: tune.composer = value
        case .style: tune.style = value
        case .groove: tune.groove = value
        case .key:
            do throws(KeyError) {
                tune.key = try Key(TextReader.withSigns(value), in: names)
            } catch {
                report(error.message, ofBar: false, text: value)
            }
        case .time:
            guard let time = Meter(value.withoutInvisible) else {
                report(
                    "“\(value)” is not a time signature: expected one such as 4/4 or 6/8.", ofBar: false,
                    text: value)
                break
            }
            if barCount == 0 {
                tune.meter = time
            } else if time != meter {
                draft.bar.meter = time
            }
            meter = time
        case .tempo:
            tune.tempo = number(onlyNumber(value), 1...999, "a tempo in beats per minute, 1 to 999")
        case .capo:
            let digits = value.scalars.filter { "0"..."9" ~= $0 }
            if let fret = Int(String(scalars: digits[...])), 1...24 ~= fret {
                report(Capo.remark(fret), ofBar: false)
            }
        case .tuning: report("The tuning has no meaning here. It was passed over.", ofBar: false, text: value)
        case .choruses: tune.choruses = number(value, 1...99, "a number of choruses, 1 to 99")
        }
        return true
    }

    /// A key with a sign for the word: Eb for “E flat”.
    private static func withSigns(_ key: String) -> String {
        let words = key.parts(at: " ")
        guard words.count > 1, isSameWord(words[1], "flat") || isSameWord(words[1], "sharp") else { return key }
        let sign = words[1].utf8.count == 4 ? "b" : "#"
        return ([words[0] + sign] + words.dropFirst(2)).joined(separator: " ")
    }

    /// The only number of a text such as `120 bpm` or `1/4 = 120`; the text itself if there are several, or a sign.
    private func onlyNumber(_ text: String) -> String {
        let parts = text.scalars.split(separator: "=", omittingEmptySubsequences: false)
        let value = parts[parts.count - 1]
        let numbers = value.split { !("0"..."9" ~= $0) }
        let hasSign = value.contains { $0.isOne(of: "-−–+.,/") }
        return numbers.count == 1 && !hasSign ? String(scalars: numbers[0]) : text
    }

    mutating func number(_ text: String, _ range: ClosedRange<Int>, _ expected: String) -> Int? {
        if let value = wholeNumber(text.withoutInvisible.bytes[...]), range.contains(value) { return value }
        report("“\(text)” is not \(expected).", ofBar: false, text: text)
        return nil
    }
}
