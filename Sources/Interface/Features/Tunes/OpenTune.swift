import Harmony
import Practice
import Rendering
import Tunes

/// The open tune, with derived data.
struct OpenTune: Sendable, Hashable {
    /// What everything else is derived from.
    let source: Source
    var stored: StoredTune { source.stored }
    /// At concert pitch.
    let tune: Tune
    /// At written pitch.
    let shown: Tune
    /// At concert pitch.
    let chords: [SoundingChord]
    /// At written pitch.
    let shownChords: [SoundingChord]
    /// The indices of bars in playing order; in written order if the form has an error.
    let order: [Int]
    /// The error of the form.
    let errorMessage: String?
    let setup: TuneSetup
    /// The place of a tune that is contained in its address.
    var link: TunesRoute?
    /// The tunes of the set list that is contained in the address; empty if it contains one tune.
    var linkedSet: [StoredTune] = []
    /// Whether it stands for the set list that is contained in the address.
    var isLinkedSet: Bool { !linkedSet.isEmpty && link?.linkedNumber == 0 }
    /// Whether it is an unchanged example.
    var isExample = false
    /// The voicing of each of the ``chords``; nil for N.C. and unplayable chords. Found when first needed.
    private(set) var voicings: [Voicing?]?
    /// Whether the host has the voicings: see ``looks(_:)``.
    var isShown = false

    /// A stored tune, and what else decides on the derived data.
    struct Source: Sendable, Hashable {
        var stored: StoredTune
        var pianist: Pianist
        var reader: TransposingInstrument
        /// Whether the user plays the bass.
        var isBassist: Bool
        /// How many semitones higher than stored the tune is.
        var shift: Int

        init(_ stored: StoredTune, _ settings: Settings, shift: Int = 0) {
            self.stored = stored
            pianist = settings.pianist
            reader = settings.presentation.reader
            isBassist = settings.isBassist
            self.shift = shift
        }
    }

    init(_ source: Source) {
        self.source = source
        tune = source.stored.tune.transposed(by: source.shift)
        shown = source.reader == .c ? tune : tune.transposed(for: source.reader)
        chords = tune.soundingChords
        shownChords = source.reader == .c ? chords : shown.soundingChords
        setup = TuneSetup(source.stored.setup).transposed(by: source.shift)
        do throws(FormError) {
            order = try tune.unfolded()
            errorMessage = nil
        } catch {
            order = Array(tune.bars.indices)
            errorMessage = TunesText.formTrouble(error.bar, error.message)
        }
    }

    /// The chords to practice with the numbers of their bars: those of the loop, or all.
    var practicedChords: [LearnedTune.Chord] {
        var chords: [LearnedTune.Chord] = []
        // By index, because an iterator of such large values is another kilobyte of the engine.
        for index in shownChords.indices where setup.loop?.contains(shownChords[index].bar) != false {
            guard let subject = shownChords[index].symbol?.toVoice else { continue }
            chords.append(LearnedTune.Chord(bar: shownChords[index].bar + 1, subject: subject))
        }
        return chords
    }

    /// Whether everything but the voicings is the same.
    func hasSameChart(as other: OpenTune) -> Bool {
        source == other.source && link == other.link && isExample == other.isExample
    }

    /// An updated version after a change of tune, setup or settings. Voicings are kept if nothing that decides on them
    /// changed.
    func updated(with source: Source) -> OpenTune {
        var next = OpenTune(source)
        let isAlike =
            next.chords == chords && source.pianist == self.source.pianist
            && next.setup.voicingStyle == setup.voicingStyle && next.hasBass == hasBass
            && next.setup.sectionStyles == setup.sectionStyles && next.setup.pins == setup.pins
            && next.sectionIndices == sectionIndices
        if isAlike {
            next.voicings = voicings
            next.isShown = isShown && next.shownChords == shownChords
        }
        next.link = link
        next.linkedSet = linkedSet
        next.isExample = isExample
        return next
    }

    /// The voicing algorithm with the options of the setup.
    var voicing: TuneVoicing {
        var options = VoicedTune.Options(setup.voicingStyle.styles)
        for entry in setup.sectionStyles.entries { options.stylesOfSections[entry.key] = entry.value.styles }
        for entry in setup.pins.entries where chords.indices.contains(entry.key) {
            let chord = chords[entry.key]
            guard let symbol = chord.symbol else { continue }
            let place = VoicedTune.Place(bar: chord.bar, position: chord.position)
            options.pinned[place] = entry.value.voicing(of: symbol.toVoice)
        }
        var pianist = source.pianist
        if hasBass { pianist.hasBassPlayer = true }
        return TuneVoicing(options, for: pianist)
    }

    /// Whether the band has a bass.
    var hasBassInBand: Bool { setup.band.bass != .off && !setup.muted.contains(.bass) }

    /// Whether there is a bass, also one that the user plays. The hands may leave the root to it.
    private var hasBass: Bool { source.isBassist || hasBassInBand }

    /// Finds the voicings of all chords, with voice leading.
    mutating func findVoicings() {
        guard voicings == nil else { return }
        voicings = voicing.voiced(tune).voicings(of: chords)
    }

    /// The voicing of a chord at written pitch; nil if there is none or it was not found yet.
    func shownVoicing(_ index: Int) -> Voicing? {
        guard let voicings, voicings.indices.contains(index) else { return nil }
        return voicings[index].map { source.reader.reading($0) }
    }

    /// All voicings at written pitch.
    var shownHands: [VoicedTune.Chord] {
        chords.indices.compactMap { index in
            let place = VoicedTune.Place(bar: chords[index].bar, position: chords[index].position)
            return shownVoicing(index).map { VoicedTune.Chord(place: place, voicing: $0) }
        }
    }

    /// The tune as text, with these note names.
    func text(in names: NoteNames) -> String {
        names == .english && source.shift == 0 ? stored.text : TuneText.write([tune], in: names)
    }

    /// For each bar, the index of its section.
    var sectionIndices: [Int] {
        tune.sections.enumerated().flatMap { index, section in section.bars.map { _ in index } }
    }

    var feel: Feel { setup.feel ?? Feel(of: tune) }

    /// The feel, and what was chosen for the players.
    var band: Band {
        var band = setup.band
        band.feel = feel
        if source.isBassist { band.bass = .off }
        return band
    }

    /// The accompaniment of one pass, bar by bar.
    func accompaniment(_ pass: Band.Pass) -> Accompaniment {
        let hands = (voicings ?? []).map { $0.keysOfHands }
        var played = order
        var pass = pass
        // A coda without a jump is played in the last chorus only.
        if tune.hasOutro, let chorus = try? tune.unfolded(isLastChorus: false) {
            pass.lengthBefore = chorus.count
            if pass.loop == nil, pass.number < choruses { played = chorus }
        }
        return Accompaniment(of: tune, in: Array(played.prefix(OpenTune.maximumPlayed)), hands: hands, band, pass: pass)
    }

    /// The maximum number of bars in one playback.
    private static let maximumPlayed = 2000
}
