import Harmony

/// What the address says: the shareable part of the state, readable by people.
///
/// Accidentals are written ♯ and ♭ so that no `#` needs escaping; where a symbol has a slash or a space, the address has
/// `⁄` and a comma, which the reader of symbols takes just as well.
public struct Route: Sendable, Hashable {
    /// Symbols as they stand in the address, perhaps unreadable; nil where none is chosen.
    public var lower: String?
    public var upper: String?

    public init(lower: String? = nil, upper: String? = nil) {
        self.lower = lower
        self.upper = upper
    }

    /// Stands for a chord that is not chosen while the other is.
    private static let absent = "_"

    /// Reads an address such as `/combine/Cma7/D`.
    /// - Returns: nil where no screen lives at this address.
    public init?(path: String) {
        let parts = path.split(separator: "/").map(String.init)
        guard !parts.isEmpty else {
            self.init()
            return
        }
        guard parts[0] == "combine", parts.count <= 3 else { return nil }
        func symbol(_ index: Int) -> String? {
            index < parts.count && parts[index] != Route.absent ? parts[index] : nil
        }
        self.init(lower: symbol(1), upper: symbol(2))
    }

    /// The address as a path, not percent-encoded.
    public var path: String {
        switch (lower, upper) {
        case (nil, nil): "/"
        case (let lower?, nil): "/combine/" + lower
        case (let lower, let upper?): "/combine/" + (lower ?? Route.absent) + "/" + upper
        }
    }

    /// A chord as it is written in addresses and in fields: precise, but a major triad by its root alone.
    static func symbol(for chord: Chord) -> String {
        let name = chord.type.suffix == "ma" ? chord.shortName : chord.name
        var symbol = ""
        for scalar in name.unicodeScalars {
            switch scalar {
            case "/": symbol += "⁄"
            case " ": symbol += ","
            default: symbol.unicodeScalars.append(scalar)
            }
        }
        return symbol
    }
}
