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

    /// The visible elements of this subtree, each with its ancestors, innermost first.
    func all(within ancestors: [HTMLElement] = []) -> [(element: HTMLElement, ancestors: [HTMLElement])] {
        guard attributes["hidden"] == nil else { return [] }
        var all = [(element: self, ancestors: ancestors)]
        for case .element(let element) in nodes { all += element.all(within: [self] + ancestors) }
        return all
    }

    func first(where predicate: (HTMLElement) -> Bool) -> HTMLElement? {
        all().first { predicate($0.element) }?.element
    }

    /// Replaces the content of the element with that id.
    mutating func put(_ content: [Node], into id: String) {
        if self["id"] == id { nodes = content }
        for (place, node) in nodes.enumerated() {
            if case .element(var element) = node {
                element.put(content, into: id)
                nodes[place] = .element(element)
            }
        }
    }
}

extension [HTMLElement.Node] {
    /// Parses HTML as the views write it: all elements except void ones are closed.
    init(html: String) {
        var rest = Substring(html)
        self = Self.read(&rest)
        precondition(rest.isEmpty, "this is closed without having been opened: \(rest.prefix(80))")
    }

    private static let empty: Set<Substring> = ["br", "img", "input", "wbr"]

    private static func read(_ rest: inout Substring) -> Self {
        var nodes: Self = []
        while !rest.isEmpty, !rest.hasPrefix("</") {
            guard rest.first == "<" else {
                let text = rest.prefix { $0 != "<" }
                rest.removeFirst(text.count)
                nodes.append(.text(plain(text)))
                continue
            }
            rest.removeFirst()
            let tag = rest.prefix { $0 != " " && $0 != ">" }
            rest.removeFirst(tag.count)
            let attributes = readAttributes(&rest)
            var element = HTMLElement(tag: String(tag), attributes: attributes, nodes: [])
            if !empty.contains(tag) {
                element.nodes = read(&rest)
                precondition(rest.hasPrefix("</\(tag)>"), "<\(tag)> is not closed: \(rest.prefix(80))")
                rest.removeFirst(tag.count + 3)
            }
            nodes.append(.element(element))
        }
        return nodes
    }

    private static func readAttributes(_ rest: inout Substring) -> [String: String] {
        var attributes: [String: String] = [:]
        while true {
            rest = rest.drop { $0 == " " }
            let name = rest.prefix { !" =>".contains($0) }
            rest.removeFirst(name.count)
            if rest.first == "=" {
                rest.removeFirst(2)
                let value = rest.prefix { $0 != "\"" }
                rest.removeFirst(value.count + 1)
                attributes[String(name)] = plain(value)
            } else if !name.isEmpty {
                attributes[String(name)] = ""
            }
            if rest.first == ">" {
                rest.removeFirst()
                return attributes
            }
        }
    }

    private static func plain(_ text: Substring) -> String {
        String(text).replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
            .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
    }
}
