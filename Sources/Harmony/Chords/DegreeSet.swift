/// A set of degrees in degree order. It defines a chord type.
public struct DegreeSet: Sendable, Hashable {
    @usableFromInline var bits: UInt64

    @inlinable
    init(bits: UInt64) {
        self.bits = bits
    }

    @inlinable
    public init(_ degrees: Degree...) {
        bits = 0
        for degree in degrees { insert(degree) }
    }

    public init(_ degrees: some Sequence<Degree>) {
        bits = 0
        for degree in degrees { insert(degree) }
    }

    /// Reads degrees separated by spaces, as in the theory's tables: `1 ♭3 5 ♭7 9`.
    /// - Returns: nil if a part is not a degree.
    @inline(never)
    public init?(_ text: String) {
        bits = 0
        for part in text.bytes.split(separator: UInt8(ascii: " ")) {
            guard let degree = Degree(String(decoding: part, as: UTF8.self)) else { return nil }
            insert(degree)
        }
    }

    @inlinable public var count: Int { bits.nonzeroBitCount }
    @inlinable public var isEmpty: Bool { bits == 0 }

    @inlinable
    public func contains(_ degree: Degree) -> Bool {
        bits & (1 &<< UInt64(truncatingIfNeeded: degree.position)) != 0
    }

    @inlinable
    public func contains(_ number: Int, _ alteration: Int = 0) -> Bool {
        contains(Degree(number, alteration))
    }

    /// Whether the set contains a degree with this number, altered or not.
    @inlinable
    public func contains(anyOf number: Int) -> Bool {
        bits & DegreeSet.all(of: number).bits != 0
    }

    @inlinable
    public mutating func insert(_ degree: Degree) {
        bits |= 1 &<< UInt64(truncatingIfNeeded: degree.position)
    }

    /// - Returns: whether the degree was in the set.
    @inlinable
    @discardableResult
    public mutating func remove(_ degree: Degree) -> Bool {
        let mask: UInt64 = 1 &<< UInt64(truncatingIfNeeded: degree.position)
        defer { bits &= ~mask }
        return bits & mask != 0
    }

    @inlinable
    public func union(_ other: DegreeSet) -> DegreeSet { DegreeSet(bits: bits | other.bits) }

    @inlinable
    public func intersection(_ other: DegreeSet) -> DegreeSet { DegreeSet(bits: bits & other.bits) }

    @inlinable
    public func subtracting(_ other: DegreeSet) -> DegreeSet { DegreeSet(bits: bits & ~other.bits) }

    /// All alterations of one number: ♭9 9 ♯9 for 9.
    /// - Precondition: a number from 1 to 13.
    @inlinable
    public static func all(of number: Int) -> DegreeSet {
        precondition((1...13).contains(number), "no such degree")
        return DegreeSet(bits: 0b1111 &<< UInt64(truncatingIfNeeded: 4 * (number - 1)))
    }

    /// The pitch classes, relative to a root of 0.
    public var pitchClasses: PitchClassSet {
        var sounding: UInt16 = 0
        for degree in self { sounding |= 1 &<< UInt16(truncatingIfNeeded: degree.pitchClass) }
        return PitchClassSet(bits: sounding)
    }

    /// The first degree, in degree order, that sounds `semitones` (0…11) above the root.
    public func degree(sounding semitones: Int) -> Degree? {
        for degree in self where degree.pitchClass == semitones { return degree }
        return nil
    }
}

extension DegreeSet: Sequence {
    public struct Iterator: IteratorProtocol {
        @usableFromInline var rest: UInt64

        @inlinable
        init(rest: UInt64) {
            self.rest = rest
        }

        @inlinable
        public mutating func next() -> Degree? {
            guard rest != 0 else { return nil }
            defer { rest &= rest &- 1 }
            return Degree(position: rest.trailingZeroBitCount)
        }
    }

    /// The degrees in degree order.
    @inlinable
    public func makeIterator() -> Iterator { Iterator(rest: bits) }

    @inlinable public var underestimatedCount: Int { count }
}

extension DegreeSet {
    /// The omitted degrees in words: `no 5th or ♭9`. Empty if there are none.
    /// - Parameter name: returns the name of an altered degree.
    public func omitted(_ name: (Degree) -> String) -> String {
        var text = ""
        var place = 0
        for degree in self {
            text += place == 0 ? "no " : place == count - 1 ? " or " : ", "
            if degree.alteration != 0 {
                text += name(degree)
            } else {
                switch degree.number {
                case 1: text += "root"
                case 2: text += "2nd"
                case 3: text += "3rd"
                default: text += "\(degree.number)th"
                }
            }
            place += 1
        }
        return text
    }
}

// MARK: What a chord may lack

extension DegreeSet {
    /// Whether the natural fifth may be missing: in chords larger than a triad, whose root may be somebody else's.
    var hasOptionalFifth: Bool { contains(5) && count + (contains(1) ? 0 : 1) > 3 }

    /// Whether a natural eleventh stands for the third, as in C11. That chord is C9sus4, so its ninth is not implied.
    var isSuspendedByEleventh: Bool { contains(11) && ![2, 3, 4].contains { contains(anyOf: $0) } }
}
