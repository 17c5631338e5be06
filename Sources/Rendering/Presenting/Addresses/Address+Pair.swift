import Harmony
import Input

extension Address {
    /// Two symbols as an address has them, which may be unreadable; nil for a chord that is not chosen.
    package struct Pair: Sendable, Hashable {
        package var lower: String?
        package var upper: String?

        package init() {}

        package init(lower: Chord?, upper: Chord?) {
            self.lower = lower.map(Address.symbol(for:))
            self.upper = upper.map(Address.symbol(for:))
        }

        package subscript(half: Half) -> String? {
            get { half == .lower ? lower : upper }
            set { if half == .lower { lower = newValue } else { upper = newValue } }
        }

        /// Stands for a chord that is not chosen, where the other one is.
        package static let absent = "_"
    }
}

extension Address.Pair {
    init(_ chords: Halves<Chord?>) { self.init(lower: chords.lower, upper: chords.upper) }

    init(_ chord: Chord, as half: Half) {
        self.init(lower: half == .lower ? chord : nil, upper: half == .upper ? chord : nil)
    }

    /// Reads the first two parts of a path.
    init(_ parts: ArraySlice<String>) {
        let symbols = parts.prefix(2).map { $0 == Address.Pair.absent ? nil : $0 }
        lower = symbols.count > 0 ? symbols[0] : nil
        upper = symbols.count > 1 ? symbols[1] : nil
    }

    /// `/C7/A`, `/C7`, `/_/A`, or nothing.
    var path: String {
        switch (lower, upper) {
        case (nil, nil): ""
        case (let lower?, nil): "/" + lower
        case (let lower, let upper?): "/" + (lower ?? Address.Pair.absent) + "/" + upper
        }
    }

    /// `/C7/A`, `/C7/_`, `/_/A`, or nothing.
    var pathOfBoth: String { upper == nil && lower != nil ? path + "/" + Address.Pair.absent : path }

    /// The chords of the symbols.
    func chords() throws(InputError) -> Halves<Chord?> {
        var chords = Halves<Chord?>(lower: nil, upper: nil)
        for half in Half.allCases {
            if let symbol = self[half] { chords[half] = try .parse(symbol) }
        }
        return chords
    }
}
