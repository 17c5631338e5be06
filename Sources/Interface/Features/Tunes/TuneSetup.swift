import Chordsets
import Exchange
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
    /// The feel; nil for that of the tune's style.
    var feel: Feel?
    /// What was chosen for the players. Its feel does not count.
    var band = Band()
    /// The parts that are muted.
    var muted: [Accompaniment.Part] = []
    /// The level of each part in percent, in the order of the parts.
    var levels = TuneSetup.fullLevels
    /// By how many beats per minute each chorus, or time through the loop, is faster than the one before.
    var rise = 0
    /// By how many semitones each of them is higher.
    var modulation = 0
    /// Whether a loop begins with two bars, and grows to four, eight and so on.
    var grows = false
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

    static let fullLevels = [Int](repeating: 100, count: Accompaniment.Part.allCases.count)
    static let rises = [0, 2, 5, 10]
    /// Half steps, whole steps and fourths, up and down.
    static let modulations = [0, 1, -1, 2, -2, 5, -5]

    /// The keys of ``text``.
    private enum Entry: String {
        case hands, sections, pins, bass, rhythm, click, swing, count, muted, loop, tempo, choruses, analysis
        case lights, feel, levels, vary, rise, keys, grow
    }

    /// Reads the format of ``text``. Unknown keys and invalid values are ignored.
    init(_ text: String) {
        for entry in text.parts(at: " ") {
            let parts = entry.parts(at: "=", keepsEmpty: true)
            if parts.count == 2 { set(parts[0], parts[1]) }
        }
    }

    /// Sets the value of one key of ``text``. Unknown keys and invalid values change nothing.
    mutating func set(_ name: String, _ value: String) {
        let number = Int(value)
        switch Entry(rawValue: name) {
        case .hands: voicingStyle = TuneVoicingStyle(rawValue: value) ?? voicingStyle
        case .sections:
            for part in value.parts(at: ",") {
                let pair = part.parts(at: ":")
                guard pair.count == 2, let index = Int(pair[0]), index >= 0 else { continue }
                sectionStyles[index] = TuneVoicingStyle(rawValue: pair[1])
            }
        case .pins:
            for part in value.parts(at: ",") {
                let pair = part.parts(at: ":")
                guard pair.count == 2, let index = Int(pair[0]), index >= 0, let pin = PinnedVoicing(pair[1]) else {
                    continue
                }
                pins[index] = pin
            }
        case .feel: feel = Feel(rawValue: value)
        case .bass: band.bass = Band.Bass(rawValue: value) ?? band.bass
        case .rhythm: band.comping = Band.Comping(rawValue: value) ?? band.comping
        case .click: band.click = Band.Click(rawValue: value) ?? band.click
        case .swing: band.swing = number.flatMap { Band.swings.contains($0) ? $0 : nil }
        case .count:
            // Setups had only yes and no until November 2026.
            let bars = value == "no" ? 0 : value == "yes" ? 1 : Int(value.prefix(1)) ?? band.countIn
            band.countIn = min(max(bars, 0), 2)
            band.countsBackbeat = value.hasSuffix("b")
        case .vary: band.isSteady = value == "no"
        case .muted:
            let names = value.parts(at: ",")
            muted = Accompaniment.Part.allCases.filter { names.contains($0.rawValue) }
        case .levels:
            let read = value.parts(at: ",").compactMap { Int($0) }
            if read.count == levels.count { levels = read.map { min(max($0, 0), 100) } }
        case .rise: if let number, TuneSetup.rises.contains(number) { rise = number }
        case .keys: if let number, TuneSetup.modulations.contains(number) { modulation = number }
        case .grow: grows = value == "yes"
        case .loop: loop = TuneSetup.bars(value)
        case .tempo: if let number, OpenTune.tempoRange.contains(number) { tempo = number }
        case .choruses: if let number, PerformedTune.choruses.contains(number) { choruses = number }
        case .analysis: showsAnalysis = value == "yes"
        case .lights: if Chordset.isID(value) { lights = value }
        case nil: break
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
        if let feel { add("feel", feel.rawValue) }
        if band.bass != usual.band.bass { add("bass", band.bass.rawValue) }
        if band.comping != usual.band.comping { add("rhythm", band.comping.rawValue) }
        if band.click != usual.band.click { add("click", band.click.rawValue) }
        if let swing = band.swing { add("swing", "\(swing)") }
        if countIn != usual.countIn { add("count", countIn) }
        if band.isSteady { add("vary", "no") }
        if !muted.isEmpty {
            let parts = Accompaniment.Part.allCases.filter { muted.contains($0) }
            add("muted", parts.map { $0.rawValue }.joined(separator: ","))
        }
        if levels != usual.levels { add("levels", levels.map { "\($0)" }.joined(separator: ",")) }
        if rise != 0 { add("rise", "\(rise)") }
        if modulation != 0 { add("keys", "\(modulation)") }
        if grows { add("grow", "yes") }
        if let loop { add("loop", TuneSetup.text(ofBars: loop)) }
        if let tempo { add("tempo", "\(tempo)") }
        if let choruses { add("choruses", "\(choruses)") }
        if showsAnalysis { add("analysis", "yes") }
        if let lights { add("lights", lights) }
        return entries.joined(separator: " ")
    }
}

extension TuneSetup {
    /// The count-in as stored text: its bars, and `b` for clicks on two and four only.
    var countIn: String { "\(band.countIn)" + (band.countsBackbeat ? "b" : "") }

    /// Bars as stored text: `3-6`.
    static func text(ofBars bars: ClosedRange<Int>) -> String { "\(bars.lowerBound)-\(bars.upperBound)" }

    /// Reads ``text(ofBars:)``.
    static func bars(_ text: String) -> ClosedRange<Int>? {
        let bounds = text.parts(at: "-").compactMap { Int($0) }
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
        let parts = text.parts(at: "/")
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

    /// The styles in which the chords are practiced; nil if each chord may be voiced in several ways.
    var practiced: Leading.Styles? { self == .any || self == .upperStructure ? nil : styles }

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
