import Harmony
import Input

/// The address of a screen of the page, with what the screen shows: `/combine/Cma7/D`.
///
/// ``path`` prints an address and ``init(path:)`` reads it. A new route is a case here, a line in each of the two, and
/// a line in the tests.
///
/// People read paths, so they are not percent-encoded. Accidentals are ♯ and ♭, because `#` would begin a fragment. In
/// the symbol of a chord, `⁄` stands for a slash and a comma for a space. In other names, `_` stands for a space.
package indirect enum Address: Sendable, Hashable {
    /// The combiner: `/combine/Cma7/D`; `/` if no chord is chosen.
    case combine(Pair)
    /// The choice of one of the two chords: `/select/lower/Cma7/D`.
    case select(Half, Pair)
    /// Two chords together, in detail: `/details/Cma7/D`.
    case details(Pair)
    /// The graph of what two chords make: `/details/Cma7/D/graph`.
    case combinationGraph(Pair)
    /// One chord in detail: `/chord/Cma13(♯11)`; in the color of the upper chord, `/chord/_/D`.
    case chord(Chord, as: Half = .lower)
    /// The chords contained in a chord: `/graph/Cma9`, `/graph/_/D`.
    case graph(Chord, as: Half = .lower)
    /// A scale: `/scale/C/Lydian_Dominant`.
    case scale(Scale)
    /// The pairs of chords that make a chord: `/ways/C13(♭9)`; with one of the two given, `/ways/C13(♭9)/C7/_`.
    case ways(Chord, given: Halves<Chord?> = Halves(lower: nil, upper: nil))
    /// A key on the circle of fifths: `/circle/F♯`, `/circle/Am`, `/circle/D_Dorian`; `/circle` for the key chosen
    /// last.
    case circle(Key?)
    /// All pairs with a lower chord, `/board/C7`, or an upper one, `/board/_/A`; `/board` for the chosen chord.
    case board(Chord?, as: Half)
    /// A voicing: `/hands/C13(♭9)`, `/hands/C7/A/pair/48.52.55.58_61.64.69`.
    case hands(HandsRoute)
    /// What is played on a piano: `/play`.
    case play
    /// What is played on a LinnStrument, `/play/linnstrument`; or the pads of one voicing alone,
    /// `/play/linnstrument/48.52.55.58_61.64.69/C7/A/pair`.
    case linnStrument(HandsRoute?)
    /// `/lights`, `/lights/k3v9…/stage`, `/chordset/AQVCbHVl…`
    case chordsets(ChordsetsRoute)
    /// `/tunes`, `/tunes/k3v9…/staff`, `/tunes/sets/k3v9…`, `/tune/VGl0bGU6…`, `/progressions/E♭/rootless/two-five-one`
    case tunes(TunesRoute)
    /// `/practise`, `/practise/play_upper-structure_VI/fifths`, `/practise/course/shells`
    case practice(PracticeRoute)
    /// All kinds of chords on a root: `/dictionary/F♯`; `/dictionary` for C.
    case dictionary(NoteName?)
    /// `/more`: the places that are not in the navigation.
    case more
    /// `/help`
    case help
    /// `/settings`
    case settings
    /// Everything that one user has on the server: `/shelf`.
    case shelf
    /// Another address on the music stand, where it fills the window: `/tunes/blues/stand`.
    case stand(Address)
}

// MARK: Printing

extension Address {
    /// The address as text, which ``init(path:)`` reads.
    package var path: String {
        switch self {
        case .combine(let pair): pair == Pair() ? "/" : "/combine" + pair.path
        case .select(let half, let pair): "/select/" + half.rawValue + pair.path
        case .details(let pair): "/details" + pair.path
        case .combinationGraph(let pair): "/details" + pair.path + "/graph"
        case .chord(let chord, let half): "/chord" + Pair(chord, as: half).path
        case .graph(let chord, let half): "/graph" + Pair(chord, as: half).path
        case .scale(let scale): "/scale/" + scale.root.text + "/" + Address.underscored(scale.type.name)
        case .ways(let chord, let given): "/ways/" + Address.symbol(for: chord) + Pair(given).pathOfBoth
        case .circle(let key): "/circle" + (key.map { "/" + Address.name(of: $0) } ?? "")
        case .board(let chord, let half): "/board" + (chord.map { Pair($0, as: half).path } ?? "")
        case .hands(let place): "/hands/" + place.path
        case .play: "/play"
        case .linnStrument(let place): "/play/linnstrument" + (place?.pathOfPads ?? "")
        case .chordsets(let place): place.path
        case .tunes(let place): place.path
        case .practice(let place): "/practise" + place.path
        case .dictionary(let root): "/dictionary" + (root.map { "/" + $0.text } ?? "")
        case .more: "/more"
        case .help: "/help"
        case .settings: "/settings"
        case .shelf: "/shelf"
        case .stand(let address): address.path + "/stand"
        }
    }

    /// Whether the screen can be on the music stand: one that is read from the piano.
    package var fitsStand: Bool {
        switch self {
        case .tunes(let place): place.hasTune
        case .practice(let place): place.hasExercise
        case .hands: true
        default: false
        }
    }
}

// MARK: Reading

extension Address {
    /// Reads a path that ``path`` or an earlier version has printed.
    /// - Returns: nil if no screen has such an address.
    /// - Throws: what is wrong with a symbol, a name or a link in the path.
    package init?(path: String) throws(InputError) {
        let parts = path.parts(at: "/")
        let isOnStand = parts.count > 2 && parts.last == "stand"
        guard let address = try Address.address(parts.first ?? "", parts.dropFirst().dropLast(isOnStand ? 1 : 0)) else {
            return nil
        }
        if isOnStand, !address.fitsStand { return nil }
        self = isOnStand ? .stand(address) : address
    }

    /// The first part of an address.
    private enum First: String {
        case combine, select, details, chord, graph, scale, ways, circle, board, hands, play, linnstrument
        case lights, chordsets, chordset, tunes, tune, progressions, practise, dictionary, more, help, settings, shelf
    }

    private static func address(_ first: String, _ parts: ArraySlice<String>) throws(InputError) -> Address? {
        if first.isEmpty { return .combine(Pair()) }
        let rest = Array(parts)
        guard let first = First(rawValue: first) else { return nil }
        switch (first, rest.count) {
        case (.combine, 0...2): return .combine(Pair(parts))
        case (.select, 1...3): return Half(rawValue: rest[0]).map { .select($0, Pair(parts.dropFirst())) }
        case (.details, 2): return .details(Pair(parts))
        case (.details, 3) where rest[2] == "graph": return .combinationGraph(Pair(parts))
        case (.chord, 1...):
            let (chord, half) = try chordAndHalf(parts)
            return .chord(chord, as: half)
        case (.graph, 1...):
            let (chord, half) = try chordAndHalf(parts)
            return .graph(chord, as: half)
        case (.scale, 2): return .scale(try .parse(root: rest[0], name: rest[1]))
        case (.ways, 1...3): return .ways(try .parse(rest[0]), given: try Pair(parts.dropFirst()).chords())
        case (.circle, 0): return .circle(nil)
        case (.circle, 1): return .circle(try .parse(rest[0]))
        case (.board, 0): return .board(nil, as: .lower)
        case (.board, 1) where rest[0] == Pair.absent: throw InputError(AddressText.oneChord)
        case (.board, _):
            let (chord, half) = try chordAndHalf(parts)
            return .board(chord, as: half)
        case (.hands, 1...): return .hands(try HandsRoute(reading: parts))
        case (.play, 0): return .play
        case (.play, 1) where rest[0] == "linnstrument": return .linnStrument(nil)
        case (.play, 4...) where rest[0] == "linnstrument":
            let place = try HandsRoute(reading: ArraySlice(rest[2...] + [rest[1]]))
            return place.shape?.keys == nil ? nil : .linnStrument(place)
        case (.linnstrument, 0): return .linnStrument(nil)
        case (.lights, _), (.chordsets, _): return ChordsetsRoute(reading: parts).map { .chordsets($0) }
        case (.chordset, 1): return .chordsets(try ChordsetsRoute(link: rest[0]))
        case (.tunes, _): return TunesRoute(reading: parts).map { .tunes($0) }
        case (.tune, 1): return .tunes(try TunesRoute(link: rest[0], number: 0))
        case (.tune, 2):
            guard let number = Int(rest[1]), number > 0 else { return nil }
            return .tunes(try TunesRoute(link: rest[0], number: number))
        case (.progressions, _): return .tunes(.progression(try ProgressionRoute(reading: parts)))
        case (.practise, _): return .practice(try PracticeRoute(reading: parts))
        case (.dictionary, 0): return .dictionary(nil)
        case (.dictionary, 1): return .dictionary(try .parse(rest[0]))
        case (.more, 0): return .more
        case (.help, 0): return .help
        case (.settings, 0): return .settings
        case (.shelf, 0): return .shelf
        default: return nil
        }
    }

    /// Whether ``path`` prints another path for the same screen: an earlier version printed this one, or it is that of
    /// a daily session without a length.
    package static func isOutdated(_ path: String) -> Bool {
        let words = path.parts(at: "/")
        if words == ["practise", "today"] { return true }
        return words.first == "linnstrument" || words.first == "chordsets"
    }

    /// - Parameter parts: a chord, in two parts where the slash of C6/9 was typed as it is. An upper chord has `_`
    ///   before it.
    private static func chordAndHalf(_ parts: ArraySlice<String>) throws(InputError) -> (Chord, Half) {
        let isUpper = parts.count > 1 && parts.first == Pair.absent
        let symbol = (isUpper ? parts.dropFirst() : parts).joined(separator: "⁄")
        return (try .parse(symbol), isUpper ? .upper : .lower)
    }
}

// MARK: Names

extension Address {
    /// A chord as addresses write it: `Cma13(♯11)`, `C⁄E`.
    package static func symbol(for chord: Chord) -> String {
        Presentation().listName(chord).replacingSigns { $0 == " " ? "," : $0 == "/" ? "⁄" : nil }
    }

    /// A key as addresses write it: `F♯`, `Am`, `D_Dorian`.
    package static func name(of key: Key) -> String {
        let mode =
            switch key.mode {
            case .major: ""
            case .minor: "m"
            default: "_" + underscored(key.mode.name)
            }
        return key.tonic.text + mode
    }

    private static func underscored(_ name: String) -> String { name.replacingSigns { $0 == " " ? "_" : nil } }
}
