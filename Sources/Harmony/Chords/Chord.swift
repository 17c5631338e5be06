/// A chord type on a root, optionally over a different bass: Cma7, F♯mi7(♭5), A♭ma7(♯5)/C.
public struct Chord: Sendable, Hashable {
    public let type: ChordType
    /// All other properties. Chords are passed to most functions, and two numbers take the least code.
    ///
    /// Bits 0…7 are the root, 8…15 the lowest note, 16…27 the sounding pitch classes, 32…39 and 40…47 the pitch classes
    /// of root and lowest note, which combining reads very often. Bit 48 is set if there is a bass.
    private let bits: UInt64

    public var root: NoteName { NoteName(place: Int8(truncatingIfNeeded: bits)) }
    /// The lowest note of a slash chord; nil if the root is the bass.
    public var bass: NoteName? { bits &>> 48 == 0 ? nil : lowest }
    /// The lowest note: the bass of a slash chord, otherwise the root, even if a bass player plays it.
    public var lowest: NoteName { NoteName(place: Int8(truncatingIfNeeded: bits &>> 8)) }
    /// All sounding pitch classes, including the bass.
    public var pitchClasses: PitchClassSet { PitchClassSet(bits: UInt16(truncatingIfNeeded: bits &>> 16)) }
    var rootPitchClass: Int8 { Int8(truncatingIfNeeded: bits &>> 32) }
    var lowestPitchClass: Int8 { Int8(truncatingIfNeeded: bits &>> 40) }

    /// - Parameters:
    ///   - root: a doubly altered root is simplified, because no chord is written on B𝄫.
    ///   - bass: a bass enharmonic with the root counts as the root: no slash chord, and the root is not omitted.
    public init(_ root: NoteName, _ type: ChordType, bass: NoteName? = nil) {
        let root = root.simplified
        let rootPitchClass = root.pitchClass
        let isRootPlayed = bass?.pitchClass == rootPitchClass && type.isRootless
        let type = isRootPlayed ? ChordType(type.degrees) : type
        let sounding = type.pitchClasses.transposed(up: rootPitchClass)
        if let bass, bass.pitchClass != rootPitchClass {
            self.init(
                root: root, type: type, bass: bass, sounding: sounding.inserting(bass.pitchClass),
                rootPitchClass: rootPitchClass, lowestPitchClass: bass.pitchClass)
        } else {
            self.init(
                root: root, type: type, bass: nil, sounding: sounding, rootPitchClass: rootPitchClass,
                lowestPitchClass: rootPitchClass)
        }
    }

    /// Creates a chord from values that are already consistent.
    @inline(__always)
    init(
        root: NoteName, type: ChordType, bass: NoteName?, sounding: PitchClassSet, rootPitchClass: Int,
        lowestPitchClass: Int
    ) {
        self.type = type
        let lowest = bass ?? root
        let notes = UInt64(UInt8(bitPattern: root.place)) | UInt64(UInt8(bitPattern: lowest.place)) &<< 8
        let classes = UInt64(truncatingIfNeeded: rootPitchClass) | UInt64(truncatingIfNeeded: lowestPitchClass) &<< 8
        bits = notes | UInt64(sounding.bits) &<< 16 | classes &<< 32 | (bass == nil ? 0 : 1 &<< 48)
    }

    /// The precise name: `Cma`, `Cma13(♯11)`, `A♭ma7(♯5)/C`.
    public var name: String { named(.precise) }

    /// The usual short name: `C`, `C7alt`, `A♭ma7(♯5)/C`.
    public var shortName: String { named(.short) }

    /// The short name without mention of an omitted fifth or root that is not essential. A single note is `C (note)`.
    public var title: String { pitchClasses.count == 1 ? root.text + " (note)" : named(.spoken) }

    private func named(_ style: SuffixWriter.Style) -> String {
        var name = root.text
        SuffixWriter.append(type.degrees, style, to: &name)
        if let bass {
            name += "/"
            name += bass.text
        }
        return name
    }

    /// The notes in degree order, each spelled by its degree, beginning with the root if it sounds. A foreign bass
    /// comes last.
    public var notes: [NoteName] {
        var notes: [NoteName] = []
        notes.reserveCapacity(type.degrees.count + 1)
        for degree in type.degrees { notes.append(root.adding(degree)) }
        if let foreignBass { notes.append(foreignBass) }
        return notes
    }

    /// A bass that is not a note of the chord above it, as in D/C.
    public var foreignBass: NoteName? {
        guard let bass, type.degrees.degree(sounding: modulo(bass.pitchClass - root.pitchClass, 12)) == nil else {
            return nil
        }
        return bass
    }

    /// Whether a note sounds, in any spelling.
    func sounds(_ note: NoteName) -> Bool { pitchClasses.contains(note.pitchClass) }

    /// The same chord with the root in the bass.
    public var inRootPosition: Chord { bass == nil ? self : Chord(root, type) }
}

extension Chord: CustomStringConvertible {
    public var description: String { name }
}
