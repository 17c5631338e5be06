import Exchange
import Harmony
import Rendering
import Tunes

/// A tune that is open, with all that follows from it.
struct OpenTune: Sendable, Hashable {
    let kept: KeptTune
    /// As it sounds.
    let tune: Tune
    /// As it is read.
    let shown: Tune
    /// Of what sounds.
    let chords: [SoundingChord]
    /// The same as it is read.
    let shownChords: [SoundingChord]
    /// The bars as they are played; as they are written where the form leads nowhere.
    let order: [Int]
    /// Why the form leads nowhere, in a sentence.
    let trouble: String?
    let setup: TuneSetup
    /// Where it is all in the address.
    var link: TunesPlace?
    /// Whether it is an example that was not changed.
    var isExample = false
    /// Of each of the ``chords``; nil for N.C. and for chords that no hand can play. Found when they are first heard or shown.
    private(set) var voicings: [Voicing?]?
    /// Whether the host has been told how they lie: see ``looks(_:)``.
    var isShown = false
    private let pianist: Pianist
    private let reader: TransposingInstrument

    init(_ kept: KeptTune, for pianist: Pianist, reader: TransposingInstrument) {
        self.kept = kept
        self.pianist = pianist
        self.reader = reader
        tune = kept.tune
        shown = reader == .c ? tune : tune.transposed(for: reader)
        chords = tune.soundingChords
        shownChords = reader == .c ? chords : shown.soundingChords
        setup = TuneSetup(kept.setup)
        do throws(FormError) {
            order = try tune.unfolded()
            trouble = nil
        } catch {
            order = Array(tune.bars.indices)
            trouble = TunesText.formTrouble(error.bar, error.message)
        }
    }

    /// Whether it is still what was opened.
    func isOf(_ kept: KeptTune, for pianist: Pianist, reader: TransposingInstrument) -> Bool {
        self.kept == kept && self.pianist == pianist && self.reader == reader
    }

    /// Whether all but the hands is as in another.
    func isWritten(as other: OpenTune) -> Bool {
        isOf(other.kept, for: other.pianist, reader: other.reader) && link == other.link && isExample == other.isExample
    }

    /// With the same tune played otherwise; the voicings stay where nothing decides otherwise on them.
    func following(_ kept: KeptTune, for pianist: Pianist, reader: TransposingInstrument) -> OpenTune {
        var next = OpenTune(kept, for: pianist, reader: reader)
        let isAlike = next.chords == chords && pianist == self.pianist && next.setup.hands == setup.hands
            && next.setup.sections == setup.sections && next.setup.pins == setup.pins && next.homes == homes
        if isAlike {
            next.voicings = voicings
            next.isShown = isShown && next.shownChords == shownChords
        }
        next.link = link
        next.isExample = isExample
        return next
    }

    /// How its chords are laid under the hands.
    var voicing: TuneVoicing {
        var wishes = VoicedTune.Wishes(setup.hands.styles)
        for (section, hands) in setup.sections { wishes.ofSections[section] = hands.styles }
        for (index, pin) in setup.pins where chords.indices.contains(index) {
            guard let symbol = chords[index].symbol else { continue }
            let place = VoicedTune.Place(bar: chords[index].bar, position: chords[index].position)
            wishes.pinned[place] = pin.voicing(of: symbol.toVoice)
        }
        return TuneVoicing(wishes, for: pianist)
    }

    /// Lays all chords under the hands, each led to the next.
    mutating func lay() {
        guard voicings == nil else { return }
        var led = voicing.voiced(tune).chords.map { $0.voicing }[...]
        voicings = chords.map { chord in
            guard chord.symbol != nil, let voicing = led.popFirst(), !voicing.tones.isEmpty else { return nil }
            return voicing
        }
    }

    /// The voicing of a chord, as it is read; nil where there is none, or none was looked for yet.
    func shownVoicing(_ index: Int) -> Voicing? {
        guard let voicings, voicings.indices.contains(index) else { return nil }
        return voicings[index].map { reader.reading($0) }
    }

    /// How all chords lie, as they are read.
    var shownHands: [VoicedTune.Chord] {
        chords.indices.compactMap { index in
            let place = VoicedTune.Place(bar: chords[index].bar, position: chords[index].position)
            return shownVoicing(index).map { VoicedTune.Chord(place: place, voicing: $0) }
        }
    }

    /// The tune as text, with these note names.
    func text(in names: NoteNames) -> String { names == .english ? kept.text : TuneText.write([tune], in: names) }

    /// Of each bar the index of its section.
    var homes: [Int] { tune.sections.enumerated().flatMap { index, section in section.bars.map { _ in index } } }

    /// What sounds, bar by bar.
    var accompaniment: Accompaniment {
        let hands = (voicings ?? []).map { voicing in
            (left: voicing?.left.map { $0.pitch } ?? [], right: voicing?.right.map { $0.pitch } ?? [])
        }
        return Accompaniment(of: tune, in: Array(order.prefix(OpenTune.mostPlayed)), hands: hands, feel: setup.feel)
    }

    /// The maximum number of bars in one playback.
    private static let mostPlayed = 2000
}
