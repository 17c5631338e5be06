extension JSON {
    /// The member of an object by name; nil if there is none, or if this is not an object. The last duplicate counts.
    public subscript(name: String) -> JSON? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.0 == name }?.1
    }

    public var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    public var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    public var array: [JSON]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The names of an object's members.
    public var names: [String]? {
        if case .object(let members) = self { members.map { $0.0 } } else { nil }
    }

    public var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// The value as an integer.
    public var int: Int? {
        switch self {
        case .int(let value): value
        // 1.0 and 1e2 are integers too.
        case .decimal: number.flatMap { abs($0) < 1e9 && Double(Int($0)) == $0 ? Int($0) : nil }
        default: nil
        }
    }

    /// The value as a number.
    public var number: Double? {
        switch self {
        case .int(let value): Double(value)
        case .decimal(let text): JSON.number(text)
        default: nil
        }
    }

    /// Parses a JSON number, because Embedded Swift has no parser for `Double`. The result is exact up to 15 digits and
    /// exponents from −22 to 22, which is enough here.
    private static func number(_ text: String) -> Double {
        var digits = 0.0
        var exponent = 0
        var written = 0
        var isNegative = false
        var part = Part.whole
        var isExponentNegative = false
        for byte in Array(text.utf8) {
            switch byte {
            case UInt8(ascii: "-"):
                if part == .exponent { isExponentNegative = true } else { isNegative = true }
            case UInt8(ascii: "."): part = .fraction
            case UInt8(ascii: "e"), UInt8(ascii: "E"): part = .exponent
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                let digit = Int(byte - UInt8(ascii: "0"))
                if part == .exponent {
                    written = min(10 * written + digit, 100_000)
                } else if digits < 1e18 {
                    digits = 10 * digits + Double(digit)
                    if part == .fraction { exponent -= 1 }
                } else if part == .whole {
                    exponent += 1
                }
            default: break
            }
        }
        exponent += isExponentNegative ? -written : written
        var power = 1.0
        for _ in 0..<min(abs(exponent), 700) { power *= 10 }
        let value = digits == 0 ? 0 : exponent < 0 ? digits / power : digits * power
        return isNegative ? -value : value
    }

    private enum Part { case whole, fraction, exponent }
}
