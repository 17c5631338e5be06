import Harmony
import JSONText

extension Answers {
    /// The ways to play a chord as one chord above another.
    /// - Parameters:
    ///   - symbol: the chord, or an equation that leaves a half open, as in `C7 + ? = C13(b9)`. Of two chords it is
    ///     what they make.
    ///   - lower: the lower chord, where it is given.
    ///   - upper: the upper chord, where it is given.
    ///   - limit: at most so many are listed.
    public static func ways(
        of symbol: String, lower: String? = nil, upper: String? = nil, playable: Bool = false, hasBand: Bool = false,
        limit: Int? = nil, notation: Notation = Notation()
    ) throws(Refusal) -> Ways {
        let asked = try TypedEquation.asked(symbol, in: notation.names)
        let isOpen = asked.lower == nil || asked.upper == nil
        var halves: [Chord?] = []
        for (half, given) in [(asked.lower, lower), (asked.upper, upper)] {
            let typed = isOpen ? half : nil
            if let typed, given != nil {
                throw Refusal("A chord is given twice: “\(symbol)” already has \(typed.title(in: notation)).")
            }
            if let given {
                halves.append(try .asked(given, notation: notation))
            } else {
                halves.append(typed?.spelled(in: .jazz))
            }
        }
        if let limit, limit < 1 { throw Refusal("The limit is \(limit). It must be at least 1.") }
        return Ways(
            of: try asked.meant(in: .jazz, notation: notation), lower: halves[0], upper: halves[1], playable: playable, hasBand: hasBand,
            limit: limit ?? .max)
    }

    /// A list, the best first.
    public static func json(_ ways: Ways, notation: Notation = Notation()) -> JSON {
        .array(ways.list.map { way in
            // Once for both names.
            let names = way.names(in: notation)
            return .object([
                ("lower", .string(way.lower.name(in: notation))),
                ("upper", .string(way.upper.name(in: notation))),
                ("title", .string(names.title)),
                ("precise", .string(names.precise)),
                ("complete", .bool(way.isComplete)),
                ("missing", .strings(way.missing.map { $0.name })),
                ("adds", .strings(way.adds.map { $0.name })),
                ("known", .optional(way.known)),
                ("lowerPitches", .array(way.lowerPitches.map { .int($0) })),
                ("upperPitches", .array(way.upperPitches.map { .int($0) })),
            ])
        })
    }

    /// What a chord becomes with others.
    /// - Parameters:
    ///   - half: which of the two the chord is.
    ///   - types: those of the others as they stand behind a root, with commas between them; without any, major and minor
    ///     triads.
    public static func board(
        _ symbol: String, as half: Half, types: String? = nil, notation: Notation = Notation()
    ) throws(Refusal) -> Board {
        Board(try .asked(symbol, notation: notation), as: half, types: try .asked(types ?? "ma,mi"))
    }

    /// - Parameter howRead: what is to be said of how the chord's name was read.
    public static func json(_ board: Board, notation: Notation = Notation(), howRead: String? = nil) -> JSON {
        let other = board.half.other
        return .object([
            (board.half.rawValue, .string(board.chord.name(in: notation))),
            ("cells", .array(board.cells.map { cell in
                .object([
                    (other.rawValue, .string(cell.combination[other].name(in: notation))),
                    ("kind", .string(cell.combination.kind.rawValue)),
                    ("title", .string(cell.combination.title(in: notation))),
                    ("tension", .decimal(Tension.text(hundredths: cell.tensionHundredths))),
                ])
            })),
        ] + readAs(howRead))
    }
}
