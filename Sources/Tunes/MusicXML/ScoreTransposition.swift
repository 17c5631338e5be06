import Harmony

/// The interval from written to sounding pitch in a part for a transposing instrument.
struct ScoreTransposition {
    /// On the line of fifths, for chords and keys.
    private var fifths = 0
    /// For the melody, including octaves.
    private var semitones = 0

    init() {}

    /// Reads a `transpose` element: diatonic and chromatic steps, and octaves. Without diatonic steps the interval has
    /// its usual name.
    init(_ node: XMLNode) {
        let chromatic = node.number(of: "chromatic") ?? 0
        let octaves = node.number(of: "octave-change") ?? 0
        guard abs(chromatic) <= 48, abs(octaves) <= 4 else { return }
        let semitones = chromatic + 12 * octaves
        self.semitones = semitones
        let step = (chromatic % 12 + 12) % 12
        fifths = NoteName(pitchClass: step).fifths
        guard let diatonic = node.number(of: "diatonic"), abs(diatonic) <= 28 else { return }
        // Two names of one pitch class are twelve fifths apart; a scale step is two fifths modulo seven.
        let named = [fifths - 12, fifths, fifths + 12].first { (4 * $0 - diatonic) % 7 == 0 }
        fifths = named ?? fifths
    }

    /// The instrument by its note, such as B♭; nil for one that sounds as written or in another octave.
    var instrument: String? { fifths == 0 ? nil : NoteName(fifths: fifths).simplified.text }

    func sounding(_ note: NoteName) -> NoteName { NoteName(fifths: note.fifths + fifths).simplified }

    func sounding(_ key: Key) -> Key { fifths == 0 ? key : Key(sounding(key.tonic), key.mode) }

    func sounding(_ tone: Tone) -> Tone {
        semitones == 0 && fifths == 0
            ? tone : Tone(pitch: tone.pitch + semitones, name: sounding(tone.name), degree: nil)
    }
}
