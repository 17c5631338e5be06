import Chordsets
import Harmony
import Rendering
import Tunes

/// How a tune is played. It is stored with the tune, but is not part of its text.
struct TuneSetup: Sendable, Hashable {
    /// The voicing style of the whole tune.
    var voicingStyle = TuneVoicingStyle.upperStructure
    /// The voicing styles of sections, by their index.
    var sectionStyles = SortedDictionary<Int, TuneVoicingStyle>()
    /// Locked voicings, by the index of the chord in ``Tune/soundingChords``.
    var pins = SortedDictionary<Int, PinnedVoicing>()
    var feel = Feel()
    /// Whether there is a count-in of one bar.
    var countsIn = true
    /// The parts that are muted.
    var muted: [Accompaniment.Part] = []
    /// The looped bars, as indices of ``Tune/bars``.
    var loop: ClosedRange<Int>?
    /// Whether the chart shows numerals and cadences.
    var showsAnalysis = false
    /// Beats per minute; nil for the tempo of the tune.
    var tempo: Int?
    /// How many times the form is played; nil for the number of the tune.
    var choruses: Int?
    /// The id of the chordset whose lights accompany the tune. It may have been deleted.
    var lights: String?

    /// A locked voicing.
    struct PinnedVoicing: Sendable, Hashable {
        let style: VoicingStyle
        let keys: HandKeys
    }

    init() {}

    /// The keys of ``text``.
    private enum Entry: String {
        case hands, sections, pins, bass, rhythm, click, swing, count, muted, loop, tempo, choruses, analysis
        case lights
    }

    /// Reads the format of ``text``. Unknown keys and invalid values are ignored.
    init(_ text: String) {
        for entry in text.split(separator: " ") {
            let parts = entry.split(separator: "=", omittingEmptySubsequences: false).map { String($0) }
            guard parts.count == 2 else { continue }
            let value = parts[1]
            switch Entry(rawValue: parts[0]) {
            case .hands: voicingStyle = TuneVoicingStyle(rawValue: value) ?? voicingStyle
            case .sections:
                for part in value.split(separator: ",") {
                    let pair = part.split(separator: ":").map { String($0) }
                    guard pair.count == 2, let index = Int(pair[0]), index >= 0 else { continue }
                    sectionStyles[index] = TuneVoicingStyle(rawValue: pair[1])
                }
            case .pins:
                for part in value.split(separator: ",") {
                    let pair = part.split(separator: ":").map { String($0) }
                    guard pair.count == 2, let index = Int(pair[0]), index >= 0, let pin = PinnedVoicing(pair[1]) else {
                        continue
                    }
                    pins[index] = pin
                }
            case .bass: feel.bass = Feel.Bass(rawValue: value) ?? feel.bass
            case .rhythm: feel.rhythm = Feel.Rhythm(rawValue: value) ?? feel.rhythm
            case .click: feel.click = Feel.Click(rawValue: value) ?? feel.click
            case .swing: if let percent = Int(value), Feel.swings.contains(percent) { feel.swing = percent }
            case .count: countsIn = value == "yes"
            case .muted:
                let names = value.split(separator: ",").map { String($0) }
                muted = Accompaniment.Part.allCases.filter { names.contains($0.rawValue) }
            case .loop:
                loop = TuneSetup.bars(value)
            case .tempo: if let beats = Int(value), OpenTune.tempoRange.contains(beats) { tempo = beats }
            case .choruses: if let count = Int(value), 1...99 ~= count { choruses = count }
            case .analysis: showsAnalysis = value == "yes"
            case .lights: if Chordset.isID(value) { lights = value }
            default: break
            }
        }
    }

    /// All values that differ from the defaults: `hands=shell tempo=120`. Empty if there are none.
    var text: String {
        let usual = TuneSetup()
        var entries: [String] = []
        func add(_ name: String, _ value: String) { entries.append(name + "=" + value) }
        if voicingStyle != usual.voicingStyle { add("hands", voicingStyle.rawValue) }
        if !sectionStyles.isEmpty {
            let entries = sectionStyles.entries.map { "\($0.key):" + $0.value.rawValue }
            add("sections", entries.joined(separator: ","))
        }
        if !pins.isEmpty {
            add("pins", pins.entries.map { "\($0.key):" + $0.value.text }.joined(separator: ","))
        }
        if feel.bass != usual.feel.bass { add("bass", feel.bass.rawValue) }
        if feel.rhythm != usual.feel.rhythm { add("rhythm", feel.rhythm.rawValue) }
        if feel.click != usual.feel.click { add("click", feel.click.rawValue) }
        if feel.swing != usual.feel.swing { add("swing", "\(feel.swing)") }
        if !countsIn { add("count", "no") }
        if !muted.isEmpty {
            let parts = Accompaniment.Part.allCases.filter { muted.contains($0) }
            add("muted", parts.map { $0.rawValue }.joined(separator: ","))
        }
        if let loop { add("loop", TuneSetup.text(ofBars: loop)) }
        if let tempo { add("tempo", "\(tempo)") }
        if let choruses { add("choruses", "\(choruses)") }
        if showsAnalysis { add("analysis", "yes") }
        if let lights { add("lights", lights) }
        return entries.joined(separator: " ")
    }
}

extension TuneSetup {
    /// Bars as stored text: `3-6`.
    static func text(ofBars bars: ClosedRange<Int>) -> String { "\(bars.lowerBound)-\(bars.upperBound)" }

    /// Reads ``text(ofBars:)``.
    static func bars(_ text: String) -> ClosedRange<Int>? {
        let bounds = text.split(separator: "-").compactMap { Int($0) }
        guard bounds.count == 2, 0 <= bounds[0], bounds[0] <= bounds[1] else { return nil }
        return bounds[0]...bounds[1]
    }
}

extension TuneSetup.PinnedVoicing {
    init(_ voicing: Voicing) {
        style = voicing.style
        keys = HandKeys(voicing)
    }

    /// Reads `shell/48.52.55_61.64`.
    init?(_ text: String) {
        let parts = text.split(separator: "/").map { String($0) }
        guard parts.count == 2, let style = VoicingStyle(rawValue: parts[0]), let keys = HandKeys(parts[1]) else {
            return nil
        }
        self.style = style
        self.keys = keys
    }

    var text: String { style.rawValue + "/" + keys.text }

    /// The voicing of a chord on these keys.
    func voicing(of subject: ChordToVoice) -> Voicing {
        let known = subject.chord.voicing
        func tones(_ keys: [Int]) -> [Tone] {
            keys.map { pitch in
                let same = known.first { ($0.pitch - pitch) % 12 == 0 }
                return Tone(pitch: pitch, name: same?.name ?? NoteName(pitchClass: pitch % 12), degree: same?.degree)
            }
        }
        return Voicing(subject: subject, style: style, left: tones(keys.left), right: tones(keys.right))
    }
}

/// The voicing style of a tune or section.
enum TuneVoicingStyle: String, CaseIterable, Sendable, Hashable {
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

    /// The styles from which voice leading chooses.
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
