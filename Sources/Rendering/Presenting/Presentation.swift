import Chordsets
import Harmony
import Instruments

/// How things are shown to the user: the notation of names, and the form of links.
package struct Presentation: Sendable, Hashable {
    /// All values in one number, of which 0 has the defaults. Presentations are passed to most functions of the page,
    /// which would otherwise take them apart and put them together again.
    private var bits: UInt32 = 0

    package var notation: Notation {
        get { Notation(bits: UInt8(truncatingIfNeeded: bits)) }
        set { bits = bits & ~0xFF | UInt32(newValue.bits) }
    }
    /// The vocabulary in which results are named.
    package var vocabulary: Vocabulary.Name {
        get { bits[bit: 8] ? .classic : .jazz }
        set { bits[bit: 8] = newValue == .classic }
    }
    package var keyNames: KeyNames {
        get { bits[bit: 9] ? .all : .lit }
        set { bits[bit: 9] = newValue == .all }
    }
    package var middleC: MiddleC {
        get { bits[bit: 10] ? .three : .four }
        set { bits[bit: 10] = newValue == .three }
    }
    /// The first of two enharmonic keys on the circle.
    package var order: CirclePlace.Order {
        get { bits[bit: 11] ? .sharps : bits[bit: 12] ? .flats : .fewer }
        set {
            bits[bit: 11] = newValue == .sharps
            bits[bit: 12] = newValue == .flats
        }
    }
    package var links: Links {
        get { bits[bit: 13] ? .inFragment : .inPath }
        set { bits[bit: 13] = newValue == .inFragment }
    }
    /// Whether graphs include notes.
    package var graphHasNotes: Bool {
        get { !bits[bit: 14] }
        set { bits[bit: 14] = !newValue }
    }
    /// The instrument for which names and keyboards are written.
    package var reader: TransposingInstrument {
        get { bits[bit: 15] ? .bFlat : bits[bit: 16] ? .eFlat : bits[bit: 17] ? .f : .c }
        set {
            bits[bit: 15] = newValue == .bFlat
            bits[bit: 16] = newValue == .eFlat
            bits[bit: 17] = newValue == .f
        }
    }

    package init() {}

    /// In a notation.
    package init(_ notation: Notation) {
        self.notation = notation
    }

    /// Which keys of a keyboard have their names on them.
    package enum KeyNames: String, CaseIterable, Sendable {
        case lit, all
    }

    /// The octave of MIDI number 60, about which makers of instruments disagree.
    package enum MiddleC: String, CaseIterable, Sendable {
        case four = "C4"
        case three = "C3"

        /// The number of the octave that begins with a C.
        /// - Parameter pitch: its MIDI number.
        package func octave(of pitch: Int) -> Int { pitch / 12 - (self == .four ? 1 : 2) }
    }

    /// Combines two chords in the user's vocabulary and notation.
    package var combiner: ChordCombiner { ChordCombiner(vocabulary: vocabulary.vocabulary) }

    /// The same for sentences, in which browsers translate everything but names.
    @inline(never)
    package var inSentences: Presentation {
        var presentation = self
        presentation.notation.marksNames = true
        return presentation
    }

    // MARK: Names

    // Never inlined, because the views call these hundreds of times.

    /// The precise name.
    @inline(never)
    package func name(_ chord: Chord) -> String { chord.name(in: notation) }

    /// The name usually shown.
    @inline(never)
    package func shortName(_ chord: Chord) -> String {
        vocabulary == .jazz ? title(chord) : chord.shortName(in: notation)
    }

    /// The name as musicians say it.
    @inline(never)
    package func title(_ chord: Chord) -> String { chord.title(in: notation) }

    @inline(never)
    package func title(_ reading: Reading) -> String { reading.title(in: notation) }

    /// The name in lists, fields and addresses: the precise one, but the root alone for a major triad, and `7alt`.
    @inline(never)
    package func listName(_ chord: Chord) -> String {
        if chord.isPlainAlt { return title(chord) }
        return chord.type.suffix == "ma" ? shortName(chord) : name(chord)
    }

    /// The name of a type after a root that is not chosen yet.
    @inline(never)
    package func name(_ type: ChordType) -> String { notation.written(suffix: type.suffix) }

    @inline(never)
    package func name(_ note: NoteName) -> String { notation.written(note) }

    /// A letter alone, as a picker shows it.
    package func name(_ letter: Letter) -> String { notation.names.name(of: letter) }

    @inline(never)
    package func name(_ degree: Degree) -> String { notation.written(degree) }

    @inline(never)
    package func name(_ scale: Scale) -> String { scale.name(in: notation) }

    /// A name in which only the accidentals depend on the notation.
    package func written(_ name: String) -> String { notation.written(name) }

    /// What a chord does in a key: `applied dominant of ii`.
    package func words(_ function: HarmonicFunction) -> String {
        function.words { notation.marked(notation.written($0)) }
    }

    package func name(_ accidental: Accidental) -> String { notation.written(accidental.sign) }

    /// `F♯4`: the usual name of a key on the piano, with its octave.
    /// - Parameter pitch: its MIDI number.
    @inline(never)
    package func name(pitch: Int) -> String {
        name(NoteName(pitchClass: pitch % 12)) + "\(middleC.octave(of: pitch))"
    }

    /// `B♯3` for the key of C4: a tone under its own name, in the octave in which it is written.
    @inline(never)
    package func name(_ tone: Tone) -> String {
        name(tone.name) + "\(middleC.octave(of: tone.natural))"
    }

    /// The same for a sounding key, in written pitch.
    @inline(never)
    package func name(sounding pitch: Int) -> String { name(pitch: pitch + reader.semitones) }

    /// The name as a teacher says it.
    @inline(never)
    package func spoken(_ chord: Chord) -> String { Spoken.chord(chord, notation.names) }

    @inline(never)
    package func names(_ notes: [NoteName]) -> String { notes.map { name($0) }.joined(separator: " ") }

    /// `F♯ harmonic minor`.
    @inline(never)
    package func name(_ key: Key) -> String { key.name(in: notation) }

    /// `6♯`, `1♭`, `0`.
    package func short(_ signature: KeySignature) -> String {
        "\(signature.count)" + (signature.count == 0 ? "" : name(signature.accidental))
    }

    /// `6 sharps`, `1 flat`, `no sharps or flats`.
    package func words(_ signature: KeySignature) -> String {
        guard signature.count > 0 else { return "no sharps or flats" }
        return "\(signature.count) " + (signature.fifths > 0 ? "sharp" : "flat") + (signature.count == 1 ? "" : "s")
    }

    /// `F♯/G♭`; in minor in lower case, to show the mode: `d♯/e♭`.
    package func tonics(of keys: [Key]) -> String {
        keys.map { key in
            let tonic = name(key.tonic)
            guard key.mode == .minor else { return tonic }
            return tonic.replacingSigns {
                ("A"..."Z").contains($0) ? String(Unicode.Scalar(UInt8($0.value) | 0x20)) : nil
            }
        }.joined(separator: "/")
    }

    @inline(never)
    package func title(_ combination: Combination) -> String { combination.title(in: notation) }

    /// The played notes: the combination of both hands, or the chord of all notes; note names if there is no chord.
    @inline(never)
    package func name(of harmony: LiveHarmony) -> String { harmony.shown.map { title($0) } ?? names(harmony.notes) }

    @inline(never)
    package func title(_ name: LiveHarmony.Name) -> String {
        switch name {
        case .combination(let combination): title(combination)
        case .reading(let reading): title(reading)
        }
    }

    /// The name of the chord that is attached to a light chord.
    @inline(never)
    package func name(of music: Music) -> String {
        music.combination(in: vocabulary).map { title($0) } ?? shortName(music.lower)
    }

    /// `Cma7 + D`.
    @inline(never)
    package func sum(_ combination: Combination) -> String {
        shortName(combination.lower) + " + " + shortName(combination.upper)
    }
}
