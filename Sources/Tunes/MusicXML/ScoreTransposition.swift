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

extension Key {
    /// The root of a chord on a degree of the key.
    /// - Parameter alteration: in semitones.
    func root(on number: Int, altered alteration: Int) -> NoteName? {
        guard 1...7 ~= number, abs(alteration) <= 2 else { return nil }
        let note = notes[number - 1]
        return NoteName(fifths: note.fifths + 7 * alteration).simplified
    }

    /// The root of a chord from its Roman numeral, such as `bVII`, `ii` or `V/ii`. An accidental counts from the major
    /// scale.
    func root(onNumeral text: String) -> NoteName? {
        if let slash = text.firstIndex(of: "/") {
            // The degree of the key that the second numeral names.
            return root(onNumeral: String(text[text.index(after: slash)...])).flatMap {
                Key($0, .major).root(onNumeral: String(text[..<slash]))
            }
        }
        var alteration = 0
        var letters = ""
        for sign in text.unicodeScalars {
            switch sign {
            case "b", "♭": alteration -= 1
            case "#", "♯": alteration += 1
            case "I", "V", "X": letters.unicodeScalars.append(sign)
            case "i", "v", "x": letters += sign == "i" ? "I" : sign == "v" ? "V" : "X"
            default: if letters.isEmpty { return nil }
            }
        }
        guard let index = ["I", "II", "III", "IV", "V", "VI", "VII"].firstIndex(of: letters) else { return nil }
        if alteration == 0 { return root(on: index + 1, altered: 0) }
        return Key(tonic, .major).root(on: index + 1, altered: alteration)
    }
}
