import Chordsets
import Harmony

/// What the address says: the shareable part of the state, readable by people.
///
/// Accidentals are written ♯ and ♭ so that no `#` needs escaping; where a symbol has a slash or a space, the address has
/// `⁄` and a comma, which the reader of symbols takes just as well; spaces in the name of a scale are `_`.
enum Route: Sendable, Hashable {
    /// The main screen: `/combine/Cma7/D`; `/` where nothing is chosen.
    case combine(Pair)
    /// The screen on which one of the two chords is chosen: `/select/lower/Cma7/D`.
    case select(Half, Pair)
    /// What two chords are together, in detail: `/details/Cma7/D`.
    case details(Pair)
    /// One chord in detail: `/chord/Cma13(♯11)`.
    case chord(String)
    /// A scale: `/scale/C/Lydian_Dominant`.
    case scale(root: String, name: String)
    /// A key on the circle of fifths: `/circle/F♯`, `/circle/Am`; `/circle` where it was left.
    case circle(String?)
    /// The companion of the LinnStrument.
    case linnStrument
    /// All chordsets.
    case chordsets
    /// A chordset as a practice sheet: `/chordsets/k3v9…`.
    case sheet(String)
    /// The editor of one of its chords, counted from 0 here and from 1 in the address: `/chordsets/k3v9…/3`.
    case lightChord(String, Int)
    /// A chordset to be played: `/chordsets/k3v9…/stage`.
    case stage(String)
    /// A chordset that is all in its address: `/chordset/AQVCbHVl…`.
    case linkedText(String)
    /// How everything works, and what the keys do.
    case help
    case settings

    /// Two symbols as they stand in the address, perhaps unreadable; nil where none is chosen.
    struct Pair: Sendable, Hashable {
        var lower: String?
        var upper: String?

        init() {}

        init(_ choices: Choices) {
            self.init(lower: choices.lower.chord, upper: choices.upper.chord)
        }

        init(lower: Chord?, upper: Chord?) {
            self.lower = lower.map(Route.symbol(for:))
            self.upper = upper.map(Route.symbol(for:))
        }

        subscript(half: Half) -> String? { half == .lower ? lower : upper }

        /// Stands for a chord that is not chosen while the other is.
        private static let absent = "_"

        init?(_ parts: ArraySlice<String>) {
            guard parts.count <= 2 else { return nil }
            let symbols = parts.map { $0 == Pair.absent ? nil : $0 }
            lower = symbols.count > 0 ? symbols[0] : nil
            upper = symbols.count > 1 ? symbols[1] : nil
        }

        var path: String {
            switch (lower, upper) {
            case (nil, nil): ""
            case (let lower?, nil): "/" + lower
            case (let lower, let upper?): "/" + (lower ?? Pair.absent) + "/" + upper
            }
        }
    }

    static let home = Route.combine(Pair())

    /// Reads an address such as `/combine/Cma7/D`.
    /// - Returns: nil where no screen lives at this address.
    init?(path: String) {
        let parts = path.split(separator: "/").map(String.init)
        switch parts.first {
        case nil: self = .home
        case "combine":
            guard let pair = Pair(parts.dropFirst()) else { return nil }
            self = .combine(pair)
        case "select":
            guard parts.count > 1, let half = Half(rawValue: parts[1]), let pair = Pair(parts.dropFirst(2)) else { return nil }
            self = .select(half, pair)
        case "details":
            guard parts.count == 3, let pair = Pair(parts.dropFirst()) else { return nil }
            self = .details(pair)
        case "chord":
            // Who types an address types the slash of C6/9 as it is.
            guard parts.count > 1 else { return nil }
            self = .chord(parts.dropFirst().joined(separator: "⁄"))
        case "scale":
            guard parts.count == 3 else { return nil }
            self = .scale(root: parts[1], name: parts[2])
        case "circle" where parts.count <= 2: self = .circle(parts.count > 1 ? parts[1] : nil)
        case "linnstrument" where parts.count == 1: self = .linnStrument
        case "chordsets":
            switch parts.count {
            case 1: self = .chordsets
            case 2: self = .sheet(parts[1])
            case 3 where parts[2] == "stage": self = .stage(parts[1])
            case 3:
                guard let number = Int(parts[2]), 1...Chordset.size ~= number else { return nil }
                self = .lightChord(parts[1], number - 1)
            default: return nil
            }
        case "chordset" where parts.count == 2: self = .linkedText(parts[1])
        case "help" where parts.count == 1: self = .help
        case "settings" where parts.count == 1: self = .settings
        default: return nil
        }
    }

    /// The address as a path, not percent-encoded.
    var path: String {
        switch self {
        case .combine(let pair): pair == Pair() ? "/" : "/combine" + pair.path
        case .select(let half, let pair): "/select/" + half.rawValue + pair.path
        case .details(let pair): "/details" + pair.path
        case .chord(let symbol): "/chord/" + symbol
        case .scale(let root, let name): "/scale/" + root + "/" + name
        case .circle(let name): "/circle" + (name.map { "/" + $0 } ?? "")
        case .linnStrument: "/linnstrument"
        case .chordsets: "/chordsets"
        case .sheet(let id): "/chordsets/" + id
        case .lightChord(let id, let position): "/chordsets/" + id + "/\(position + 1)"
        case .stage(let id): "/chordsets/" + id + "/stage"
        case .linkedText(let text): "/chordset/" + text
        case .help: "/help"
        case .settings: "/settings"
        }
    }

    static func chord(_ chord: Chord) -> Route { .chord(symbol(for: chord)) }

    static func scale(_ scale: Scale) -> Route {
        .scale(root: scale.root.text, name: scale.type.name.replacingSigns { $0 == " " ? "_" : nil })
    }

    static func circle(_ key: Key) -> Route { .circle(name(of: key)) }

    /// A key as it is written in addresses: `F♯`, `Am`, `D_Dorian`.
    static func name(of key: Key) -> String {
        let mode =
            switch key.mode {
            case .major: ""
            case .minor: "m"
            default: "_" + key.mode.name.replacingSigns { $0 == " " ? "_" : nil }
            }
        return key.tonic.text + mode
    }

    /// A chord as it is written in addresses.
    static func symbol(for chord: Chord) -> String {
        Presentation().listName(chord).replacingSigns { $0 == " " ? "," : $0 == "/" ? "⁄" : nil }
    }
}
