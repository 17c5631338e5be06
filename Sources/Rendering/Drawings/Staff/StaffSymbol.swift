/// The typesetting of a chord symbol above a staff. Text in parentheses is smaller and raised.
struct StaffSymbol {
    struct Part {
        var text: String
        let isRaised: Bool
    }

    private(set) var parts: [Part] = []

    init(_ symbol: String) {
        var part = Part(text: "", isRaised: false)
        for scalar in symbol.unicodeScalars {
            if scalar == "(" {
                if !part.text.isEmpty { parts.append(part) }
                part = Part(text: "", isRaised: true)
            }
            part.text.unicodeScalars.append(scalar)
            if scalar == ")" {
                parts.append(part)
                part = Part(text: "", isRaised: false)
            }
        }
        if !part.text.isEmpty { parts.append(part) }
    }

    static let raisedSize = 12
    static let raise = 5

    /// The approximate width in sans-serif, in which letters and digits are a little more than half as wide as high.
    var width: Int {
        parts.reduce(0) {
            $0 + $1.text.unicodeScalars.count * ($1.isRaised ? StaffSymbol.raisedSize : StaffLayout.symbolSize) * 3 / 5
        }
    }
}
