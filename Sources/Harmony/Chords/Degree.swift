/// The function of a note relative to the root: 1, ♭3, 5, ♭7, 9, ♯11.
///
/// Two notes of one pitch class can be different degrees (E♭ over C is ♭3, D♯ is ♯9), and the degree decides the name:
/// a degree is a distance on the line of fifths, so adding it to a root spells the note. Degrees above 7 lie in the
/// second octave when a chord is stacked.
public struct Degree: Sendable, Hashable {
    /// The bit of this degree in a ``DegreeSet``. Bits are in degree order.
    @usableFromInline let place: UInt8

    /// The scale step from the root, 1…13, counted as musicians count.
    @inlinable
    public var number: Int { Int(place &>> 2) + 1 }
    /// Semitones from the degree of the major scale: −2 (°7) to +1.
    @inlinable
    public var alteration: Int { Int(place & 3) - 2 }

    /// - Precondition: a number from 1 to 13 and an alteration from −2 to +1. No chord or scale has others.
    @inlinable
    public init(_ number: Int, _ alteration: Int = 0) {
        precondition((1...13).contains(number) && (-2...1).contains(alteration), "no such degree")
        place = UInt8(truncatingIfNeeded: 4 * (number - 1) + alteration + 2)
    }

    /// Distance above the root on the line of fifths.
    public var fifths: Int {
        (2 * number - 1) % 7 - 1 + 7 * alteration
    }

    /// The degree within the octave at this distance above the root on the line of fifths.
    /// - Precondition: −15…12, the fifths of alterations from −2 to +1.
    init(fifths: Int) {
        // Letters above C are numbered like degrees.
        let note = NoteName(fifths: fifths)
        self.init(note.letter.rawValue + 1, note.accidental.semitones)
    }

    /// Semitones above the root in a stacked chord: 0…11 within the octave, from ♭9 = 13 to 13 = 21 beyond it.
    @inlinable
    public var semitones: Int {
        // The major scale is the most even choice of seven keys among twelve, hence the division.
        (12 * number - 7) / 7 + alteration
    }

    /// Semitones above the root within one octave, 0…11.
    @inlinable
    public var pitchClass: Int { modulo(semitones, 12) }

    /// The written degree: `♭3`, `♯11`; the diminished seventh is `°7`.
    public var name: String { Self.names[Int(place)] }

    var numberText: String { Self.numbers[number] }

    private static let numbers = (0...13).map { "\($0)" }

    /// Indexed by ``place``.
    private static let names = numbers.dropFirst().flatMap { number in
        (-2...1).map { $0 == -2 && number == "7" ? "°7" : Accidental(semitones: $0).written + number }
    }

    /// Reads a degree as the theory's tables write it: an optional sign, then 1…13.
    /// - Returns: nil for anything else.
    public init?(_ text: some StringProtocol) {
        var alteration = 0
        var number = 0
        for scalar in text.unicodeScalars {
            switch scalar {
            case "♭" where number == 0 && alteration == 0: alteration = -1
            case "♯" where number == 0 && alteration == 0: alteration = 1
            case "°" where number == 0 && alteration == 0: alteration = -2
            case "0"..."9" where number < 2: number = number * 10 + Int(scalar.value - 48)
            default: return nil
            }
        }
        guard (1...13).contains(number) else { return nil }
        self.init(number, alteration)
    }
}

extension Degree: CustomStringConvertible {
    public var description: String { name }
}

extension Degree: Comparable {
    /// Degree order: by number, then from flat to sharp. Notes of a chord are listed in this order.
    @inlinable
    public static func < (one: Degree, other: Degree) -> Bool {
        one.place < other.place
    }

    @inlinable
    var position: Int { Int(place) }

    @inlinable
    init(position: Int) {
        place = UInt8(truncatingIfNeeded: position)
    }
}
