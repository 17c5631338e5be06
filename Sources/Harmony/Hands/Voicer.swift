/// Computes voicings of chords for a pianist, by ``VoicingStyle``.
public struct Voicer: Sendable {
    public let pianist: Pianist

    public init(for pianist: Pianist = Pianist()) {
        self.pianist = pianist
    }

    /// The voicings of one style, or the reason why there are none.
    public struct Found: Sendable {
        /// The best first.
        public let list: [Voicing]
        /// One sentence where the list is empty: “The chord has no seventh for a shell.”
        public let reason: String?
    }

    /// All voicings of a style within the pianist's reach and register, the best first. Unless the pianist plays plain
    /// chords, rootless forms, upper structures, So What and Kenny Barron add their color tones to a plain chord.
    /// - Parameter top: the MIDI number of the melody note, if it must be on top.
    public func voicings(of subject: ChordToVoice, in style: VoicingStyle, top: Int? = nil) -> Found {
        let found = placed(subject, in: style, top: top)
        return Found(list: found.list.map { found.material.voicing($0) }, reason: found.reason)
    }

    /// The best voicing of each style: for pairs the pair style first, then by preference.
    public func best(of subject: ChordToVoice) -> [Voicing] {
        VoicingStyle.allCases.compactMap { best(of: subject, in: $0).list.first }
    }

    /// The first of ``best(of:)``, found without the others; nil if there is none.
    public func first(of subject: ChordToVoice) -> Voicing? {
        for style in VoicingStyle.allCases {
            if let best = best(of: subject, in: style).list.first { return best }
        }
        return nil
    }

    /// The best voicing of a style, or the reason why none is offered. An upper structure is offered only with a
    /// tension; others are listed for those who ask for the style.
    public func best(of subject: ChordToVoice, in style: VoicingStyle) -> Found {
        let found = placed(subject, in: style)
        guard let best = found.list.first(where: found.material.isOffered) else {
            return Found(list: [], reason: found.reason ?? "No triad over a shell adds a tension to the chord.")
        }
        return Found(list: [found.material.voicing(best)], reason: nil)
    }

    /// Placed shapes with the material that spells them.
    struct PlacedShapes {
        let list: [PlacedShape]
        let material: Material
        let reason: String?
    }

    func placed(
        _ subject: ChordToVoice, in style: VoicingStyle, colors: Palette.Colors = .natural, top: Int? = nil,
        isWide: Bool = false
    ) -> PlacedShapes {
        let colors = pianist.isPlain ? .none : colors
        let material = Material(subject, in: style, hasBassPlayer: pianist.hasBassPlayer, colors: colors)
        let palette = material.palette
        func none(_ reason: String) -> PlacedShapes { PlacedShapes(list: [], material: material, reason: reason) }
        let shapes = material.shapes(in: style, for: pianist, isFree: top != nil || isWide)
        if let reason = shapes.reason { return none(reason) }
        if let top, !material.sounds(top) {
            return none("The melody note is not in the chord.")
        }
        let placing = Placing(style: style, pianist: pianist, top: top, isWide: isWide)
        var found: [PlacedShape] = []
        for shape in shapes.list { placing.place(shape, of: palette, into: &found) }
        if found.isEmpty {
            return none(
                top == nil
                    ? "No voicing in the style “\(style.title)” is within reach of the hands."
                    : "No voicing in the style “\(style.title)” has this note on top.")
        }
        if found.contains(where: { !$0.isMuddy }) { found.removeAll { $0.isMuddy } }
        found = found.ordered(by: PlacedShape.isBefore)
        var list: [PlacedShape] = []
        list.reserveCapacity(found.count)
        for placed in found {
            if let last = list.last, PlacedShape.isSame(last, placed) { continue }
            list.append(placed)
        }
        return PlacedShapes(list: list, material: material, reason: nil)
    }
}
