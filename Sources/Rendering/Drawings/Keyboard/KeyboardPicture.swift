import Harmony
import Instruments

/// A piano keyboard with lit keys: as SVG, as a sentence, and as text for a terminal.
public struct KeyboardPicture: Sendable {
    /// MIDI number of the lowest key, a C.
    package let lowest: Int
    package let octaves: Int
    /// The lowest first.
    package let lit: [Combination.Note]
    /// Whether lit keys have the sign of their chord.
    let showsParts: Bool
    /// Lit keys that the chord of all notes spells differently, with that name: D♯ for an E♭ above C7. In the classic
    /// vocabulary, the name in the key's own chord.
    private var otherNames: [(pitch: Int, name: NoteName)] = []
    /// Whether the other names are those of the chord of all notes.
    private var areOthersOfResult = false
    /// The keys to draw for two hands: their own and some around them, with middle C marked. Nil draws whole octaves.
    private(set) var drawn: ClosedRange<Int>?
    /// Whether every key has room for its name, because others may be lit later.
    private(set) var isBlank = false
    /// If pressing a key counts as playing: how many semitones below the key the played note is. Nil if the key only
    /// sounds.
    var playedBelow: Int?
    /// The keys that fingers leave for the next voicing, and those to which they move.
    private(set) var moves: [(from: Int, to: Int, part: Part)] = []
    /// Marks on keys in an exercise.
    private(set) var remarks: [Remark] = []
    /// Whether this is the keyboard of an exercise.
    private var isPracticed = false
    /// The action of a key that is pressed, to which its MIDI number is appended; nil if the key only sounds.
    private(set) var pressing: String?

    /// A mark on a key besides lit keys.
    package struct Remark: Sendable, Hashable {
        package enum Kind: String, Sendable, Hashable {
            /// Played, but not part of the answer.
            case foreign
            /// Missing from the left hand, or from the right one.
            case missingLower = "missing lower"
            case missingUpper = "missing upper"
        }

        /// MIDI number.
        package let pitch: Int
        package let kind: Kind
        /// The name of the note.
        package let name: NoteName

        package init(_ pitch: Int, _ kind: Kind, _ name: NoteName) {
            self.pitch = pitch
            self.kind = kind
            self.name = name
        }
    }

    /// One chord in the color of its half.
    package init(of chord: Chord?, as half: Half, octaves: Int, showsParts: Bool = false) {
        let part: Part = half == .lower ? .lower : .upper
        let notes = (chord?.voicing ?? []).map { Combination.Note(tone: $0.forPlayers, part: part) }
        self.init(notes, octaves: octaves, showsParts: showsParts)
    }

    /// All notes of a combination, each half spelled as its own chord, in the classic vocabulary as the result.
    public init(of combination: Combination) {
        let notes = combination.notes
        self.init(notes.map { combination.written($0) }, octaves: 3, showsParts: true)
        areOthersOfResult = combination.spellsHands
        for (note, shown) in zip(notes, lit) {
            let name = areOthersOfResult ? note.tone.name.simplified : combination.ownName(of: note)
            if let name, name != shown.tone.name { otherNames.append((note.tone.pitch, name)) }
        }
    }

    /// One chord alone, on as many octaves as it needs.
    public init(of chord: Chord) {
        self.init(of: chord, as: .lower, octaves: 2)
    }

    /// Both halves of a pair of chords, one per hand.
    package init(of way: Way) {
        func notes(_ pitches: [Int], of chord: Chord, _ part: Part) -> [Combination.Note] {
            let names = chord.notes
            return pitches.map { pitch in
                let usual = NoteName(pitchClass: pitch)
                let name = names.first { $0.pitchClass == usual.pitchClass } ?? usual
                return Combination.Note(tone: Tone(pitch: pitch, name: name.simplified, degree: nil), part: part)
            }
        }
        let notes = notes(way.lowerPitches, of: way.lower, .lower) + notes(way.upperPitches, of: way.upper, .upper)
        self.init(notes, octaves: 3, showsParts: false)
    }

    /// A voicing for two hands.
    /// - Parameters:
    ///   - others: other keys that need room.
    ///   - next: the voicing to which the hands move; nil if that is not drawn.
    package init(of voicing: Voicing, among others: [Int] = [], before next: Voicing? = nil) {
        func notes(_ hand: Hand, _ part: Part) -> [Combination.Note] {
            voicing.written(hand).map { Combination.Note(tone: $0, part: part) }
        }
        self.init(notes(.left, .lower) + notes(.right, .upper), within: others + voicing.tones.map { $0.pitch })
        guard let next else { return }
        for (hand, part) in [(Hand.left, Part.lower), (.right, .upper)] {
            let (now, then) = (voicing.written(hand).map { $0.pitch }, next.written(hand).map { $0.pitch })
            for (index, pitch) in then.enumerated() {
                // Voices do not cross. With another number of notes, each comes from the nearest key.
                let from =
                    now.count == then.count ? now[index] : now.min { abs($0 - pitch) < abs($1 - pitch) } ?? pitch
                if from != pitch { moves.append((from, pitch, part)) }
            }
        }
    }

    /// A keyboard without lit keys that has room for all of these voicings.
    package init(under voicings: [Voicing]) {
        self.init([], within: voicings.flatMap { $0.tones.map { $0.pitch } })
        isBlank = true
    }

    /// The state of an answer in an exercise.
    /// - Parameters:
    ///   - notes: the correct notes, each in the color of its hand.
    ///   - remarks: the foreign and the missing notes.
    ///   - pitches: notes that need room, which keeps the keyboard in place while the hands move.
    ///   - pressing: the action of a key that is pressed, to which its MIDI number is appended; nil if the key only
    ///     sounds.
    package init(practising notes: [Combination.Note], _ remarks: [Remark], within pitches: [Int], pressing: String?) {
        self.init(notes, within: pitches)
        self.remarks = remarks
        self.pressing = pressing
        isPracticed = true
    }

    /// The keys to draw for hands that use these keys.
    private init(_ notes: [Combination.Note], within pitches: [Int]) {
        lit = notes
        var first = min(60, pitches.min() ?? 60)
        var last = max(60, pitches.max() ?? 60)
        // At least two octaves, because fewer keys would be huge and would change their size from style to style.
        let room = max(0, 24 - (last - first))
        first -= room / 2
        last += room - room / 2
        lowest = first / 12 * 12
        octaves = PianoGeometry.octaves(from: lowest, toShow: last, least: 2)
        drawn = PianoGeometry.whiteKeys(around: first...last, within: lowest...lowest + 12 * octaves - 1)
        showsParts = false
    }

    /// - Parameter octaves: the minimum number of octaves. The keyboard grows until it shows every note.
    package init(_ notes: [Combination.Note], octaves: Int, showsParts: Bool) {
        // Voicings begin in the octave above middle C. Only notes below it move the keyboard down.
        let below = 60 - (notes.first?.tone.pitch ?? 60)
        lowest = 60 - (max(0, below) + 11) / 12 * 12
        self.octaves = PianoGeometry.octaves(from: lowest, toShow: notes.last?.tone.pitch, least: octaves)
        lit = notes
        self.showsParts = showsParts
    }

    /// The played keys on a keyboard wide enough for most music: the left hand in the color of the lower chord, the
    /// right hand in the color of the upper one.
    /// - Parameters:
    ///   - hands: in written pitch.
    ///   - harmony: the last names of the notes.
    package init(of hands: Hands, namedAs harmony: LiveHarmony, for reader: TransposingInstrument = .c) {
        func notes(_ pitches: [Int], _ part: Part) -> [Combination.Note] {
            pitches.map { pitch in
                let usual = NoteName(pitchClass: pitch)
                let name = harmony.notes.first { $0.pitchClass == usual.pitchClass } ?? usual
                return Combination.Note(tone: Tone(pitch: pitch, name: name.simplified, degree: nil), part: part)
            }
        }
        lit = notes(hands.lower, .lower) + notes(hands.upper, .upper)
        lowest = min(36, (lit.first?.tone.pitch ?? 36) / 12 * 12)
        octaves = PianoGeometry.octaves(from: lowest, toShow: lit.last?.tone.pitch, least: (96 - lowest) / 12)
        showsParts = true
        playedBelow = reader.semitones
    }

    package func note(at pitch: Int) -> Combination.Note? {
        lit.first { $0.tone.pitch == pitch }
    }

    /// The other name of a lit key, in the chord of all notes or in its own, if it differs from the one above the key.
    func otherName(at pitch: Int) -> NoteName? {
        otherNames.first { $0.pitch == pitch }?.name
    }

    /// The name above a lit key.
    package struct Label: Sendable {
        /// MIDI number.
        package let pitch: Int
        package let part: Part
        package let name: String
        /// Whether it is one row higher, because a neighbor's name is near.
        package let isRaised: Bool
    }

    /// The lowest first.
    package func labels(_ presentation: Presentation) -> [Label] { lit.map { label(of: $0, presentation) } }

    func label(of note: Combination.Note, _ presentation: Presentation) -> Label {
        let pitch = note.tone.pitch
        let hasNeighbor = self.note(at: pitch - 1) != nil || self.note(at: pitch + 1) != nil
        return Label(
            pitch: pitch, part: note.part, name: presentation.name(note.tone.name),
            isRaised: PianoGeometry.isBlack(pitch) && hasNeighbor)
    }

    /// `left hand C E G B flat, right hand C sharp E A`
    package func hands(_ presentation: Presentation) -> String {
        var hands: [String] = []
        for (hand, part) in [(PresentingText.leftHand, Part.lower), (PresentingText.rightHand, .upper)] {
            let notes = lit.filter { $0.part == part }
            if notes.isEmpty { continue }
            hands.append(
                hand
                    + presentation.notation.marked(
                        notes.map { Spoken.note($0.tone.name, presentation.notation.names) }.joined(separator: " ")))
        }
        return hands.joined(separator: ", ")
    }

    /// The picture in words, for screen readers.
    package func sentence(_ presentation: Presentation) -> String {
        let names = presentation.notation.names
        if isPracticed { return practiced(names) }
        if drawn != nil { return PresentingText.pianoKeyboard + ", " + hands(presentation) }
        let keyboard = PresentingText.keyboard(octaves, from: presentation.name(pitch: lowest))
        guard !lit.isEmpty else { return keyboard + PresentingText.nothingLit }
        var sentence = keyboard + PresentingText.lit
        for (index, note) in lit.enumerated() {
            if index > 0 { sentence += ", " }
            sentence += Spoken.note(note.tone.name, names)
            guard showsParts else { continue }
            sentence += note.part == .both ? PresentingText.ofBothChords : " (" + note.part.rawValue
            if let other = otherName(at: note.tone.pitch) {
                sentence += areOthersOfResult ? PresentingText.calledInResult : PresentingText.calledThere
                sentence += Spoken.note(other, names)
            }
            sentence += ")"
        }
        return sentence
    }

    /// `Piano keyboard, played C E, foreign F, missing B flat`
    private func practiced(_ names: NoteNames) -> String {
        func list(_ title: String, _ notes: [NoteName]) -> String {
            notes.isEmpty ? "" : ", " + title + " " + notes.map { Spoken.note($0, names) }.joined(separator: " ")
        }
        return PresentingText.pianoKeyboard + list(PresentingText.played, lit.map { $0.tone.name })
            + list(PresentingText.wrong, remarks.filter { $0.kind == .foreign }.map { $0.name })
            + list(PresentingText.missing, remarks.filter { $0.kind != .foreign }.map { $0.name })
    }
}
