/// A chord type on a root, perhaps over a bass that is not the root: Cma7, F♯mi7(♭5), A♭ma7(♯5)/C.
public struct Chord: Sendable, Hashable {
    public let root: NoteName
    public let type: ChordType
    /// The lowest note of a slash chord; nil where the root itself is lowest.
    public let bass: NoteName?
    /// All that sounds, the bass included.
    public let pitchClasses: PitchClassSet
    /// Pitch classes of ``root`` and ``lowest``, kept because combining asks for them again and again.
    let rootPitchClass: Int8
    let lowestPitchClass: Int8

    /// - Parameters:
    ///   - root: a doubly altered note takes its simple name, since no one calls a chord B𝄫.
    ///   - bass: a bass that sounds like the root is the root and makes no slash chord, nor is that root left out.
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

    /// A chord of which all is known already.
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

    /// The lowest note: the bass of a slash chord, otherwise the root, even where it is left to a bass player.
    public var lowest: NoteName { bass ?? root }

    /// Precise name: `Cma`, `Cma13(♯11)`, `A♭ma7(♯5)/C`.
    public var name: String { named(.precise) }

    /// The name usually shown: `C`, `C7alt`, `A♭ma7(♯5)/C`.
    public var shortName: String { named(.short) }

    /// The name as musicians say it: the short one, in which a fifth or a root that no one misses stays unsaid, too; a
    /// lone note is `C (note)`.
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

    /// The notes in degree order, the root first where it sounds, each spelled by its degree. A bass foreign to the chord
    /// comes last.
    public var notes: [NoteName] {
        var notes: [NoteName] = []
        notes.reserveCapacity(type.degrees.count + 1)
        for degree in type.degrees { notes.append(root.adding(degree)) }
        if let foreignBass { notes.append(foreignBass) }
        return notes
    }

    /// A bass that is no note of the chord above it, as in D/C.
    public var foreignBass: NoteName? {
        guard let bass, type.degrees.degree(sounding: modulo(bass.pitchClass - root.pitchClass, 12)) == nil else {
            return nil
        }
        return bass
    }

    /// Whether a note sounds, whatever it is called.
    func sounds(_ note: NoteName) -> Bool { pitchClasses.contains(note.pitchClass) }

    /// The same chord with the root in the bass.
    public var inRootPosition: Chord { bass == nil ? self : Chord(root, type) }
}

extension Chord: CustomStringConvertible {
    public var description: String { name }
}
