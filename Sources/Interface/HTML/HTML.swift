/// Markup in the making. Text and attribute values are escaped as they go in, so no view can forget it.
struct HTML {
    private(set) var text = ""

    /// An element with attributes and children; `nil` leaves an attribute out, the empty string writes it bare.
    mutating func element(
        _ name: StaticString, _ attributes: [(StaticString, String?)] = [], _ children: (inout HTML) -> Void = { _ in }
    ) {
        open(name, attributes)
        children(&self)
        text += "</"
        text += name.description
        text += ">"
    }

    /// An element that holds nothing but text.
    mutating func element(_ name: StaticString, _ attributes: [(StaticString, String?)] = [], text content: String) {
        element(name, attributes) { $0.write(content) }
    }

    /// An element that never has an end tag: `<input>`.
    mutating func void(_ name: StaticString, _ attributes: [(StaticString, String?)]) {
        open(name, attributes)
    }

    mutating func write(_ content: String) {
        HTML.escape(content, into: &text)
    }

    private mutating func open(_ name: StaticString, _ attributes: [(StaticString, String?)]) {
        text += "<"
        text += name.description
        for (attribute, value) in attributes {
            guard let value else { continue }
            text += " "
            text += attribute.description
            if value.isEmpty, attribute.description != "value" { continue }
            text += "=\""
            HTML.escape(value, into: &text)
            text += "\""
        }
        text += ">"
    }

    static func escape(_ content: String, into text: inout String) {
        for scalar in content.unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }

    static func escape(_ content: String) -> String {
        var text = ""
        escape(content, into: &text)
        return text
    }
}
