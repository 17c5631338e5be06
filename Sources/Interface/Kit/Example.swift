import Harmony

extension Combination {
    /// The example that explains things while no chord is chosen: Cma7 + D.
    static let example: Combination = {
        let majorSeventh = ChordType(DegreeSet("1 3 5 7")!)
        let triad = ChordType(DegreeSet("1 3 5")!)
        return ChordCombiner().combine(
            lower: Chord(NoteName(.c), majorSeventh), upper: Chord(NoteName(.d), triad))
    }()
}
