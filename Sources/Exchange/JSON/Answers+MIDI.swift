import Harmony
import Input
import Instruments
import JSONText
import Rendering
import Tunes

extension Answers {
    /// Reads the split point between the hands: nil for the division that two hands would choose, or the lowest note of
    /// the right hand, as a MIDI number or a name with its octave (C4 is middle C).
    public static func handSplit(_ note: String?, in names: NoteNames = .english) throws(InputError) -> HandSplit {
        guard let note else { return .automatic }
        let refusal = InputError(
            "“\(note)” is not a note at which the hands can be split. Give a MIDI number such as 60, or C4.")
        guard let pitch = Int(note) ?? Tone(note, in: names)?.pitch, (0...127).contains(pitch) else { throw refusal }
        return .at(note: pitch)
    }

    /// The chords of a file over time: bars and beats from 1, seconds since the beginning. If its context has changed a
    /// chord's name, `alone` is the name without context. `key` and `numeral` are its function, as in a tune; a chord
    /// without a name has neither.
    /// - Parameter key: the key that the user gave.
    public static func json(
        _ track: ChordTrack, of file: MIDIFile, in key: Key? = nil, notation: Notation = Notation()
    ) -> JSON {
        let chords = track.entries.map { $0.harmony.inKeys }
        var places = ChordInKey.all(of: chords.compactMap { $0 }, home: key, isRound: false).makeIterator()
        return .object([
            (
                "chords",
                .array(zip(track.entries, chords).map { json($0, $1.flatMap { _ in places.next() ?? nil }, notation) })
            ),
            ("tracks", .int(file.tracks.count)),
            ("duration", .thousandths(file.duration)),
        ])
    }

    private static func json(_ entry: ChordTrack.Entry, _ place: ChordInKey?, _ notation: Notation) -> JSON {
        json(
            entry.position, seconds: entry.seconds, until: entry.endSeconds, entry.chord,
            hands: (entry.harmony.lower, entry.harmony.upper), place, notation)
    }

    /// A chord of a file, by every change or as in a lead sheet.
    /// - Parameter hands: the chords of the hands; nil in a lead sheet.
    static func json(
        _ position: MIDIFile.Position, seconds: Double, until end: Double, _ chord: ChordInRow,
        hands: (lower: Chord?, upper: Chord?), _ place: ChordInKey?, _ notation: Notation
    ) -> JSON {
        let harmony = chord.harmony
        let presentation = Presentation(notation)
        return .object([
            ("bar", .int(position.bar)),
            ("beat", .thousandths(position.beat)),
            ("seconds", .thousandths(seconds)),
            ("duration", .thousandths(end - seconds)),
            ("pitches", .array(harmony.pitches.map { .int($0) })),
            ("notes", .strings(harmony.notes.map { notation.written($0) })),
            ("name", .optional(harmony.shown.map { presentation.title($0) })),
            ("alone", .optional(chord.alone.map { presentation.title($0) })),
            ("lower", .optional(hands.lower?.shortName(in: notation))),
            ("upper", .optional(hands.upper?.shortName(in: notation))),
            ("key", .optional(place?.key.name(in: notation))),
            ("numeral", .optional(place.map { notation.written($0.numeral) })),
        ])
    }
}

extension LiveHarmony {
    /// The chord whose function counts: of a polychord the lower one, as in a tune.
    fileprivate var inKeys: Chord? {
        switch shown {
        case .combination(let combination): combination.result ?? lower
        case .reading: whole
        case nil: nil
        }
    }
}
