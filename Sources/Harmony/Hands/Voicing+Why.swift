extension Voicing {
    /// One sentence about the purpose of the style and the omitted and added notes: “Form A, with the third at the
    /// bottom: form B of the next chord is a step away; the bass player has the root; 9 added.”
    public var why: String { why(in: Notation()) }

    /// The sentence in a notation.
    public func why(in notation: Notation) -> String {
        var text = purpose
        if style.isRootless, missing.contains(1) {
            text += hasOwnBass ? "; no root" : "; the bass player has the root"
        }
        let gone = style.isRootless ? missing.subtracting(DegreeSet(Degree(1))) : missing
        if !gone.isEmpty { text += "; " + gone.omitted { notation.written($0) } }
        if !added.isEmpty { text += "; " + added.map { notation.written($0) }.listed("and") + " added" }
        if isMuddy { text += "; low and muddy, but nothing higher is within reach" }
        return text + "."
    }

    /// Whether the left hand plays the bass of a slash chord.
    private var hasOwnBass: Bool { subject.chord.bass != nil && tones.first?.name == subject.chord.lowest }

    /// The lowest note of a rootless form: the third or suspended note, or the seventh or sixth.
    private var bottom: String {
        let guides = style == .rootlessA ? [3, 4, 2, 11] : [7, 6]
        return switch guides.first(where: { guide in tones.contains { $0.degree?.number == guide } }) {
        case 2: "second"
        case 4: "fourth"
        case 6: "sixth"
        case 7: "seventh"
        case 11: "eleventh"
        default: "third"
        }
    }

    /// Whether the right hand has a tension.
    private var isColored: Bool { right.contains { $0.degree?.number ?? 0 > 7 } }

    /// Whether it spans more than an octave.
    private var isWide: Bool {
        guard let lowest = tones.first, let highest = tones.last else { return false }
        return highest.pitch - lowest.pitch > 12
    }

    /// Whether the two hands are a whole step apart.
    private var isMajorStack: Bool {
        guard let below = left.last, let above = right.first else { return false }
        return above.pitch - below.pitch == 2
    }

    private var purpose: String {
        switch style {
        case .pair:
            left.count == 1
                ? "The left hand has the bass and the right hand the chord" : "Each hand plays its own chord"
        case .close: "All notes are as close together as possible"
        case .shell: "A few notes define the chord and leave room above"
        case .rootlessA: "Form A, with the \(bottom) at the bottom: form B of the next chord is a step away"
        case .rootlessB: "Form B, with the \(bottom) at the bottom: form A of the next chord is a step away"
        case .drop2: "The second voice from the top is dropped an octave, which opens up a close chord"
        case .drop3: "The third voice from the top is dropped an octave, which leaves a gap above the bass"
        case .drop24: "The second and fourth voices from the top are dropped an octave: wide and even"
        case .spread:
            isWide
                ? "The left hand has the bass and the right hand the color, with room between the notes"
                : "The left hand has the bass and the right hand the rest, close above it"
        case .quartal: "Stacked fourths leave the chord open: a modern sound"
        case .soWhat: "Three fourths and a third on top, as in “So What”"
        case .kennyBarron:
            isMajorStack
                ? "Two stacks of fifths a whole step apart, as Kenny Barron plays major chords"
                : "Two stacks of fifths a semitone apart, as Kenny Barron plays minor chords"
        case .upperStructure:
            isColored
                ? "The left hand defines the chord, and a triad in the right hand colors it"
                : "The left hand defines the chord, and the right hand plays its triad"
        case .block: "The melody on top with the chord close under it, and the melody again an octave lower"
        }
    }
}
