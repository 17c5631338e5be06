import Harmony

/// The qualities of iReal Pro, and the way other qualities are written in links.
struct IRealQualities {
    /// In order of preference for chords with several names.
    private static func offered() -> [String] {
        [
            "", "-", "^7", "-7", "7", "h7", "o7", "6", "-6", "9", "^9", "-9", "13", "7b9", "7sus", "9sus", "13sus", "+",
            "o", "sus",
            "5", "2", "add9", "69", "-69", "^13", "^7#11", "^9#11", "^7#5", "-^7", "-^9", "-11", "h9", "-b6", "-#5",
            "7#9",
            "7#11", "7b5", "7#5", "9#11", "9b5", "9#5", "7b13", "7#9#5", "7#9b5", "7#9#11", "7b9#11", "7b9b5", "7b9#5",
            "7b9#9",
            "7b9b13", "7alt", "13#11", "13b9", "13#9", "7b9sus", "7susadd3", "7b13sus", "11",
        ]
    }

    private var qualities: [(type: ChordType, name: String)] = []

    init() {
        for name in IRealQualities.offered() {
            if let type = try? Chord("C" + name).type { qualities.append((type, name)) }
        }
    }

    /// The suffix after the root; between stars if iReal Pro does not have the quality.
    func written(_ type: ChordType) -> String {
        if let quality = qualities.first(where: { $0.type == type }) { return quality.name }
        // A star or bar line inside would end it.
        return "*" + ASCIISymbol.text(of: type.suffix) + "*"
    }
}
