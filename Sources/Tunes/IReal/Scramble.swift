/// iReal Pro's scrambling of music in links: characters are swapped, and frequent ones are abbreviated.
package enum Scramble {
    /// The prefix of scrambled music.
    package static let prefix = "1r34LbKcu7"
    private static let block = 50

    /// Scrambles or unscrambles music. The swaps are their own inverse.
    package static func turned(_ music: [Unicode.Scalar]) -> [Unicode.Scalar] {
        var turned = music
        var start = 0
        // A block that would leave fewer than two characters after it is not scrambled.
        while turned.count - start > block + 1 {
            for offset in [0..<5, 10..<24].joined() { turned.swapAt(start + offset, start + block - 1 - offset) }
            start += block
        }
        return turned
    }

    /// Abbreviations of frequent signs.
    private static let shorthands: [(short: [Unicode.Scalar], long: [Unicode.Scalar])] = [
        (["X", "y", "Q"], [" ", " ", " "]), (["L", "Z"], [" ", "|"]), (["K", "c", "l"], ["|", " ", "x"]),
    ]

    package static func lengthened(_ music: [Unicode.Scalar]) -> [Unicode.Scalar] {
        replaced(music) { ($0.short, $0.long) }
    }

    package static func shortened(_ music: [Unicode.Scalar]) -> [Unicode.Scalar] {
        replaced(music) { ($0.long, $0.short) }
    }

    private static func replaced(
        _ music: [Unicode.Scalar],
        _ pair: ((short: [Unicode.Scalar], long: [Unicode.Scalar])) -> ([Unicode.Scalar], [Unicode.Scalar])
    ) -> [Unicode.Scalar] {
        let pairs = shorthands.map(pair)
        var result: [Unicode.Scalar] = []
        result.reserveCapacity(music.count + music.count / 2)
        var index = 0
        reading: while index < music.count {
            for (old, new) in pairs where music[index...].starts(with: old) {
                result += new
                index += old.count
                continue reading
            }
            result.append(music[index])
            index += 1
        }
        return result
    }
}
