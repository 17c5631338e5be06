/// The notes to be voiced in a style: one chord, or one chord per hand.
struct Material: Sendable {
    let subject: ChordToVoice
    /// The notes of the whole chord; of a polychord, the lower chord, from whose root shapes are counted.
    let palette: Palette
    /// In the pair style, the notes of each hand if there are two chords.
    private let halves: Halves?

    private struct Halves: Sendable {
        let lower: Palette
        let upper: Palette
        /// Whether each half keeps its own note names, because no chord names both.
        let isPolychord: Bool
        /// The spelling of the bass, if it is not spelled by its degree.
        let bass: NoteName?
    }

    init(_ subject: ChordToVoice, in style: VoicingStyle, hasBassPlayer: Bool, colors: Palette.Colors) {
        self.subject = subject
        palette = Palette(subject.chord, hasBassPlayer: hasBassPlayer, colors: colors)
        guard style == .pair else {
            halves = nil
            return
        }
        switch subject {
        case .chord(let chord):
            // The left hand plays the bass of the slash chord.
            let bass = palette.isSlash ? chord.lowest.pitchClass : nil
            let way = Ways(of: chord, playable: true, hasBassPlayer: hasBassPlayer, limit: bass == nil ? 1 : 60).list
                .first { way in
                    bass.map { way.lower.pitchClasses.contains($0) } ?? true
                }
            halves = way.map { way in
                Halves(
                    lower: Palette(way.lower, hasBassPlayer: false), upper: Palette(way.upper, hasBassPlayer: false),
                    isPolychord: false, bass: nil)
            }
        case .pair(let pair):
            halves = Halves(
                lower: Palette(pair.lower, hasBassPlayer: false), upper: Palette(pair.upper, hasBassPlayer: false),
                isPolychord: pair.result == nil,
                bass: pair.keepsBass ? pair.result?.bass : nil)
        }
    }

    func shapes(in style: VoicingStyle, for pianist: Pianist) -> Palette.Shapes {
        if case .pair(let pair) = subject, pair.result == nil, style != .pair {
            return Palette.Shapes(otherwise: "The two chords are a polychord: each hand plays its own chord.")
        }
        guard let halves else { return palette.shapes(in: style, for: pianist) }
        let lower = Material.handful(halves.lower)
        let upper = Material.handful(halves.upper)
        if lower.isEmpty || upper.isEmpty {
            return Palette.Shapes(otherwise: "One of the two chords has more notes than a hand has fingers.")
        }
        return Palette.Shapes(pairs(lower, upper), otherwise: "The chord has more notes than two hands have fingers.")
    }

    /// The notes of one half that a hand plays: all, or a reduced set.
    private static func handful(_ half: Palette) -> [(notes: UInt16, half: Palette)] {
        let own = half.own
        if own.nonzeroBitCount <= 5 { return [(own, half)] }
        return half.selections(from: own, counts: 3...5).prefix(1).map { ($0, half) }
    }

    /// Every inversion of the lower chord with every inversion of the upper chord above it.
    private func pairs(
        _ lower: [(notes: UInt16, half: Palette)], _ upper: [(notes: UInt16, half: Palette)]
    ) -> [Shape] {
        let root = palette.chord.root.pitchClass
        func rotations(_ half: (notes: UInt16, half: Palette)) -> [[Int]] {
            let distance = modulo(half.half.chord.root.pitchClass - root, 12)
            let notes = PitchClassSet(bits: half.notes).map { ($0 + distance) % 12 }
            return notes.indices.map { start in notes.indices.map { notes[(start + $0) % notes.count] } }
        }
        let lowers = lower.flatMap(rotations)
        let uppers = upper.flatMap(rotations)
        var found: [Shape] = []
        for left in lowers {
            guard let below = Shape(left)?.divided(left.count) else { continue }
            for right in uppers {
                for lift in 0..<2 {
                    var shape = below
                    guard shape.add(above: right[0], lift: lift) else { continue }
                    if right.dropFirst().allSatisfy({ shape.add(above: $0) }), palette.keepsBass(shape) {
                        found.append(shape)
                    }
                }
            }
        }
        return found
    }

    func sounds(_ pitch: Int) -> Bool {
        guard let halves else { return palette.sounds(pitch) }
        return halves.lower.sounds(pitch) || halves.upper.sounds(pitch)
    }

    /// The keys with their note names.
    func voicing(_ placed: PlacedShape) -> Voicing {
        let shape = placed.shape
        let isPolychord = halves?.isPolychord ?? false
        func tone(_ index: Int) -> Tone {
            let pitch = placed.pitch(index)
            guard let halves, isPolychord else {
                let tone = palette.tone(pitch)
                guard let bass = halves?.bass, bass.pitchClass == modulo(pitch, 12) else { return tone }
                return Tone(pitch: pitch, name: bass, degree: tone.degree)
            }
            return (index < shape.leftCount ? halves.lower : halves.upper).tone(pitch)
        }
        let sounding = shape.sounding
        let (left, right) = ((0..<shape.leftCount).map(tone), (shape.leftCount..<shape.count).map(tone))
        var missing = palette.missing(sounding)
        if let halves, isPolychord { missing = halves.lower.missing(left).union(halves.upper.missing(right)) }
        return Voicing(
            subject: subject, style: placed.style, left: left, right: right, missing: missing,
            added: isPolychord ? DegreeSet() : palette.added(sounding), isMuddy: placed.isMuddy, cost: placed.cost)
    }
}
