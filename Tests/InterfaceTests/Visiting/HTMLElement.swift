import Foundation

/// An element of the page, parsed from the engine's HTML.
struct HTMLElement {
    enum Node {
        case text(String)
        case element(HTMLElement)
    }

    let tag: String
    let attributes: [String: String]
    var nodes: [Node]

    subscript(name: String) -> String? { attributes[name] }

    /// The visible text.
    var text: String {
        nodes.map { node in
            switch node {
            case .text(let text): text
            case .element(let element): element["aria-hidden"] == "true" ? "" : element.text
            }
        }.joined()
    }

    /// The accessible name, except of fields, which have labels.
    var name: String { self["aria-label"] ?? text }

    var classes: [Substring] { (self["class"] ?? "").split(separator: " ") }

    typealias Place = (element: HTMLElement, ancestors: [HTMLElement])

    /// The visible elements of this subtree, each with its ancestors, innermost first.
    func all() -> [Place] {
        var all: [Place] = []
        add(to: &all, within: [])
        return all
    }

    private func add(to all: inout [Place], within ancestors: [HTMLElement]) {
        guard attributes["hidden"] == nil else { return }
        all.append((self, ancestors))
        let around = [self] + ancestors
        for case .element(let element) in nodes { element.add(to: &all, within: around) }
    }

    /// The first visible element of this subtree that satisfies the predicate.
    func first(where predicate: (HTMLElement) -> Bool) -> HTMLElement? {
        guard attributes["hidden"] == nil else { return nil }
        if predicate(self) { return self }
        for case .element(let element) in nodes {
            if let found = element.first(where: predicate) { return found }
        }
        return nil
    }

    /// Replaces the content of the element with that id.
    /// - Returns: whether it is in this subtree.
    @discardableResult
    mutating func put(_ content: [Node], into id: String) -> Bool {
        if self["id"] == id {
            nodes = content
            return true
        }
        for (place, node) in nodes.enumerated() {
            guard case .element(var element) = node, element.put(content, into: id) else { continue }
            nodes[place] = .element(element)
            return true
        }
        return false
    }
}

extension [HTMLElement.Node] {
    /// Parses HTML as the views write it: all elements except void ones are closed.
    init(html: String) {
        self = html.withCString { start in
            var reader = HTMLReader(next: start)
            let nodes = reader.nodes()
            precondition(reader.isAtEnd, "this is closed without having been opened: \(reader.context)")
            return nodes
        }
    }
}

/// Reads a text that ends with a NUL. C's functions search it, since these tests are compiled without optimization.
private struct HTMLReader {
    private var next: UnsafePointer<CChar>

    private static let void: Set = ["br", "img", "input", "wbr"]

    init(next: UnsafePointer<CChar>) { self.next = next }

    var isAtEnd: Bool { next.pointee == 0 }

    /// What follows, for messages.
    var context: Substring { String(cString: next).prefix(80) }

    /// Reads until the end of the element that contains these nodes.
    mutating func nodes() -> [HTMLElement.Node] {
        var nodes: [HTMLElement.Node] = []
        while !isAtEnd, !follows("</") {
            guard skip("<") else {
                nodes.append(.text(text(until: "<")))
                continue
            }
            let tag = text(until: " >")
            var element = HTMLElement(tag: tag, attributes: attributes(), nodes: [])
            if !Self.void.contains(tag) {
                element.nodes = self.nodes()
                precondition(skip("</" + tag + ">"), "<\(tag)> is not closed: \(context)")
            }
            nodes.append(.element(element))
        }
        return nodes
    }

    private mutating func attributes() -> [String: String] {
        var attributes: [String: String] = [:]
        while !skip(">") {
            if skip(" ") { continue }
            let name = text(until: " =>")
            precondition(!name.isEmpty, "an attribute has no name: \(context)")
            attributes[name] = skip("=\"") ? text(until: "\"") : ""
            _ = skip("\"")
        }
        return attributes
    }

    private func follows(_ text: String) -> Bool { strncmp(next, text, text.utf8.count) == 0 }

    private mutating func skip(_ text: String) -> Bool {
        guard follows(text) else { return false }
        next += text.utf8.count
        return true
    }

    /// The text before the first of these characters, or before the end.
    private mutating func text(until ends: String) -> String {
        let count = strcspn(next, ends)
        defer { next += count }
        let text = String(decoding: UnsafeRawBufferPointer(start: next, count: count), as: UTF8.self)
        guard memchr(next, Int32(UInt8(ascii: "&")), count) != nil else { return text }
        return text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
            .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
    }
}
