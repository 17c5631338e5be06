import Harmony

/// Builds HTML. Text and attribute values are always escaped. Marked names in texts become elements that browsers do
/// not translate.
package struct HTML {
    /// UTF-8.
    private var bytes: [UInt8] = []
    private var parts: [Part] = []
    /// The tags of the open elements, outermost first.
    private var openTags: [UnsafePointer<UInt8>] = []
    /// The earlier content of this region.
    private var earlierBytes: [UInt8] = []
    private var earlierParts: [Part] = []

    /// - Parameter earlier: the earlier content of this region. Parts that cannot have changed are copied from it.
    package init(after earlier: HTML? = nil) {
        earlierBytes = earlier?.bytes ?? []
        earlierParts = earlier?.parts ?? []
    }

    /// The content of an element that can be replaced on its own.
    private struct Part {
        let id: String
        let isLate: Bool
        let content: Range<Int>
    }

    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Writes an element without variable attributes.
    /// - Parameter tag: the name and constant attributes, as in a start tag but with single quotes: `p class='place'`.
    package mutating func element(_ tag: StaticString, _ children: (inout HTML) -> Void = { _ in }) {
        open(tag.utf8Start)
        children(&self)
        close()
    }

    /// Writes an element without variable attributes that contains text alone.
    package mutating func element(_ tag: StaticString, text content: consuming String) {
        element(tag.utf8Start, text: content)
    }

    /// Writes an element that has no end tag: `<input>`.
    package mutating func void(_ tag: StaticString) {
        open(tag.utf8Start)
        closeVoid()
    }

    /// Writes an element with variable attributes. `nil` leaves an attribute out, and the empty string writes the name
    /// alone.
    ///
    /// HTML+Values.swift has variants with up to eight values in the tag, which take far less code at the call site.
    package mutating func element(
        _ tag: StaticString, _ attributes: [(StaticString, String?)], _ children: (inout HTML) -> Void = { _ in }
    ) {
        open(tag.utf8Start, attributes)
        children(&self)
        close()
    }

    package mutating func element(
        _ tag: StaticString, _ attributes: [(StaticString, String?)], text content: consuming String
    ) {
        open(tag.utf8Start, attributes)
        write(content)
        close()
    }

    package mutating func void(_ tag: StaticString, _ attributes: [(StaticString, String?)]) {
        open(tag.utf8Start, attributes)
        closeVoid()
    }

    /// Writes an element whose content is sent to the host on its own if nothing around it has changed. Most actions
    /// change little of a large screen. Parts are not nested.
    /// - Parameters:
    ///   - isLate: whether it is so large that the rest should be painted first.
    ///   - isKept: whether the content is known to be unchanged.
    package mutating func part(
        _ tag: StaticString, id: String, isLate: Bool = false, isKept: Bool = false,
        _ attributes: [(StaticString, String?)] = [], _ children: (inout HTML) -> Void
    ) {
        let start = openPart(tag.utf8Start, id, attributes)
        if !isKept || !keep(id) { children(&self) }
        closePart(id, isLate: isLate, from: start)
    }

    /// - Returns: where the content starts.
    @inline(never)
    private mutating func openPart(
        _ tag: UnsafePointer<UInt8>, _ id: String, _ attributes: [(StaticString, String?)]
    ) -> Int {
        open(tag, [("id", id)] + attributes)
        return bytes.count
    }

    /// Copies a part from the earlier content.
    /// - Returns: whether the earlier content has this part.
    @inline(never)
    private mutating func keep(_ id: String) -> Bool {
        guard let earlier = earlierParts.first(where: { $0.id == id }) else { return false }
        bytes += earlierBytes[earlier.content]
        return true
    }

    @inline(never)
    private mutating func closePart(_ id: String, isLate: Bool, from start: Int) {
        parts.append(Part(id: id, isLate: isLate, content: start..<bytes.count))
        close()
    }

    @inline(never)
    package mutating func write(_ content: consuming String) {
        HTML.escape(content, into: &bytes, showsMarks: true)
    }

    // MARK: Tags

    // Views call these about a thousand times. They are therefore never inlined and have few parameters: a tag is the
    // pointer to a literal, which ends with a zero.

    @inline(never)
    mutating func element(_ tag: UnsafePointer<UInt8>, text content: consuming String) {
        open(tag)
        write(content)
        close()
    }

    @inline(never)
    mutating func open(_ tag: UnsafePointer<UInt8>) {
        _ = begin(tag)
        append(">")
    }

    @inline(never)
    private mutating func open(_ tag: UnsafePointer<UInt8>, _ attributes: [(StaticString, String?)]) {
        _ = begin(tag)
        for (name, value) in attributes {
            bytes.append(UInt8(ascii: " "))
            bytes.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
            bytes.append(UInt8(ascii: "="))
            write(attribute: value)
        }
        append(">")
    }

    @inline(never)
    mutating func close() {
        append("</")
        let tag = openTags.removeLast()
        var end = tag
        while end.pointee != 0, end.pointee != UInt8(ascii: " ") { end += 1 }
        append(tag, upTo: end)
        append(">")
    }

    @inline(never)
    mutating func closeVoid() { openTags.removeLast() }

    /// Writes a tag up to its first placeholder.
    /// - Returns: the rest of the tag.
    mutating func begin(_ tag: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
        openTags.append(tag)
        append("<")
        var rest = tag
        copy(&rest)
        return rest
    }

    /// Writes the value of the next placeholder, and the tag up to the one after it.
    @inline(never)
    mutating func fill(_ rest: inout UnsafePointer<UInt8>, _ value: String?) {
        write(attribute: value)
        rest += 1
        copy(&rest)
    }

    /// Writes a tag up to its end or the next placeholder: a question mark outside quotes.
    private mutating func copy(_ rest: inout UnsafePointer<UInt8>) {
        var isQuoted = false
        var start = rest
        while rest.pointee != 0, isQuoted || rest.pointee != UInt8(ascii: "?") {
            if rest.pointee == UInt8(ascii: "'") {
                isQuoted.toggle()
                append(start, upTo: rest)
                append("\"")
                start = rest + 1
            }
            rest += 1
        }
        append(start, upTo: rest)
    }

    /// Writes the value of an attribute after its name and `=`. An attribute without a value is removed. An empty one
    /// stays as its name alone, except `value`, whose empty value has a meaning.
    private mutating func write(attribute value: String?) {
        guard let value else {
            let start = bytes.lastIndex(of: UInt8(ascii: " ")) ?? bytes.endIndex
            bytes.removeSubrange(start...)
            return
        }
        if value.isEmpty, bytes.suffix(6) != "value=".bytes[...] {
            bytes.removeLast()
            return
        }
        append("\"")
        HTML.escape(value, into: &bytes)
        append("\"")
    }

    mutating func append(_ text: StaticString) { HTML.append(text, to: &bytes) }

    private static func append(_ text: StaticString, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    private mutating func append(_ start: UnsafePointer<UInt8>, upTo end: UnsafePointer<UInt8>) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: end - start))
    }

    /// - Parameter showsMarks: whether marked names become elements. Otherwise the marks are left out.
    private static func escape(_ content: consuming String, into bytes: inout [UInt8], showsMarks: Bool = false) {
        var content = content
        // Names may contain names. Marks that come from elsewhere may have no counterpart.
        var depth = 0
        content.withUTF8 { utf8 in
            // The first byte that is not written yet.
            var start = 0
            for index in utf8.indices {
                let replacement: StaticString
                switch utf8[index] {
                case Notation.nameStart:
                    replacement = depth == 0 && showsMarks ? "<span translate=\"no\">" : ""
                    depth += 1
                case Notation.nameEnd:
                    replacement = depth == 1 && showsMarks ? "</span>" : ""
                    depth = max(depth - 1, 0)
                case UInt8(ascii: "&"): replacement = "&amp;"
                case UInt8(ascii: "<"): replacement = "&lt;"
                case UInt8(ascii: ">"): replacement = "&gt;"
                case UInt8(ascii: "\""): replacement = "&quot;"
                default: continue
                }
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<index]))
                append(replacement, to: &bytes)
                start = index + 1
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start...]))
        }
        if depth > 0, showsMarks { append("</span>", to: &bytes) }
    }

    package static func escape(_ content: String) -> String {
        var bytes: [UInt8] = []
        escape(content, into: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The replacements that turn `earlier` into this: some parts, or the whole content of the element `whole`.
    package func changes(from earlier: HTML?, whole: String) -> [Region] {
        guard let earlier, let changed = changedParts(since: earlier) else { return [Region(id: whole, html: text)] }
        return changed
    }

    /// - Returns: nil if something around the parts has changed.
    private func changedParts(since earlier: HTML) -> [Region]? {
        guard parts.count == earlier.parts.count else { return nil }
        var changed: [Region] = []
        var end = 0
        var earlierEnd = 0
        for (part, earlierPart) in zip(parts, earlier.parts) {
            let around = bytes[end..<part.content.lowerBound]
            guard around == earlier.bytes[earlierEnd..<earlierPart.content.lowerBound] else { return nil }
            let content = bytes[part.content]
            if content != earlier.bytes[earlierPart.content] {
                changed.append(Region(id: part.id, html: String(decoding: content, as: UTF8.self), isLate: part.isLate))
            }
            end = part.content.upperBound
            earlierEnd = earlierPart.content.upperBound
        }
        return bytes[end...] == earlier.bytes[earlierEnd...] ? changed : nil
    }
}

/// The new content of an element.
package struct Region: Sendable, Hashable {
    /// The id of the element.
    package let id: String
    package let html: String
    /// Whether the rest should be painted first.
    package var isLate = false
}
