import Harmony

extension Combination {
    /// The example that explains things while no chord is chosen: Cma7 + D.
    static let example: Combination = {
        let c = NoteName(.c)
        let type = Vocabulary.classic.types.first { $0.suffix == "ma7" }!
        let triad = Vocabulary.classic.types.first { $0.suffix == "ma" }!
        return ChordCombiner().combine(lower: Chord(c, type), upper: Chord(NoteName(.d), triad))
    }()
}
