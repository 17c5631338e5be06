/// An element with all that is in it.
struct XMLNode {
    let name: String
    let attributes: [(name: String, value: String)]
    var text = ""
    var children: [XMLNode] = []

    subscript(attribute name: String) -> String? { attributes.first { $0.name == name }?.value }

    func child(_ name: String) -> XMLNode? { children.first { $0.name == name } }

    /// The text of a child without spaces around it.
    func text(of name: String) -> String? { child(name).map { tidied($0.text) } }

    func number(of name: String) -> Int? { text(of: name).flatMap { signedNumber($0) } }
}

/// A whole number with its sign; what stands behind a point is left out.
func signedNumber(_ text: String) -> Int? {
    let isNegative = text.utf8.first == UInt8(ascii: "-")
    let digits = text.utf8.dropFirst(isNegative ? 1 : 0).prefix { $0 != UInt8(ascii: ".") }
    guard digits.count <= 9, !digits.isEmpty else { return nil }
    var value = 0
    for digit in digits {
        guard (48...57).contains(digit) else { return nil }
        value = 10 * value + Int(digit) - 48
    }
    return isNegative ? -value : value
}
