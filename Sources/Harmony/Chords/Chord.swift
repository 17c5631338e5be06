/// A chord type on a root, optionally over a different bass: Cma7, F♯mi7(♭5), A♭ma7(♯5)/C.
public struct Chord: Sendable, Hashable {
    public let root: NoteName
    public let type: ChordType
    /// The lowest note of a slash chord; nil if the root is the bass.
    public let bass: NoteName?
    /// All sounding pitch classes, including the bass.
    public let pitchClasses: PitchClassSet
    /// Pitch classes of ``root`` and ``lowest``, stored because combining reads them very often.
    let rootPitchClass: Int8
    let lowestPitchClass: Int8

    /// - Parameters:
    ///   - root: a doubly altered root is simplified, because no chord is written on B𝄫.
    ///   - bass: a bass enharmonic with the root counts as the root: no slash chord, and the root is not omitted.
    public init(_ root: NoteName, _ type: ChordType, bass: NoteName? = nil) {
        let root = root.simplified
        let rootPitchClass = root.pitchClass
        let isRootPlayed = bass?.pitchClass == rootPitchClass && type.isRootless
        let type = isRootPlayed ? ChordType(type.degrees) : type
        let sounding = type.pitchClasses.transposed(up: rootPitchClass)
        self.root = root
        self.type = type
        self.rootPitchClass = Int8(rootPitchClass)
        if let bass, bass.pitchClass != rootPitchClass {
            self.bass = bass
            lowestPitchClass = Int8(bass.pitchClass)
            pitchClasses = sounding.inserting(bass.pitchClass)
        } else {
            self.bass = nil
            lowestPitchClass = Int8(rootPitchClass)
            pitchClasses = sounding
        }
    }

    /// Creates a chord from values that are already consistent.
    @inline(__always)
    init(
        root: NoteName, type: ChordType, bass: NoteName?, sounding: PitchClassSet, rootPitchClass: Int,
        lowestPitchClass: Int
    ) {
        self.root = root
        self.type = type
        self.bass = bass
        pitchClasses = sounding
        self.rootPitchClass = Int8(truncatingIfNeeded: rootPitchClass)
        self.lowestPitchClass = Int8(truncatingIfNeeded: lowestPitchClass)
    }

    /// The lowest note: the bass of a slash chord, otherwise the root, even if a bass player plays it.
    public var lowest: NoteName { bass ?? root }

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
