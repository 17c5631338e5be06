/// A scale type on a root: C Lydian Dominant.
public struct Scale: Sendable, Hashable {
    public let root: NoteName
    public let type: ScaleType
    public let pitchClasses: PitchClassSet

    public init(_ root: NoteName, _ type: ScaleType) {
        let root = root.simplified
        self.root = root
        self.type = type
        pitchClasses = type.pitchClasses.transposed(up: root.pitchClass)
    }

    /// `C Lydian Dominant`.
    public var name: String { root.text + " " + type.name }

    /// The notes, ascending from the root, each spelled by its degree.
    public var notes: [NoteName] { type.degrees.map { root.adding($0) } }

    /// Whether the scale contains the note in this spelling: a scale with D♯ does not spell E♭.
    public func spells(_ note: NoteName) -> Bool {
        guard pitchClasses.contains(note.pitchClass) else { return false }
        for degree in type.degrees where root.adding(degree) == note { return true }
        return false
    }

    /// The modes of the scale: scales of the same family with the same notes, by mode number.
    public var modes: [Scale] {
        let notes = notes
        return type.parent.types.flatMap { mode in
            notes.map { Scale($0, mode) }.filter { $0.pitchClasses == pitchClasses }
        }
    }
}

extension Scale: CustomStringConvertible {
    public var description: String { name }
}

/// The scales that fit a chord, in display order.
public struct FittingScales: Sendable, Hashable {
    /// Scales on the chord's root, without pentatonics.
    public var primary: [Scale] = []
    /// Parent scales of a family on any root, without pentatonics.
    public var parent: [Scale] = []
    /// Major pentatonic scales.
    public var pentatonic: [Scale] = []
}

/// A scale that almost fits a chord.
public struct NearScale: Sendable, Hashable {
    public let scale: Scale
    /// Notes of the chord that are not in the scale.
    public let foreign: [NoteName]
}

extension Chord {
    /// The scale on the root that lacks the fewest notes of the chord; among equals the first by family name.
    public var nearestScale: NearScale? {
        let near = Chord.scaleFamilies.joined().map { type -> NearScale in
            let scale = Scale(root, type)
            return NearScale(scale: scale, foreign: notes.filter { !scale.pitchClasses.contains($0.pitchClass) })
        }
        return near.min { $0.foreign.count < $1.foreign.count }
    }

    /// The scales over which the chord can be played: they contain all its notes and spell its root. For a large chord
    /// also the smaller parent scales contained in it.
    ///
    /// Sorted by family name, root, and order of types.
    public var fittingScales: FittingScales {
        var scales = FittingScales()
        let notes = notes
        for family in Chord.scaleFamilies {
            for scaleRoot in NoteName.roots {
                for type in family {
                    let scale = Scale(scaleRoot, type)
                    guard fits(scale, notes: notes) else { continue }
                    if type.parent == .majorPentatonic {
                        if type.isParent { scales.pentatonic.append(scale) }
                    } else {
                        if scaleRoot == root { scales.primary.append(scale) }
                        if type.isParent { scales.parent.append(scale) }
                    }
                }
            }
        }
        return scales
    }

    private func fits(_ scale: Scale, notes: [NoteName]) -> Bool {
        if pitchClasses.isSubset(of: scale.pitchClasses) { return scale.spells(root) }
        // A scale is counted with its octave.
        return scale.type.isParent && scale.type.degrees.count + 1 < notes.count
            && scale.pitchClasses.isSubset(of: pitchClasses) && notes.contains(scale.root)
    }

    private static let scaleFamilies: [[ScaleType]] = ScaleType.Parent.fitting.map { $0.types }
}

extension Scale {
    /// The name in a notation: `Bb Lydian Dominant`.
    public func name(in notation: Notation) -> String { notation.written(root) + " " + notation.written(type.name) }
}
