import Harmony

extension [ChordType] {
    /// The maximum number of types on a board: as many as the pickers offer.
    private static var most: Int { 28 }

    /// Reads a list of chord types as they follow a root: `ma,mi,7(b9,#11)`.
    package static func parse(_ text: String) throws(InputError) -> [ChordType] {
        var suffixes = [""]
        var depth = 0
        for scalar in text.unicodeScalars {
            switch scalar {
            case "(", "[": depth += 1
            case ")", "]": depth -= 1
            default: break
            }
            // A comma in parentheses belongs to the type.
            if scalar == ",", depth <= 0 {
                suffixes.append("")
            } else {
                suffixes[suffixes.count - 1].unicodeScalars.append(scalar)
            }
        }
        guard suffixes.count <= most else {
            throw InputError("There are \(suffixes.count) chord types. Give at most \(most).")
        }
        var types: [ChordType] = []
        for suffix in suffixes {
            guard let chord = try? Chord("C" + suffix), chord.bass == nil else {
                throw InputError(
                    "“\(suffix)” is not a chord type. Write what follows the root, such as ma, mi or 7(♯9).")
            }
            if !types.contains(chord.type) { types.append(chord.type) }
        }
        return types
    }
}
