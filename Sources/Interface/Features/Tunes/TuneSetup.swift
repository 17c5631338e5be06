import Chordsets
import Harmony
import Tunes

/// How a tune is played: stored with it, but no part of it.
struct TuneSetup: Sendable, Hashable {
    /// In which styles the hands play, all through.
    var hands = TuneHands.upperStructure
    /// The same for some of the sections, by their index.
    var sections: [Int: TuneHands] = [:]
    /// Chords, by their index among ``Tune/soundingChords``, that lie on keys of their own.
    var pins: [Int: HandsPin] = [:]
    var feel = Feel()
    /// Whether a bar is counted before the music begins.
    var countsIn = true
    /// The parts that are muted.
    var muted: Set<Accompaniment.Part> = []
    /// The bars that are played again and again, indices of ``Tune/bars``.
    var loop: ClosedRange<Int>?
    /// Whether numerals and cadences stand below the chords.
    var showsAnalysis = false
    /// Beats per minute, where it differs from what the tune says.
    var tempo: Int?
    /// How many times the form is played, likewise.
    var choruses: Int?
    /// The chordset that is played beside it, by its identity. It may have been deleted since.
    var lights: String?

    /// A chord on certain keys: MIDI numbers, the lowest first.
    struct HandsPin: Sendable, Hashable {
        let style: VoicingStyle
        let left: [Int]
        let right: [Int]
    }

    init() {}

    /// The names that ``text`` gives to what differs from the usual.
    private enum Entry: String {
        case hands, sections, pins, bass, rhythm, click, swing, count, muted, loop, tempo, choruses, analysis
        case lights
    }

    /// Reads what ``text`` has written; what it does not know it leaves as it is.
    init(_ text: String) {
        for entry in text.split(separator: " ") {
            let parts = entry.split(separator: "=", omittingEmptySubsequences: false).map { String($0) }
            guard parts.count == 2 else { continue }
            let value = parts[1]
            switch Entry(rawValue: parts[0]) {
            case .hands: hands = TuneHands(rawValue: value) ?? hands
            case .sections:
                for part in value.split(separator: ",") {
                    let pair = part.split(separator: ":").map { String($0) }
                    guard pair.count == 2, let index = Int(pair[0]), index >= 0 else { continue }
                    sections[index] = TuneHands(rawValue: pair[1])
                }
            case .pins:
                for part in value.split(separator: ",") {
                    let pair = part.split(separator: ":").map { String($0) }
                    guard pair.count == 2, let index = Int(pair[0]), index >= 0, let pin = HandsPin(pair[1]) else { continue }
                    pins[index] = pin
                }
            case .bass: feel.bass = Feel.Bass(rawValue: value) ?? feel.bass
            case .rhythm: feel.rhythm = Feel.Rhythm(rawValue: value) ?? feel.rhythm
            case .click: feel.click = Feel.Click(rawValue: value) ?? feel.click
            case .swing: if let percent = Int(value), Feel.swings.contains(percent) { feel.swing = percent }
            case .count: countsIn = value == "yes"
            case .muted: muted = Set(value.split(separator: ",").compactMap { Accompaniment.Part(rawValue: String($0)) })
            case .loop:
                let bounds = value.split(separator: "-").compactMap { Int($0) }
                if bounds.count == 2, 0 <= bounds[0], bounds[0] <= bounds[1] { loop = bounds[0]...bounds[1] }
            case .tempo: if let beats = Int(value), OpenTune.tempi.contains(beats) { tempo = beats }
            case .choruses: if let count = Int(value), 1...99 ~= count { choruses = count }
            case .analysis: showsAnalysis = value == "yes"
            case .lights: if Chordset.isID(value) { lights = value }
            default: break
            }
        }
    }

    /// What is not as usual; empty where all is.
    var text: String {
        let usual = TuneSetup()
        var entries: [String] = []
        func add(_ name: String, _ value: String) { entries.append(name + "=" + value) }
        if hands != usual.hands { add("hands", hands.rawValue) }
        if !sections.isEmpty {
            add("sections", sections.keys.sorted().compactMap { index in sections[index].map { "\(index):" + $0.rawValue } }
                .joined(separator: ","))
        }
        if !pins.isEmpty {
            add("pins", pins.keys.sorted().compactMap { index in pins[index].map { "\(index):" + $0.text } }.joined(separator: ","))
        }
        if feel.bass != usual.feel.bass { add("bass", feel.bass.rawValue) }
        if feel.rhythm != usual.feel.rhythm { add("rhythm", feel.rhythm.rawValue) }
        if feel.click != usual.feel.click { add("click", feel.click.rawValue) }
        if feel.swing != usual.feel.swing { add("swing", "\(feel.swing)") }
        if !countsIn { add("count", "no") }
        if !muted.isEmpty {
            add("muted", Accompaniment.Part.allCases.filter { muted.contains($0) }.map { $0.rawValue }.joined(separator: ","))
        }
        if let loop { add("loop", "\(loop.lowerBound)-\(loop.upperBound)") }
        if let tempo { add("tempo", "\(tempo)") }
        if let choruses { add("choruses", "\(choruses)") }
        if showsAnalysis { add("analysis", "yes") }
        if let lights { add("lights", lights) }
        return entries.joined(separator: " ")
    }
}

extension TuneSetup.HandsPin {
    init(_ voicing: Voicing) {
        style = voicing.style
        left = voicing.left.map { $0.pitch }
        right = voicing.right.map { $0.pitch }
    }

    /// Reads `shell/48.52.55_61.64`.
    init?(_ text: String) {
        let parts = text.split(separator: "/").map { String($0) }
        guard parts.count == 2, let style = VoicingStyle(rawValue: parts[0]) else { return nil }
        let hands = parts[1].split(separator: "_", omittingEmptySubsequences: false)
        guard hands.count == 2 else { return nil }
        func keys(_ text: Substring) -> [Int] { text.split(separator: ".").compactMap { Int($0) }.filter { 0...127 ~= $0 } }
        self.style = style
        left = keys(hands[0])
        right = keys(hands[1])
        if left.isEmpty, right.isEmpty || left.count + right.count > 10 { return nil }
    }

    var text: String {
        func listed(_ keys: [Int]) -> String { keys.map { "\($0)" }.joined(separator: ".") }
        return style.rawValue + "/" + listed(left) + "_" + listed(right)
    }

    /// A chord as it lies on these keys.
    func voicing(of subject: ChordToVoice) -> Voicing {
        let known = subject.chord.voicing
        func tones(_ keys: [Int]) -> [Tone] {
            keys.map { pitch in
                let same = known.first { ($0.pitch - pitch) % 12 == 0 }
                return Tone(pitch: pitch, name: same?.name ?? NoteName(pitchClass: pitch % 12), degree: same?.degree)
            }
        }
        return Voicing(subject: subject, style: style, left: tones(left), right: tones(right))
    }
}

/// In which style the hands go through a tune.
enum TuneHands: String, CaseIterable, Sendable, Hashable {
    case upperStructure = "upper-structure"
    case rootless, any
    case shell, close
    case drop2 = "drop-2"
    case spread, quartal

    var title: String {
        switch self {
        case .any: TunesText.smoothest
        case .rootless: TunesText.rootless
        case .upperStructure: TunesText.upperStructures
        case .shell: TunesText.shells
        case .close: TunesText.close
        case .drop2: TunesText.drop2
        case .spread: TunesText.spread
        case .quartal: TunesText.quartal
        }
    }

    /// The styles among which each chord's voicing is sought.
    var styles: Leading.Styles {
        switch self {
        case .any: .any
        case .rootless: .rootless
        case .upperStructure: .upperStructure
        case .shell: .only(.shell)
        case .close: .only(.close)
        case .drop2: .only(.drop2)
        case .spread: .only(.spread)
        case .quartal: .only(.quartal)
        }
    }
}
