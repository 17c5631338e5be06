import Chordsets
import Harmony
import Instruments

/// How things are put before the reader: names in the chosen hand, links as the host wants them.
package struct Presentation: Sendable, Hashable {
    package var notation = Notation()
    /// Which names results have.
    package var vocabulary = Vocabulary.Name.jazz
    package var keyNames = KeyNames.lit
    /// The instrument for which names and keyboards are written.
    package var reader = TransposingInstrument.c
    package var middleC = MiddleC.four
    /// Which of two enharmonic keys the circle names first.
    package var order = CirclePlace.Order.fewer
    package var links = Links.inPath
    /// Whether graphs go down to the notes.
    package var graphHasNotes = true

    package init() {}

    /// In a hand.
    package init(_ notation: Notation) {
        self.notation = notation
    }

    /// Which keys of a keyboard carry their names.
    package enum KeyNames: String, CaseIterable, Sendable {
        case lit, all
    }

    /// What MIDI number 60 is called; makers of instruments differ.
    package enum MiddleC: String, CaseIterable, Sendable {
        case four = "C4"
        case three = "C3"

        /// The number of the octave that begins with a C.
        /// - Parameter pitch: its MIDI number.
        package func octave(of pitch: Int) -> Int { pitch / 12 - (self == .four ? 1 : 2) }
    }

    /// Says what two chords are together, under the names that the reader wants.
    package var combiner: ChordCombiner { ChordCombiner(vocabulary: vocabulary.vocabulary) }

    /// The precise name.
    package func name(_ chord: Chord) -> String { chord.name(in: notation) }

    /// The name usually shown.
    package func shortName(_ chord: Chord) -> String {
        vocabulary == .jazz ? title(chord) : chord.shortName(in: notation)
    }

    /// The name as musicians say it.
    package func title(_ chord: Chord) -> String { chord.title(in: notation) }

    package func title(_ reading: Reading) -> String { reading.title(in: notation) }

    /// What a chord shows in lists, fields and addresses: precise, but a major triad by its root alone, and `7alt`.
    package func listName(_ chord: Chord) -> String {
        if chord.isPlainAlt { return title(chord) }
        return chord.type.suffix == "ma" ? shortName(chord) : name(chord)
    }

    /// What stands behind a root that is not chosen yet.
    package func name(_ type: ChordType) -> String { notation.written(suffix: type.suffix) }

    package func name(_ note: NoteName) -> String { notation.written(note) }

    /// A letter by itself, as a picker shows it.
    package func name(_ letter: Letter) -> String { notation.names.name(of: letter) }

    package func name(_ degree: Degree) -> String { notation.written(degree.name) }

    package func name(_ scale: Scale) -> String { scale.name(in: notation) }

    /// A name in which only the signs of sharps and flats depend on the hand.
    package func written(_ name: String) -> String { notation.written(name) }

    package func name(_ accidental: Accidental) -> String { notation.written(accidental.sign) }

    /// `F♯4`: the usual name of a key on the piano, with its octave.
    /// - Parameter pitch: its MIDI number.
    package func name(pitch: Int) -> String {
        name(NoteName(pitchClass: pitch % 12)) + "\(middleC.octave(of: pitch))"
    }

    /// `B♯3`, the key of C4: a tone by its own name, in the octave in which it is written.
    package func name(_ tone: Tone) -> String {
        name(tone.name) + "\(middleC.octave(of: tone.natural))"
    }

    /// The same of a key that sounds, as its reader calls it.
    package func name(sounding pitch: Int) -> String { name(pitch: pitch + reader.semitones) }

    /// As a teacher says it.
    package func spoken(_ chord: Chord) -> String { Spoken.chord(chord, notation.names) }

    package func names(_ notes: [NoteName]) -> String { notes.map { name($0) }.joined(separator: " ") }

    /// `F♯ harmonic minor`.
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

    /// `F♯/G♭`; in minor with small letters, so that the mode shows: `d♯/e♭`.
    package func tonics(of keys: [Key]) -> String {
        keys.map { key in
            let tonic = name(key.tonic)
            guard key.mode == .minor else { return tonic }
            return tonic.replacingSigns { ("A"..."Z").contains($0) ? String(Unicode.Scalar(UInt8($0.value) | 0x20)) : nil }
        }.joined(separator: "/")
    }

    package func title(_ combination: Combination) -> String { combination.title(in: notation) }

    /// What is played: the two hands combined, or all notes together; their names, where they have none together.
    package func name(of harmony: LiveHarmony) -> String { harmony.shown.map { title($0) } ?? names(harmony.notes) }

    package func title(_ name: LiveHarmony.Name) -> String {
        switch name {
        case .combination(let combination): title(combination)
        case .reading(let reading): title(reading)
        }
    }

    /// The chord of notes that a light chord carries.
    package func name(of music: Music) -> String { 
        music.combination(in: vocabulary).map { title($0) } ?? shortName(music.lower)
     }

    /// `Cma7 + D`.
    package func sum(_ combination: Combination) -> String {
        shortName(combination.lower) + " + " + shortName(combination.upper)
    }
}
