import Harmony

extension PracticeMaterial {
    static let minorSixth = ChordType(DegreeSet(Degree(1), Degree(3, -1), Degree(5), Degree(6)))

    /// The title in a list: `C7`, `Cmi7, rootless A`, `upper structure VI`, `ii–V–I in minor`. Chords are named on C.
    public func title(in notation: Notation = Notation()) -> String {
        switch self {
        case .chord(let type): Chord(NoteName(.c), type).title(in: notation)
        case .pair(let pair): PracticeMaterial.title(pair, notation)
        case .way(let pair, let expected):
            expected.title(in: notation) + " as " + PracticeMaterial.title(pair, notation)
        case .voicing(let type, let style): Chord(NoteName(.c), type).title(in: notation) + ", " + style.title
        case .upperStructure(let numeral): "upper structure " + notation.marked(notation.written(numeral))
        case .cadence(let mode, let styles):
            notation.marked(mode == .major ? "ii–V–I" : "ii–V–i") + " in " + mode.name + styles.addition
        case .scale(let type): notation.marked(notation.written(type.name))
        case .row(let row, let title, let styles):
            (title.isEmpty
                ? Words.joined(row.prefix(4).map { $0.title(in: notation) }) + (row.count > 4 ? " …" : "") : title)
                + styles.addition
        }
    }

    private static func title(_ pair: Combination, _ notation: Notation) -> String {
        pair.lower.title(in: notation) + " with " + pair.upper.title(in: notation) + " on top"
    }
}

extension Leading.Styles {
    /// What follows the title of chords in these styles: `, rootless`. Empty for the default.
    fileprivate var addition: String { self == PracticeMaterial.plain ? "" : ", " + title }

    private var title: String {
        switch self {
        case .rootless: "rootless"
        case .upperStructure: "upper structures"
        case .any: "any style"
        case .only(let style): style.title
        }
    }
}

extension CardID {
    /// The title of its question: `B♭mi7`, `E7 with C♯ on top`, `D Dorian`. A change has two: `Dmi7 → G7`.
    public func title(in notation: Notation = Notation()) -> String {
        let questions = questions(seed: 0, for: Pianist())
        guard let first = questions.first else { return what }
        guard kind == .change, let last = questions.last else { return first.title(in: notation) }
        return first.title(in: notation) + " → " + last.title(in: notation)
    }
}
