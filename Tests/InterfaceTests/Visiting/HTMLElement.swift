/// A part of the page, read from the HTML that the engine wrote.
struct HTMLElement {
    enum Node {
        case text(String)
        case element(HTMLElement)
    }

    let tag: String
    let attributes: [String: String]
    var nodes: [Node]

    subscript(name: String) -> String? { attributes[name] }

    /// What is read on it.
    var text: String {
        nodes.map { node in
            switch node {
            case .text(let text): text
            case .element(let element): element["aria-hidden"] == "true" ? "" : element.text
            }
        }.joined()
    }

    /// What a screen reader calls it, but for fields, which are called by their labels.
    var name: String { self["aria-label"] ?? text }

    var classes: [Substring] { (self["class"] ?? "").split(separator: " ") }

    /// It and all that is in it, as far as it is to be seen, each with what it stands in, the innermost first.
    func all(within frames: [HTMLElement] = []) -> [(element: HTMLElement, frames: [HTMLElement])] {
        guard attributes["hidden"] == nil else { return [] }
        var all = [(element: self, frames: frames)]
        for case .element(let element) in nodes { all += element.all(within: [self] + frames) }
        return all
    }

    func first(where isMeant: (HTMLElement) -> Bool) -> HTMLElement? { all().first { isMeant($0.element) }?.element }

    /// Puts other content into the element of that identity.
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
    /// Reads HTML as our views write it: every element is closed, but for those that have no content.
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
