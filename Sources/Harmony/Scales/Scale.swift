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

    /// The notes from the root upwards, each spelled by its degree.
    public var notes: [NoteName] { type.degrees.map { root.adding($0) } }

    /// Whether a note of the scale is written just so: a scale with D♯ does not spell E♭.
    public func spells(_ note: NoteName) -> Bool {
        guard pitchClasses.contains(note.pitchClass) else { return false }
        for degree in type.degrees where root.adding(degree) == note { return true }
        return false
    }

    /// The scales of the same family with the same notes, each beginning on another of them, by mode number.
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

/// The scales that fit a chord, sorted as they are shown.
public struct FittingScales: Sendable, Hashable {
    /// Scales on the chord's own root; no pentatonics.
    public var primary: [Scale] = []
    /// Scales that give a family its name, on whatever root; no pentatonics.
    public var parent: [Scale] = []
    /// Major pentatonic scales.
    public var pentatonic: [Scale] = []
}

/// A scale that almost fits a chord.
public struct NearScale: Sendable, Hashable {
    public let scale: Scale
    /// Notes of the chord that the scale does not have.
    public let foreign: [NoteName]
}

extension Chord {
    /// The scale on the root that lacks fewest notes of the chord, among equals the first by the name of its family.
    public var nearestScale: NearScale? {
        let near = Chord.scaleFamilies.joined().map { type -> NearScale in
            let scale = Scale(root, type)
            return NearScale(scale: scale, foreign: notes.filter { !scale.pitchClasses.contains($0.pitchClass) })
        }
        return near.min { $0.foreign.count < $1.foreign.count }
    }

    /// The scales over which the chord can be played: those that contain all its notes and spell its root; for a large
    /// chord also the smaller parent scales that lie wholly inside it.
    ///
    /// Sorted by the name of the family, then by root, then as the types are listed.
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
        // A scale is counted with its octave, as it is played.
        return scale.type.isParent && scale.type.degrees.count + 1 < notes.count
            && scale.pitchClasses.isSubset(of: pitchClasses) && notes.contains(scale.root)
    }

    private static let scaleFamilies: [[ScaleType]] = ScaleType.Parent.allCases.map { $0.types }
}

extension Scale {
    /// The name in a hand: `Bb Lydian Dominant`.
    public func name(in notation: Notation) -> String { notation.written(root) + " " + notation.written(type.name) }
}
