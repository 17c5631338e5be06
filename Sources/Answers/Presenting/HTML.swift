/// Markup in the making. Text and attribute values are escaped as they go in, so no view can forget it.
package struct HTML {
    /// UTF-8.
    private var bytes: [UInt8] = []
    private var parts: [Part] = []
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

    /// An element with attributes and children; `nil` leaves an attribute out, the empty string writes it bare.
    /// - Parameter tag: the name, and attributes that are always the same, as in a start tag but with single quotes:
    ///   `p class='place'`. Written so, they cost the engine no code.
    package mutating func element(
        _ tag: StaticString, _ attributes: [(StaticString, String?)] = [], _ children: (inout HTML) -> Void = { _ in }
    ) {
        open(tag, attributes)
        children(&self)
        close(tag)
    }

    /// An element that holds nothing but text.
    package mutating func element(_ tag: StaticString, _ attributes: [(StaticString, String?)] = [], text content: String) {
        open(tag, attributes)
        write(content)
        close(tag)
    }

    /// An element that never has an end tag: `<input>`.
    package mutating func void(_ tag: StaticString, _ attributes: [(StaticString, String?)] = []) {
        open(tag, attributes)
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
        open(tag, [("id", id)] + attributes)
        let start = bytes.count
        if isKept, let earlier = earlierParts.first(where: { $0.id == id }) {
            bytes += earlierBytes[earlier.content]
        } else {
            children(&self)
        }
        parts.append(Part(id: id, isLate: isLate, content: start..<bytes.count))
        close(tag)
    }

    package mutating func write(_ content: String) {
        HTML.escape(content, into: &bytes)
    }

    private mutating func open(_ tag: StaticString, _ attributes: [(StaticString, String?)]) {
        append("<")
        let start = bytes.count
        bytes.append(contentsOf: HTML.bytes(of: tag))
        bytes.withUnsafeMutableBufferPointer { bytes in
            for index in start..<bytes.count where bytes[index] == UInt8(ascii: "'") { bytes[index] = UInt8(ascii: "\"") }
        }
        for (attribute, value) in attributes {
            guard let value else { continue }
            append(" ")
            append(attribute)
            if value.isEmpty, attribute.utf8CodeUnitCount != 5 { continue }  // an empty `value` is said
            append("=\"")
            write(value)
            append("\"")
        }
        append(">")
    }

    private mutating func close(_ tag: StaticString) {
        append("</")
        let tag = HTML.bytes(of: tag)
        var length = 0
        while length < tag.count, tag[length] != UInt8(ascii: " ") { length += 1 }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: tag[..<length]))
        append(">")
    }

    private mutating func append(_ text: StaticString) {
        bytes.append(contentsOf: HTML.bytes(of: text))
    }

    private static func bytes(of text: StaticString) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
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
