import Harmony
import Instruments

/// A piano keyboard with some keys lit: as SVG, as a sentence, and as text for a terminal.
public struct KeyboardPicture: Sendable {
    /// MIDI number of the lowest key, a C.
    package let lowest: Int
    package let octaves: Int
    /// From the lowest up.
    package let lit: [Combination.Note]
    /// Whether lit keys carry the sign of the chord they come from.
    let showsParts: Bool
    /// Lit keys that the chord they come from calls otherwise, and how: E♭ beside the D♯ of a result.
    private var ownNames: [(pitch: Int, name: NoteName)] = []
    /// Of two hands the keys that are drawn: those under them and some beside, with middle C marked. Nil where whole octaves
    /// are drawn.
    private(set) var drawn: ClosedRange<Int>?
    /// Whether every key has room for its name, so that others can be lit later on.
    private(set) var isBlank = false
    /// Where pressing a key is playing, and not only hearing how it sounds: how many semitones below it is what is played.
    var playedBelow: Int?
    /// What is said of keys where the user plays what is asked for.
    private(set) var remarks: [Remark] = []
    /// Whether the user plays on it what is asked for.
    private var isPractised = false
    /// The action that a key sends when it is pressed, before its MIDI number; nil where it only sounds.
    private(set) var pressing: String?

    /// Something said of a key beside what is lit.
    package struct Remark: Sendable, Hashable {
        package enum Kind: String, Sendable, Hashable {
            /// It is played, and not asked for.
            case foreign
            /// It is asked for, and not played: a gap for the left hand, or for the right one.
            case missingLower = "missing lower"
            case missingUpper = "missing upper"
        }

        /// MIDI number.
        package let pitch: Int
        package let kind: Kind
        /// What the note is called.
        package let name: NoteName

        package init(_ pitch: Int, _ kind: Kind, _ name: NoteName) {
            self.pitch = pitch
            self.kind = kind
            self.name = name
        }
    }

    /// One chord in the colour of its place.
    package init(of chord: Chord?, as half: Half, octaves: Int, showsParts: Bool = false) {
        let part: Part = half == .lower ? .lower : .upper
        let notes = (chord?.voicing ?? []).map { Combination.Note(tone: $0, part: part) }
        self.init(notes, octaves: octaves, showsParts: showsParts)
    }

    /// All notes of a combination.
    public init(of combination: Combination) {
        self.init(combination.notes, octaves: 3, showsParts: true)
        for note in lit {
            if let own = combination.ownName(of: note) { ownNames.append((note.tone.pitch, own)) }
        }
    }

    /// One chord by itself, on as many octaves as it needs.
    public init(of chord: Chord) {
        self.init(of: chord, as: .lower, octaves: 2)
    }

    /// Where both halves of a way lie under two hands.
    package init(of way: Way) {
        func notes(_ pitches: [Int], of chord: Chord, _ part: Part) -> [Combination.Note] {
            let names = chord.notes
            return pitches.map { pitch in
                let usual = NoteName(pitchClass: pitch)
                let name = names.first { $0.pitchClass == usual.pitchClass } ?? usual
                return Combination.Note(tone: Tone(pitch: pitch, name: name, degree: nil), part: part)
            }
        }
        let notes = notes(way.lowerPitches, of: way.lower, .lower) + notes(way.upperPitches, of: way.upper, .upper)
        self.init(notes, octaves: 3, showsParts: false)
    }

    /// What both hands play, as it lies under them.
    package init(of voicing: Voicing) {
        func notes(_ hand: Hand, _ part: Part) -> [Combination.Note] {
            voicing[hand].map { Combination.Note(tone: $0, part: part) }
        }
        self.init(notes(.left, .lower) + notes(.right, .upper), within: voicing.tones.map { $0.pitch })
    }

    /// A keyboard for all of these voicings, on which none of them lies yet.
    package init(under voicings: [Voicing]) {
        self.init([], within: voicings.flatMap { $0.tones.map { $0.pitch } })
        isBlank = true
    }

    /// What the user plays of what is asked for.
    /// - Parameters:
    ///   - notes: what is played rightly, each in the colour of the hand that plays it.
    ///   - remarks: what is foreign, and the gaps.
    ///   - pitches: what is to find room, so that the keys stay where they are while the hands move.
    ///   - pressing: what a key sends when it is pressed, before its MIDI number; nil where it only sounds.
    package init(practising notes: [Combination.Note], _ remarks: [Remark], within pitches: [Int], pressing: String?) {
        self.init(notes, within: pitches)
        self.remarks = remarks
        self.pressing = pressing
        isPractised = true
    }

    /// What is under hands, as far as these keys reach.
    private init(_ notes: [Combination.Note], within pitches: [Int]) {
        lit = notes
        var first = min(60, pitches.min() ?? 60)
        var last = max(60, pitches.max() ?? 60)
        // Two octaves at least: few keys would be huge ones, and from style to style they would grow and shrink.
        let room = max(0, 24 - (last - first))
        first -= room / 2
        last += room - room / 2
        lowest = first / 12 * 12
        octaves = PianoGeometry.octaves(from: lowest, toShow: last, least: 2)
        drawn = PianoGeometry.whiteKeys(around: first...last, within: lowest...lowest + 12 * octaves - 1)
        showsParts = false
    }

    /// - Parameter octaves: at least; the keyboard grows until it shows every note.
    package init(_ notes: [Combination.Note], octaves: Int, showsParts: Bool) {
        // Voicings begin in the octave above middle C; only what lies below it moves the keyboard down.
        let below = 60 - (notes.first?.tone.pitch ?? 60)
        lowest = 60 - (max(0, below) + 11) / 12 * 12
        self.octaves = PianoGeometry.octaves(from: lowest, toShow: notes.last?.tone.pitch, least: octaves)
        lit = notes
        self.showsParts = showsParts
    }

    /// What is played, on a keyboard wide enough for most of it: the left hand's keys as of a lower chord, the right hand's
    /// as of an upper one.
    /// - Parameters:
    ///   - hands: as they are read.
    ///   - harmony: how the notes were called last.
    package init(of hands: Hands, namedAs harmony: LiveHarmony, for reader: TransposingInstrument = .c) {
        func notes(_ pitches: [Int], _ part: Part) -> [Combination.Note] {
            pitches.map { pitch in
                let usual = NoteName(pitchClass: pitch)
                let name = harmony.notes.first { $0.pitchClass == usual.pitchClass } ?? usual
                return Combination.Note(tone: Tone(pitch: pitch, name: name, degree: nil), part: part)
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

    /// What the chord that a lit key comes from calls it, where that is another name than the one above the key.
    func ownName(at pitch: Int) -> NoteName? {
        ownNames.first { $0.pitch == pitch }?.name
    }

    /// The name above a lit key.
    package struct Label: Sendable {
        /// MIDI number.
        package let pitch: Int
        package let part: Part
        package let name: String
        /// Whether it stands one row higher, since a neighbour's is near.
        package let isRaised: Bool
    }

    /// From the lowest up.
    package func labels(_ presentation: Presentation) -> [Label] { lit.map { label(of: $0, presentation) } }

    func label(of note: Combination.Note, _ presentation: Presentation) -> Label {
        let pitch = note.tone.pitch
        let hasNeighbour = self.note(at: pitch - 1) != nil || self.note(at: pitch + 1) != nil
        return Label(
            pitch: pitch, part: note.part, name: presentation.name(note.tone.name),
            isRaised: PianoGeometry.isBlack(pitch) && hasNeighbour)
    }

    /// `left hand C E G B flat, right hand C sharp E A`
    package func hands(_ presentation: Presentation) -> String {
        var hands: [String] = []
        for (hand, part) in [(PresentingText.leftHand, Part.lower), (PresentingText.rightHand, .upper)] {
            let notes = lit.filter { $0.part == part }
            if notes.isEmpty { continue }
            hands.append(hand + notes.map { Spoken.note($0.tone.name, presentation.notation.names) }.joined(separator: " "))
        }
        return hands.joined(separator: ", ")
    }

    /// The picture in words, for those who do not see it.
    package func sentence(_ presentation: Presentation) -> String {
        let names = presentation.notation.names
        if isPractised { return practised(names) }
        if drawn != nil { return PresentingText.pianoKeyboard + ", " + hands(presentation) }
        let keyboard = PresentingText.keyboard(octaves, from: presentation.name(pitch: lowest))
        guard !lit.isEmpty else { return keyboard + PresentingText.nothingLit }
        var sentence = keyboard + PresentingText.lit
        for (index, note) in lit.enumerated() {
            if index > 0 { sentence += ", " }
            sentence += Spoken.note(note.tone.name, names)
            guard showsParts else { continue }
            sentence += note.part == .both ? PresentingText.ofBothChords : " (" + note.part.rawValue
            if let own = ownName(at: note.tone.pitch) { sentence += PresentingText.calledThere + Spoken.note(own, names) }
            sentence += ")"
        }
        return sentence
    }

    /// `Piano keyboard, played C E, foreign F, missing B flat`
    private func practised(_ names: NoteNames) -> String {
        func list(_ title: String, _ notes: [NoteName]) -> String {
            notes.isEmpty ? "" : ", " + title + " " + notes.map { Spoken.note($0, names) }.joined(separator: " ")
        }
        return PresentingText.pianoKeyboard + list(PresentingText.played, lit.map { $0.tone.name })
            + list(PresentingText.wrong, remarks.filter { $0.kind == .foreign }.map { $0.name })
            + list(PresentingText.missing, remarks.filter { $0.kind != .foreign }.map { $0.name })
    }
}
