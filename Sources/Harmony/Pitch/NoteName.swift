/// A spelled note without an octave: a place on the line of fifths … B♭ F C G D A E B F♯ ….
///
/// C is 0, every fifth upwards adds one, every fifth downwards takes one away. Letter, accidental and pitch class are
/// arithmetic on that one number, and so are spelling a chord (adding degrees) and transposing (adding an interval).
public struct NoteName: Sendable, Hashable {
    @usableFromInline let place: Int8

    /// Fifths above C.
    @inlinable
    public var fifths: Int { Int(place) }

    /// - Parameter fifths: −128…127, far beyond any accidental that is ever written.
    @inlinable
    public init(fifths: Int) {
        place = Int8(fifths)
    }

    /// - Precondition: at most 17 sharps or flats, so that the place on the line fits.
    public init(_ letter: Letter, _ accidental: Accidental = .natural) {
        self.init(fifths: letter.fifths + 7 * accidental.semitones)
    }

    public var letter: Letter {
        // Two fifths make a step of the scale, so four steps of the scale make a fifth.
        Letter(rawValue: modulo(4 * fifths, 7))!
    }

    public var accidental: Accidental {
        Accidental(semitones: floorDivide(fifths + 1, 7))
    }

    /// The key on the piano regardless of octave: C = 0 … B = 11.
    @inlinable
    public var pitchClass: Int {
        modulo(7 * fifths, 12)
    }

    /// The name as printed: `C`, `F♯`, `B𝄫`.
    public var text: String { letter.name + accidental.written }

    /// This name, or the nearest enharmonic one towards C where a triple accidental would be needed.
    public var displayed: NoteName { nearerToC(whereAccidentalExceeds: 2) }

    /// This name, or the nearest enharmonic one towards C where it is doubly altered: how such a note is named when it
    /// becomes a root (B𝄫 → A, F𝄪 → G).
    public var simplified: NoteName { nearerToC(whereAccidentalExceeds: 1) }

    /// The name `degree` above this note, as it is displayed. Spelling is addition.
    public func adding(_ degree: Degree) -> NoteName {
        NoteName(fifths: fifths + degree.fifths).displayed
    }

    private func nearerToC(whereAccidentalExceeds limit: Int) -> NoteName {
        // Nearly all names lie there.
        if (-8...12).contains(fifths) { return self }
        var nearer = self
        while nearer.accidental.semitones > limit { nearer = NoteName(fifths: nearer.fifths - 12) }
        while nearer.accidental.semitones < -limit { nearer = NoteName(fifths: nearer.fifths + 12) }
        return nearer
    }

    /// Places on the line that carry at most one accidental: F♭ (−8) … B♯ (12).
    public static let simpleFifths = -8...12

    /// The names of a pitch class (0…11) that carry at most one accidental, one or two, the flatter first.
    static func simple(_ pitchClass: Int) -> some Sequence<NoteName> {
        let flattest = modulo(7 * pitchClass - simpleFifths.lowerBound, 12) + simpleFifths.lowerBound
        return stride(from: flattest, through: simpleFifths.upperBound, by: 12).lazy.map { NoteName(fifths: $0) }
    }

    /// The 21 roots that a person may choose, naturals first, then flats, then sharps, each from C to B.
    public static let roots: [NoteName] = {
        var roots: [NoteName] = []
        for accidental in [Accidental.natural, .flat, .sharp] {
            for letter in Letter.allCases { roots.append(NoteName(letter, accidental)) }
        }
        return roots
    }()

    /// The usual name of a pitch class where nothing else decides: the fewest accidentals, and of C♯ D♭, D♯ E♭, … the
    /// flat, but F♯ for the tritone above C, as keys are usually named.
    public init(pitchClass: Int) {
        self.init(fifths: modulo(7 * pitchClass + 5, 12) - 5)
    }
}

extension NoteName: CustomStringConvertible {
    public var description: String { text }
}

/// The remainder that is never negative, as pitch classes need it.
@inlinable
func modulo(_ value: Int, _ divisor: Int) -> Int {
    let remainder = value % divisor
    return remainder < 0 ? remainder + divisor : remainder
}

/// Division rounded towards −∞, which turns fifths into accidentals on both sides of C alike.
func floorDivide(_ value: Int, _ divisor: Int) -> Int {
    (value - modulo(value, divisor)) / divisor
}
