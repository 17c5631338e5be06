import Harmony

/// An element with its content.
struct XMLNode {
    let name: String
    let attributes: [(name: String, value: String)]
    var text = ""
    var children: [XMLNode] = []

    subscript(attribute name: String) -> String? { attributes.first { $0.name == name }?.value }

    func child(_ name: String) -> XMLNode? { children.first { $0.name == name } }

    /// The trimmed text of a child.
    func text(of name: String) -> String? { child(name).map { tidied($0.text) } }

    func number(of name: String) -> Int? { text(of: name).flatMap { signedNumber($0) } }
}

/// A signed integer; a fraction is dropped.
func signedNumber(_ text: String) -> Int? {
    let bytes = text.bytes
    let isNegative = bytes.first == UInt8(ascii: "-")
    let digits = bytes.dropFirst(isNegative ? 1 : 0).prefix { $0 != UInt8(ascii: ".") }
    guard digits.count <= 9, !digits.isEmpty else { return nil }
    var value = 0
    for digit in digits {
        guard (48...57).contains(digit) else { return nil }
        value = 10 * value + Int(digit) - 48
    }
    return isNegative ? -value : value
}
