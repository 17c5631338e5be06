import Harmony
import JSONText

/// Finds iReal Pro links in text or HTML and reads their songs.
public enum IRealLinks {
    /// The maximum number of tunes per file. The largest shared collections have about two thousand.
    public static let maximumTunes = 20_000

    /// The problem that ends the reading.
    private static var tooManyTunes: TuneProblem {
        TuneProblem("A file can have at most \(maximumTunes) tunes. The others were left out.")
    }

    /// - Returns: nil if the text has no link.
    public static func read(_ bytes: [UInt8]) -> TuneBook? {
        var book = TuneBook()
        var ends = LinkEnds(bytes)
        var place = 0
        var hasLink = false
        while book.problems.last != tooManyTunes, let link = nextLink(in: bytes, from: place, &ends) {
            hasLink = true
            place = link.end
            read(unwrapped(bytes[link.body]), into: &book)
        }
        return hasLink ? book : nil
    }

    // MARK: Links

    private static func nextLink(
        in bytes: [UInt8], from start: Int, _ ends: inout LinkEnds
    ) -> (body: Range<Int>, end: Int)? {
        var index = start
        while index + 9 <= bytes.count {
            guard bytes[index] | 0x20 == UInt8(ascii: "i"), let body = bodyStart(in: bytes, at: index) else {
                index += 1
                continue
            }
            let sign = index > 0 ? bytes[index - 1] : 0
            let end = linkEnd(in: bytes, from: body, quote: sign, &ends)
            return (body..<bodyEnd(in: bytes[body..<end], after: sign), end)
        }
        return nil
    }

    private static func bodyStart(in bytes: [UInt8], at index: Int) -> Int? {
        for scheme in [
            "irealbook://", "irealb://", "irealbook%3A%2F%2F", "irealb%3A%2F%2F", "irealbook:\\/\\/", "irealb:\\/\\/",
        ] {
            let length = scheme.utf8.count
            guard index + length <= bytes.count else { continue }
            let isThere = zip(bytes[index..<index + length], scheme.bytes).allSatisfy { lowercase($0) == lowercase($1) }
            if isThere { return index + length }
        }
        return nil
    }

    private static func lowercase(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    /// A quoted link ends at the closing quote. Others end at the next space; links with literal spaces, which an
    /// encoded link does not have, end with their line.
    private static func linkEnd(in bytes: [UInt8], from start: Int, quote: UInt8, _ ends: inout LinkEnds) -> Int {
        // At most two unsuccessful searches: after the last quote of either kind.
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
            let end = bytes[start...].firstIndex(of: quote)
        {
            return end
        }
        var lineEnd = ends.line(from: start)
        let wordEnd = min(ends.word(from: start), lineEnd)
        let isEncoded = ends.code(from: start) < wordEnd
        guard wordEnd == lineEnd || isEncoded else { return lineEnd }
        guard isEncoded else { return wordEnd }
        // In HTML a link may be between tags. An encoded link contains none.
        if let tag = bytes[start..<wordEnd].indices.first(where: { isTag(in: bytes, at: $0) }) { return tag }
        if wordEnd < lineEnd { return wordEnd }
        // In e-mails a long link continues on the next line.
        while let next = nextPart(in: bytes, from: lineEnd) { lineEnd = next }
        return lineEnd
    }

    /// The end of a link in brackets: the closing one, if at most punctuation follows it.
    private static func bodyEnd(in link: ArraySlice<UInt8>, after sign: UInt8) -> Int {
        let brackets = Array("()[]<>".utf8)
        guard let opening = brackets.firstIndex(of: sign), opening % 2 == 0,
            let last = link.lastIndex(where: { !".,;:!?".utf8.contains($0) }), link[last] == brackets[opening + 1]
        else { return link.endIndex }
        return last
    }

    /// The next end of line, end of word and encoded character after a position. Results are cached, because a line may
    /// contain a link every few bytes.
    private struct LinkEnds {
        private let bytes: [UInt8]
        /// Found from the first number on; valid for positions up to the second.
        private var foundLine = (from: 0, end: -1)
        private var foundWord = (from: 0, end: -1)
        private var foundCode = (from: 0, end: -1)

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        mutating func line(from start: Int) -> Int {
            if start > foundLine.end || start < foundLine.from {
                foundLine = (start, endOfLine(in: bytes, from: start))
            }
            return foundLine.end
        }

        mutating func word(from start: Int) -> Int {
            if start > foundWord.end || start < foundWord.from { foundWord = (start, endOfWord(in: bytes[start...])) }
            return foundWord.end
        }

        mutating func code(from start: Int) -> Int {
            if start > foundCode.end || start < foundCode.from { foundCode = (start, firstCode(in: bytes[start...])) }
            return foundCode.end
        }
    }

    private static func endOfLine(in bytes: [UInt8], from start: Int) -> Int {
        bytes[start...].indices.first { index in
            if bytes[index] == 10 || bytes[index] == 13 { return true }
            // As escaped in JSON.
            guard bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count else { return false }
            return bytes[index + 1] == UInt8(ascii: "n") || bytes[index + 1] == UInt8(ascii: "r")
        } ?? bytes.count
    }

    private static func endOfWord(in line: ArraySlice<UInt8>) -> Int {
        line.firstIndex { $0 == 32 || $0 == 9 || $0 == UInt8(ascii: "\"") } ?? line.endIndex
    }

    /// The end of the next line if the whole line continues a link that filled the line before: one word of link
    /// characters that is not a link itself.
    private static func nextPart(in bytes: [UInt8], from lineEnd: Int) -> Int? {
        guard lineEnd < bytes.count else { return nil }
        let isPair = bytes[lineEnd] == 13 && lineEnd + 1 < bytes.count && bytes[lineEnd + 1] == 10
        let start = lineEnd + (isPair ? 2 : 1)
        let end = endOfLine(in: bytes, from: start)
        let line = bytes[start..<end]
        guard endOfWord(in: line) == end, firstCode(in: line) < end || line.contains(UInt8(ascii: "=")),
            !line.contains(UInt8(ascii: "<")),
            !line.indices.contains(where: { bodyStart(in: bytes, at: $0) != nil })
        else { return nil }
        return end
    }

    /// Music may also contain `<`, before words for players.
    private static func isTag(in bytes: [UInt8], at index: Int) -> Bool {
        guard bytes[index] == UInt8(ascii: "<") else { return false }
        let tag = bytes[(index + 1)...].prefix(12)
        let name = tag.dropFirst(tag.first == UInt8(ascii: "/") ? 1 : 0).prefix {
            isLetter($0) || $0.hexDigitValue.map { $0 < 10 } ?? false
        }
        guard let behind = tag[name.endIndex...].first, [32, UInt8(ascii: ">"), UInt8(ascii: "/")].contains(behind)
        else { return false }
        return tags.contains { isSameWord($0, String(decoding: name, as: UTF8.self)) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    /// Tags that may follow a link written as text in a page.
    private static let tags = [
        "a", "b", "br", "body", "code", "div", "dd", "em", "h1", "h2", "h3", "h4", "i", "li", "ol", "p", "pre", "span",
        "strong", "td",
        "tr", "ul",
    ]

    /// The original link, without HTML entities, JSON escapes and line breaks.
    private static func unwrapped(_ link: ArraySlice<UInt8>) -> [UInt8] {
        Entities.resolved(JSONEscapes.resolved(link)[...]).filter { ![9, 10, 13].contains($0) }
    }

    /// The position of the first percent-encoded character.
    private static func firstCode(in bytes: ArraySlice<UInt8>) -> Int {
        bytes.indices.first { PercentEncoding.byte(at: $0, in: bytes) != nil } ?? bytes.endIndex
    }

    // MARK: Songs

    private static func read(_ link: [UInt8], into book: inout TuneBook) {
        var body = link[...]
        // A link inside another link is encoded again, including its equals signs.
        for _ in 0..<3 where !body.contains(UInt8(ascii: "=")) { body = PercentEncoding.decoded(body)[...] }
        let fields = body.split(separator: UInt8(ascii: "="), omittingEmptySubsequences: false)
        var start = 0
        while start < fields.count {
            guard let music = fields[start...].firstIndex(where: { isHidden($0) }) else { break }
            guard book.tunes.count < maximumTunes else { return book.problems.append(tooManyTunes) }
            readHidden(Array(fields[start..<music]), music: fields[music], into: &book)
            start = readRest(behind: music, of: fields, into: &book)
        }
        readPlain(Array(fields[start...]), into: &book)
    }

    /// Some programs encode every character, including the prefix of scrambled music.
    private static func isHidden(_ field: ArraySlice<UInt8>) -> Bool {
        // An encoded character takes three bytes.
        PercentEncoding.decoded(field.prefix(3 * Scramble.prefix.utf8.count)).starts(with: Scramble.prefix.utf8)
    }

    /// Reads the fields after the music: groove, tempo and choruses, then two further equals signs before the next
    /// song.
    /// - Returns: the beginning of the next song.
    private static func readRest(
        behind music: Int, of fields: [ArraySlice<UInt8>], into book: inout TuneBook
    ) -> Int {
        let rest = fields[(music + 1)...].prefix(3).map { text($0) }
        let tune = book.tunes.count - 1
        // The text around a link may directly follow its last number: a bracket, a comma, or [/url].
        let isLast = music + 4 == fields.count
        guard rest.count == 3, let tempo = wholeNumber(rest[1].bytes[...]),
            let choruses = wholeNumber(rest[2].bytes.prefix { !isLast || 48...57 ~= $0 })
        else {
            // Without them, the next song follows the next two empty fields.
            let next = fields.indices.dropFirst(music + 3).first { fields[$0 - 1].isEmpty && fields[$0 - 2].isEmpty }
            return next ?? fields.count
        }
        book.tunes[tune].groove = rest[0]
        book.tunes[tune].tempo = tempo > 0 ? tempo : nil
        book.tunes[tune].choruses = choruses > 0 ? choruses : nil
        var next = music + 4
        // The two between “===”.
        for _ in 0..<2 where next < fields.count && fields[next].isEmpty { next += 1 }
        return next
    }

    /// Reads an irealb song: title, composer, an empty field, style, key, transposition, music. Edited links may lack a
    /// field, so the last fields are counted from the music.
    private static func readHidden(
        _ fields: [ArraySlice<UInt8>], music: ArraySlice<UInt8>, into book: inout TuneBook
    ) {
        var head = fields.map { text($0) }
        // The number before the music is a display transposition; the music is in its own key. Old links have an n.
        if let last = head.last, last.isEmpty || last == "n" || isTransposition(last) { head.removeLast() }
        let key = head.count > 1 ? head.removeLast() : ""
        let style = head.count > 1 ? head.removeLast() : ""
        let hidden = isHidden(music)
        let scalars = signs(of: music, behind: hidden ? Scramble.prefix.utf8.count : 0, into: &book)
        add(
            title: head.first ?? "", composer: head.count > 1 ? head[1] : "", style: style, key: key,
            music: Scramble.lengthened(hidden ? Scramble.turned(scalars) : scalars), into: &book)
    }

    /// The maximum size of a song's music in bytes. The longest shared songs have about four thousand.
    static let maximumMusicLength = 60_000

    private static func signs(
        of music: ArraySlice<UInt8>, behind mark: Int, into book: inout TuneBook
    ) -> [Unicode.Scalar] {
        if music.count > maximumMusicLength, book.problems.count < maximumTunes {
            book.problems.append(
                TuneProblem(
                    tune: book.tunes.count,
                    "The music is longer than \(maximumMusicLength) bytes. The rest was left out."))
        }
        let signs = PercentEncoding.decoded(music.prefix(maximumMusicLength)).dropFirst(mark)
        return String(decoding: signs, as: UTF8.self).withoutInvisible.scalars
    }

    /// In semitones, up or down.
    private static func isTransposition(_ text: String) -> Bool {
        wholeNumber(text.bytes.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }) != nil
    }

    /// Reads irealbook songs: title, composer, style, key, `n`, music, repeated; or the name of a playlist.
    private static func readPlain(_ fields: [ArraySlice<UInt8>], into book: inout TuneBook) {
        var start = 0
        while start + 6 <= fields.count {
            // Songs may be separated as in irealb.
            while start + 6 < fields.count, fields[start].isEmpty { start += 1 }
            guard start + 6 <= fields.count else { break }
            guard book.tunes.count < maximumTunes else { return book.problems.append(tooManyTunes) }
            let head = fields[start..<start + 5].map { text($0) }
            if start + 6 < fields.count, head[2].isEmpty, (try? Key(head[4])) != nil {
                // The order of irealb, but not scrambled.
                readHidden(Array(fields[start..<start + 6]), music: fields[start + 6], into: &book)
                start = readRest(behind: start + 6, of: fields, into: &book)
                continue
            }
            let scalars = signs(of: fields[start + 5], behind: 0, into: &book)
            add(
                title: head[0], composer: head[1], style: head[2], key: head[3], music: Scramble.lengthened(scalars),
                into: &book)
            start += 6
        }
        let rest = fields[min(start, fields.count)...].map { text($0) }.filter { !$0.isEmpty }
        if rest.isEmpty { return }
        if rest.count == 1, !book.tunes.isEmpty {
            book.name = rest[0]
        } else {
            book.problems.append(TuneProblem("“\(rest[0])” is not a song: none of its \(rest.count) fields has music."))
        }
    }

    private static func text(_ field: ArraySlice<UInt8>) -> String {
        tidied(String(decoding: PercentEncoding.decoded(field), as: UTF8.self))
    }

    private static func add(
        title: String, composer: String, style: String, key: String, music: [Unicode.Scalar], into book: inout TuneBook
    ) {
        let read = IRealMusic(music)
        var tune = Tune()
        tune.title = withArticleInFront(title)
        tune.composer = turned(composer)
        tune.style = style
        tune.meter = read.firstMeter ?? .common
        tune.sections = read.sections
        let index = book.tunes.count
        if !key.isEmpty {
            tune.key = try? Key(key)
            if tune.key == nil { book.problems.append(TuneProblem(tune: index, "“\(key)” is not a key.")) }
        }
        for var problem in read.problems {
            problem.tune = index
            book.problems.append(problem)
        }
        if read.sections.isEmpty { book.problems.append(TuneProblem(tune: index, "This tune has no music.")) }
        book.tunes.append(tune)
    }

    /// “Masquerade, The” is “The Masquerade”.
    private static func withArticleInFront(_ title: String) -> String {
        for article in ["The", "A", "An"] where title.hasSuffix(", " + article) {
            return tidied(article + " " + String(title.dropLast(article.count + 2)))
        }
        return title
    }

    /// Swaps two names. The format writes the family name first; applying it again restores the order.
    static func turned(_ composer: String) -> String {
        let names = composer.parts(at: " ")
        return names.count == 2 ? names[1] + " " + names[0] : composer
    }
}
