import Harmony

/// One chord of a harmony element: a root, its kind, and what changes it. A polychord has several.
struct HarmonyGroup {
    let elements: ArraySlice<XMLNode>
    let kind: XMLNode?
    /// The name of the kind; empty without one.
    let kindName: String
    /// The displayed text.
    let shown: String
    /// A Roman numeral, or a degree as in Nashville.
    let function: String?
    /// Whether the kind is that of no chord.
    let isNone: Bool

    private init(_ elements: ArraySlice<XMLNode>) {
        self.elements = elements
        kind = elements.first { $0.name == "kind" }
        kindName = tidied(kind?.text ?? "")
        shown = tidied(kind?[attribute: "text"] ?? "")
        function = elements.first { $0.name == "function" }.map { tidied($0.text) }
        isNone = isSameWord(kindName, "none")
    }

    /// The chords of a harmony element. Each begins with its root, or the first one with its kind.
    static func all(in harmony: XMLNode) -> [HarmonyGroup] {
        var groups: [HarmonyGroup] = []
        var children = harmony.children[...]
        func isRoot(_ node: XMLNode) -> Bool { ["root", "numeral", "function"].contains(node.name) }
        while let index = children.firstIndex(where: { isRoot($0) || $0.name == "kind" }) {
            let start = isRoot(children[index]) ? index + 1 : index
            let next = children[start...].firstIndex { isRoot($0) } ?? children.endIndex
            groups.append(HarmonyGroup(children[index..<next]))
            children = children[next...]
        }
        return groups
    }

    func first(_ name: String) -> XMLNode? { elements.first { $0.name == name } }

    /// Whether the text or the numeral says what it is, not the kind.
    var hasNoKind: Bool { isNone || kindName.isEmpty && function != nil }

    /// Whether the text may follow a numeral.
    var isSuffix: Bool { shown.isEmpty || HarmonyKinds.suffix(shown) != nil }

    /// What is displayed. The root of no chord is not.
    func displayed(on root: NoteName?) -> String {
        let note = isNone ? "" : root.map { ASCIISymbol.text(of: $0.text) } ?? ""
        return note + (!shown.isEmpty ? shown : note.isEmpty ? function ?? kindName : kindName)
    }
}
