/// A spelled note without an octave, stored as a position on the line of fifths: … B♭ F C G D A E B F♯ ….
///
/// C is 0, each fifth up adds one. Letter, accidental and pitch class follow by arithmetic. Spelling a chord (adding
/// degrees) and transposing (adding an interval) are additions.
public struct NoteName: Sendable, Hashable {
    @usableFromInline let place: Int8

    init(place: Int8) { self.place = place }

    /// Fifths above C.
    @inlinable
    public var fifths: Int { Int(place) }

    /// - Precondition: −128…127 fifths above C, far beyond any written accidental.
    @inlinable
    public init(fifths: Int) {
        place = Int8(fifths)
    }

    /// - Precondition: at most 17 sharps or flats, to fit the range of ``fifths``.
    public init(_ letter: Letter, _ accidental: Accidental = .natural) {
        self.init(fifths: letter.fifths + 7 * accidental.semitones)
    }

    public var letter: Letter {
        // Two fifths make a scale step, so four steps make a fifth.
        Letter(rawValue: modulo(4 * fifths, 7))!
    }

    public var accidental: Accidental {
        Accidental(semitones: floorDivide(fifths + 1, 7))
    }

    /// The pitch class: C = 0 … B = 11.
    @inlinable
    public var pitchClass: Int {
        modulo(7 * fifths, 12)
    }

    /// The displayed name: `C`, `F♯`, `B𝄫`.
    public var text: String { accidental == .natural ? letter.name : letter.name + accidental.written }

    /// This name, or the nearest enharmonic towards C if it would need a triple accidental.
    public var displayed: NoteName { nearerToC(whereAccidentalExceeds: 2) }

    /// This name, or the nearest enharmonic towards C if it is doubly altered. Used for roots (B𝄫 → A, F𝄪 → G).
    public var simplified: NoteName { nearerToC(whereAccidentalExceeds: 1) }

    /// The displayed name of the note `degree` above this one.
    public func adding(_ degree: Degree) -> NoteName {
        NoteName(fifths: fifths + degree.fifths).displayed
    }

    private func nearerToC(whereAccidentalExceeds limit: Int) -> NoteName {
        // Nearly all names are in this range.
        if (-8...12).contains(fifths) { return self }
        var nearer = self
        while nearer.accidental.semitones > limit { nearer = NoteName(fifths: nearer.fifths - 12) }
        while nearer.accidental.semitones < -limit { nearer = NoteName(fifths: nearer.fifths + 12) }
        return nearer
    }

    /// Positions with at most one accidental: F♭ (−8) … B♯ (12).
    public static let simpleFifths = -8...12

    /// The one or two names of a pitch class (0…11) with at most one accidental, the flatter first.
    static func simple(_ pitchClass: Int) -> some Sequence<NoteName> {
        let flattest = modulo(7 * pitchClass - simpleFifths.lowerBound, 12) + simpleFifths.lowerBound
        return stride(from: flattest, through: simpleFifths.upperBound, by: 12).lazy.map { NoteName(fifths: $0) }
    }

    /// The 21 selectable roots: naturals, then flats, then sharps, each from C to B.
    public static let roots: [NoteName] = {
        var roots: [NoteName] = []
        for accidental in [Accidental.natural, .flat, .sharp] {
            for letter in Letter.allCases { roots.append(NoteName(letter, accidental)) }
        }
        return roots
    }()

    /// The usual name of a pitch class without context: the fewest accidentals, and flats for black keys except F♯, as
    /// keys are usually named.
    public init(pitchClass: Int) {
        self.init(fifths: modulo(7 * pitchClass + 5, 12) - 5)
    }
}

extension NoteName: CustomStringConvertible {
    public var description: String { text }
}

/// The non-negative remainder, as needed for pitch classes.
@inlinable
func modulo(_ value: Int, _ divisor: Int) -> Int {
    let remainder = value % divisor
    return remainder < 0 ? remainder + divisor : remainder
}

/// Division rounded towards −∞. It converts fifths to accidentals alike on both sides of C.
func floorDivide(_ value: Int, _ divisor: Int) -> Int {
    (value - modulo(value, divisor)) / divisor
}
