import Harmony
import Input
import JSONText

extension Answers {
    /// The pairs of chords that make a chord.
    /// - Parameters:
    ///   - symbol: the chord, two chords that make it, or an equation with an open half, as in `C7 + ? = C13(b9)`.
    ///   - lower: the lower chord, if it is given.
    ///   - upper: the upper chord, if it is given.
    ///   - limit: the maximum number of pairs.
    public static func ways(
        of symbol: String, lower: String? = nil, upper: String? = nil, playable: Bool = false,
        hasBassPlayer: Bool = false,
        limit: Int? = nil, notation: Notation = Notation()
    ) throws(InputError) -> Ways {
        let asked = try TypedEquation.parse(symbol, in: notation.names)
        let isOpen = asked.lower == nil || asked.upper == nil
        var halves: [Chord?] = []
        for (half, given) in [(asked.lower, lower), (asked.upper, upper)] {
            let typed = isOpen ? half : nil
            if let typed, given != nil {
                throw InputError("A chord is given twice: “\(symbol)” already has \(typed.title(in: notation)).")
            }
            if let given {
                halves.append(try .parse(given, notation: notation))
            } else {
                halves.append(typed?.spelled(in: .jazz))
            }
        }
        if let limit, limit < 1 { throw InputError("The limit is \(limit). It must be at least 1.") }
        return Ways(
            of: try asked.meant(in: .jazz, notation: notation), lower: halves[0], upper: halves[1], playable: playable,
            hasBassPlayer: hasBassPlayer,
            limit: limit ?? .max)
    }

    /// A list, the best first.
    public static func json(_ ways: Ways, notation: Notation = Notation()) -> JSON {
        .array(
            ways.list.map { way in
                // Computed once for both names.
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

    /// All pairs with a chord.
    /// - Parameters:
    ///   - half: whether the chord is the lower or the upper one.
    ///   - types: the types of the other chords as they follow a root, with commas between them; by default major and
    ///     minor triads.
    public static func board(
        _ symbol: String, as half: Half, types: String? = nil, notation: Notation = Notation()
    ) throws(InputError) -> Board {
        Board(try .parse(symbol, notation: notation), as: half, types: try .parse(types ?? "ma,mi"))
    }

    /// - Parameter howRead: a remark on how the chord's name was read.
    public static func json(_ board: Board, notation: Notation = Notation(), howRead: String? = nil) -> JSON {
        let other = board.half.other
        return .object(
            [
                (board.half.rawValue, .string(board.chord.name(in: notation))),
                (
                    "cells",
                    .array(
                        board.cells.map { cell in
                            .object([
                                (other.rawValue, .string(cell.combination[other].name(in: notation))),
                                ("kind", .string(cell.combination.kind.rawValue)),
                                ("title", .string(cell.combination.title(in: notation))),
                                ("tension", .decimal(Tension.text(hundredths: cell.tensionHundredths))),
                            ])
                        })
                ),
            ] + readAs(howRead))
    }
}
