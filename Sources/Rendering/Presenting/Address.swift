import Harmony
import Practice

/// Where a screen of the page lives, readable by people: `/combine/Cma7/D`, not percent-encoded.
///
/// Accidentals are written ♯ and ♭ so that no `#` needs escaping; where a symbol has a slash or a space, the address has
/// `⁄` and a comma, which the reader of symbols takes just as well; spaces in the name of a scale are `_`. What a screen is
/// about has its address here, so that whatever names a chord, a scale or a key can lead there; the page's `Screen` reads
/// addresses.
package struct Address: Sendable, Hashable {
    package let path: String

    package init(_ path: String) {
        self.path = path
    }

    /// One chord in detail, `/chord/Cma13(♯11)`; where it is the upper one of two, in whose colour it stays, `/chord/_/D`.
    package static func chord(_ chord: Chord, as half: Half = .lower) -> Address {
        Address("/chord" + path(of: chord, as: half))
    }

    /// The chords inside of it, likewise: `/graph/Cma9`, `/graph/_/D`.
    package static func graph(_ chord: Chord, as half: Half = .lower) -> Address {
        Address("/graph" + path(of: chord, as: half))
    }

    /// A scale: `/scale/C/Lydian_Dominant`.
    package static func scale(_ scale: Scale) -> Address {
        Address("/scale/" + scale.root.text + "/" + underscored(scale.type.name))
    }

    /// A key on the circle of fifths: `/circle/F♯`, `/circle/Am`, `/circle/D_Dorian`.
    package static func circle(_ key: Key) -> Address { Address("/circle/" + name(of: key)) }

    /// Two chords in the combiner: `/combine/Cma7/D`; `/` where nothing is chosen.
    package static func combine(_ pair: Pair) -> Address { pair == Pair() ? Address("/") : Address("/combine" + pair.path) }

    /// The screen on which one of the two chords is chosen: `/select/lower/Cma7/D`.
    package static func select(_ half: Half, _ pair: Pair) -> Address { Address("/select/" + half.rawValue + pair.path) }

    /// What a chord becomes with each of the others above it, `/board/C7`, or below it: `/board/_/A`.
    package static func board(_ chord: Chord, as half: Half) -> Address {
        Address("/board" + path(of: chord, as: half))
    }

    private static func path(of chord: Chord, as half: Half) -> String {
        (half == .lower ? Pair(lower: chord, upper: nil) : Pair(lower: nil, upper: chord)).path
    }

    /// The ways to play a chord, with what is fixed of them: `/ways/C13(♭9)`, `/ways/C13(♭9)/C7/_`.
    package static func ways(_ chord: Chord, _ pair: Pair = Pair()) -> Address {
        let halves = pair == Pair() ? "" : "/" + (pair.lower ?? Pair.absent) + "/" + (pair.upper ?? Pair.absent)
        return Address("/ways/" + symbol(for: chord) + halves)
    }

    /// How a chord lies under two hands: `/hands/C13(♭9)`; two chords, `/hands/C7/A`. Behind it stand the style and the keys,
    /// where they are chosen: `/hands/C7/A/pair/48.52.55.58_61.64.69`.
    package static func hands(_ subject: ChordToVoice, shape: String? = nil) -> Address {
        Address("/hands/" + symbols(subject) + (shape.map { "/" + $0 } ?? ""))
    }

    /// The same on a LinnStrument, where only its pads are lit: `/play/linnstrument/48.52.55.58_61.64.69/C7/A/pair`.
    /// - Parameter keys: MIDI numbers, the left hand's before `_`.
    package static func linnStrument(_ subject: ChordToVoice, keys: String, style: VoicingStyle) -> Address {
        Address("/play/linnstrument/" + keys + "/" + symbols(subject) + "/" + style.rawValue)
    }

    private static func symbols(_ subject: ChordToVoice) -> String {
        switch subject {
        case .chord(let chord): symbol(for: chord)
        case .pair(let pair): symbol(for: pair.lower) + "/" + symbol(for: pair.upper)
        }
    }

    /// What two chords are together, in detail: `/details/Cma7/D`.
    package static func details(_ pair: Pair) -> Address { Address("/details" + pair.path) }

    /// The chords inside of what they are: `/details/Cma7/D/graph`.
    package static func graph(_ pair: Pair) -> Address { Address("/details" + pair.path + "/graph") }

    /// Two symbols as they stand in an address, perhaps unreadable; nil where none is chosen.
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

        /// Stands for a chord that is not chosen while the other is.
        package static let absent = "_"

        /// - Returns: nil where there are more than two.
        package init?(_ parts: ArraySlice<String>) {
            guard parts.count <= 2 else { return nil }
            let symbols = parts.map { $0 == Pair.absent ? nil : $0 }
            lower = symbols.count > 0 ? symbols[0] : nil
            upper = symbols.count > 1 ? symbols[1] : nil
        }

        fileprivate var path: String {
            switch (lower, upper) {
            case (nil, nil): ""
            case (let lower?, nil): "/" + lower
            case (let lower, let upper?): "/" + (lower ?? Pair.absent) + "/" + upper
            }
        }
    }

    /// A key as it is written in addresses: `F♯`, `Am`, `D_Dorian`.
    package static func name(of key: Key) -> String {
        let mode =
            switch key.mode {
            case .major: ""
            case .minor: "m"
            default: "_" + underscored(key.mode.name)
            }
        return key.tonic.text + mode
    }

    /// A chord as it is written in addresses.
    package static func symbol(for chord: Chord) -> String {
        Presentation().listName(chord).replacingSigns { $0 == " " ? "," : $0 == "/" ? "⁄" : nil }
    }

    /// What there is to be practised, and what to do next.
    package static let practise = Address("/practise")

    /// An exercise that anybody can play who opens it: `/practise/play_upper-structure_VI/fifths`, with its words as
    /// ``Exercise/words`` has them.
    package static func practise(_ exercise: Exercise) -> Address { practise(words: exercise.words) }

    package static func practise(words: String) -> Address {
        var path = "/practise/"
        for (index, part) in words.split(separator: "|").enumerated() {
            let words = part.split(whereSeparator: { $0 == " " || $0 == "_" })
            path += (index == 0 ? "" : "/") + words.joined(separator: "_").replacingSigns { $0 == "/" ? "⁄" : nil }
        }
        return Address(path)
    }

    /// The words of the exercise in an address.
    package static func exercise(in parts: ArraySlice<String>) throws(ExerciseError) -> Exercise {
        let words = parts.joined(separator: " | ").replacingSigns { $0 == "_" ? " " : $0 == "⁄" ? "/" : nil }
        return try Exercise(words: words)
    }

    private static func underscored(_ name: String) -> String { name.replacingSigns { $0 == " " ? "_" : nil } }
}

/// How an address becomes a link: as a path where our server answers it, in the fragment where the page is a static copy.
package enum Links: Sendable, Hashable {
    case inPath, inFragment

    package func href(_ address: Address) -> String {
        // What would end a path or begin an escape never stands in a readable symbol, but addresses are typed by people.
        let path = address.path.replacingSigns { sign in
            switch sign {
            case "%": "%25"
            case "?": "%3F"
            case "#": "%23"
            default: nil
            }
        }
        return self == .inPath ? path : "#" + path
    }
}

extension HTML {
    /// A link to another screen.
    /// - Parameters:
    ///   - action: what pressing it does in the page, where that is not just to go there.
    ///   - isName: whether what stands in it is the name of a chord or a key, which is not translated.
    @inline(never)
    package mutating func link(
        to address: Address, _ presentation: Presentation, action: String? = nil, class kind: String? = nil,
        isName: Bool = false, label: String? = nil, isCurrent: Bool = false, isFocusable: Bool = true,
        _ children: (inout HTML) -> Void
    ) {
        element(
            "a",
            [
                ("href", presentation.links.href(address)), ("data-action", action ?? "app visit " + address.path),
                ("class", kind), ("translate", isName ? "no" : nil), ("aria-label", label), ("aria-current", isCurrent ? "true" : nil),
                ("tabindex", isFocusable ? nil : "-1"),
            ],
            children)
    }
}
