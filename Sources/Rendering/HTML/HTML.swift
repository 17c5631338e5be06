/// Markup in the making. Text and attribute values are escaped as they go in, so no view can forget it.
package struct HTML {
    /// UTF-8.
    private var bytes: [UInt8] = []
    private var parts: [Part] = []
    /// The tags of the elements that are open, outermost first.
    private var openTags: [UnsafePointer<UInt8>] = []
    /// What was written last in this place.
    private var earlierBytes: [UInt8] = []
    private var earlierParts: [Part] = []

    /// - Parameter earlier: what was written last in this place, from which parts that cannot have changed are taken.
    package init(after earlier: HTML? = nil) {
        earlierBytes = earlier?.bytes ?? []
        earlierParts = earlier?.parts ?? []
    }

    /// The content of an element that can be replaced by itself.
    private struct Part {
        let id: String
        let isLate: Bool
        let content: Range<Int>
    }

    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// An element without variable attributes.
    /// - Parameter tag: the name, and attributes that are always the same, as in a start tag but with single quotes:
    ///   `p class='place'`.
    package mutating func element(_ tag: StaticString, _ children: (inout HTML) -> Void = { _ in }) {
        open(tag.utf8Start)
        children(&self)
        close()
    }

    /// An element without variable attributes that holds nothing but text.
    package mutating func element(_ tag: StaticString, text content: String) {
        element(tag.utf8Start, text: content)
    }

    /// An element that never has an end tag: `<input>`.
    package mutating func void(_ tag: StaticString) {
        open(tag.utf8Start)
        closeVoid()
    }

    /// An element whose attributes depend on something; `nil` leaves an attribute out, the empty string writes it bare.
    ///
    /// HTML+Values.swift has the same with up to eight values in the tag, which takes far less code where it is called.
    package mutating func element(
        _ tag: StaticString, _ attributes: [(StaticString, String?)], _ children: (inout HTML) -> Void = { _ in }
    ) {
        open(tag.utf8Start, attributes)
        children(&self)
        close()
    }

    package mutating func element(_ tag: StaticString, _ attributes: [(StaticString, String?)], text content: String) {
        open(tag.utf8Start, attributes)
        write(content)
        close()
    }

    package mutating func void(_ tag: StaticString, _ attributes: [(StaticString, String?)]) {
        open(tag.utf8Start, attributes)
        closeVoid()
    }

    /// An element whose content is handed to the host by itself where nothing around it has changed: most of what people
    /// do changes little of a large screen. Parts do not lie in each other.
    /// - Parameters:
    ///   - isLate: whether it is so large that what stands beside it should be seen first.
    ///   - isKept: whether it is known to be as it was written last.
    package mutating func part(
        _ tag: StaticString, id: String, isLate: Bool = false, isKept: Bool = false,
        _ attributes: [(StaticString, String?)] = [], _ children: (inout HTML) -> Void
    ) {
        open(tag.utf8Start, [("id", id)] + attributes)
        let start = bytes.count
        if !isKept || !keep(id) { children(&self) }
        closePart(id, isLate: isLate, from: start)
    }

    /// Takes a part as it was written last.
    /// - Returns: whether there was one.
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
    package mutating func write(_ content: String) {
        HTML.escape(content, into: &bytes)
    }

    // MARK: Tags

    // Views call these some thousand times, so they are never inlined and take as little as they can: a tag is the address of
    // its characters, which end with a zero as all literals do.

    @inline(never)
    mutating func element(_ tag: UnsafePointer<UInt8>, text content: String) {
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
        var character = openTags.removeLast()
        while character.pointee != 0, character.pointee != UInt8(ascii: " ") {
            bytes.append(character.pointee)
            character += 1
        }
        append(">")
    }

    @inline(never)
    mutating func closeVoid() { openTags.removeLast() }

    /// Writes a tag up to its first place for a value.
    /// - Returns: what follows there.
    mutating func begin(_ tag: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
        openTags.append(tag)
        append("<")
        var rest = tag
        copy(&rest)
        return rest
    }

    /// Writes the value of the next place, and the tag up to the place after that.
    @inline(never)
    mutating func fill(_ rest: inout UnsafePointer<UInt8>, _ value: String?) {
        write(attribute: value)
        rest += 1
        copy(&rest)
    }

    /// Writes a tag up to its end or the next place for a value: a question mark that is not between quotes.
    private mutating func copy(_ rest: inout UnsafePointer<UInt8>) {
        var isQuoted = false
        while rest.pointee != 0 {
            var character = rest.pointee
            if character == UInt8(ascii: "?"), !isQuoted { return }
            if character == UInt8(ascii: "'") {
                isQuoted.toggle()
                character = UInt8(ascii: "\"")
            }
            bytes.append(character)
            rest += 1
        }
    }

    /// Writes the value of an attribute behind its name and `=`. One without a value is taken away; an empty one stays as its
    /// name alone, except `value`, whose empty value has a meaning.
    private mutating func write(attribute value: String?) {
        guard let value else {
            let start = bytes.lastIndex(of: UInt8(ascii: " ")) ?? bytes.endIndex
            bytes.removeSubrange(start...)
            return
        }
        if value.isEmpty, !bytes.suffix(6).elementsEqual("value=".utf8) {
            bytes.removeLast()
            return
        }
        append("\"")
        write(value)
        append("\"")
    }

    mutating func append(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    private static func escape(_ content: String, into bytes: inout [UInt8]) {
        var content = content
        content.withUTF8 { utf8 in
            for byte in utf8 {
                switch byte {
                case UInt8(ascii: "&"): bytes += "&amp;".utf8
                case UInt8(ascii: "<"): bytes += "&lt;".utf8
                case UInt8(ascii: ">"): bytes += "&gt;".utf8
                case UInt8(ascii: "\""): bytes += "&quot;".utf8
                default: bytes.append(byte)
                }
            }
        }
    }

    package static func escape(_ content: String) -> String {
        var bytes: [UInt8] = []
        escape(content, into: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// What has to be replaced to come from `earlier` to here: some parts, or all, which is the content of the element
    /// `whole`.
    package func changes(from earlier: HTML?, whole: String) -> [Region] {
        guard let earlier, let changed = changedParts(since: earlier) else { return [Region(id: whole, html: text)] }
        return changed
    }

    /// - Returns: nil where something around the parts has changed.
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

/// New content for an element.
package struct Region: Sendable, Hashable {
    /// The id of the element whose content it is.
    package let id: String
    package let html: String
    /// Whether the rest may be painted first.
    package var isLate = false
}
