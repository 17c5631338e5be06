extension Palette {
    /// The shapes of a style with their costs, or the reason why there are none.
    struct Shapes {
        var list: [Shape] = []
        /// One sentence if the list is empty.
        var reason: String?

        init(_ list: [Shape] = [], otherwise reason: @autoclosure () -> String) {
            self.list = list
            self.reason = list.isEmpty ? reason() : nil
        }
    }

    /// All shapes of a style that two hands can play.
    func shapes(in style: VoicingStyle, for pianist: Pianist) -> Shapes {
        let isTriad = seventh == nil
        let tooMany = Palette.tooMany(for: style)
        switch style {
        case .pair: return Shapes(otherwise: "The chord cannot be split into two chords.")
        case .close: return Shapes(close(), otherwise: "The chord has more notes than two hands have fingers.")
        case .shell:
            if isTriad { return Shapes(otherwise: "The chord has no seventh for a shell.") }
            if isSlash {
                return Shapes(otherwise: "A shell has the root in the bass, and this chord has another note there.")
            }
            return Shapes(shells(), otherwise: "The chord has no third for a shell.")
        case .rootlessA, .rootlessB:
            if isTriad {
                return Shapes(otherwise: "The chord has no seventh: without its root it would be another chord.")
            }
            if third == nil {
                return Shapes(otherwise: "The chord has no third: without its root it could not be recognized.")
            }
            let tooFew = "Without an added note, the chord has too few notes: it is not a rootless form."
            return Shapes(
                rootless(from: style == .rootlessA ? third : seventh),
                otherwise: rootlessPool.nonzeroBitCount < 4 ? tooFew : tooMany)
        case .drop2:
            let tooFew = "A drop voicing needs at least three notes."
            return Shapes(dropped([2], pianist), otherwise: own.nonzeroBitCount < 3 ? tooFew : tooMany)
        case .drop3, .drop24:
            let pool = isOverForeignBass ? aboveBass : own
            if pool.nonzeroBitCount < 4 { return Shapes(otherwise: "This drop voicing needs at least four notes.") }
            return Shapes(dropped(style == .drop3 ? [3] : [2, 4], pianist), otherwise: tooMany)
        case .spread:
            if own.nonzeroBitCount < 3 { return Shapes(otherwise: "The chord has too few notes for a spread voicing.") }
            return Shapes(spread(pianist), otherwise: tooMany)
        case .quartal:
            return Shapes(quartal(), otherwise: "The notes of the chord cannot be stacked in fourths.")
        case .soWhat:
            // On the root of a minor chord and the third of a major one.
            return stacks(
                [[5, 10, 15, 19]], coloredOn: third == 3 ? 0 : 4, leftCounts: [3, 2], style,
                "three fourths and a third")
        case .kennyBarron:
            return stacks(
                [[7, 14, 15, 22, 29], [7, 14, 16, 23, 30]], coloredOn: 0, leftCounts: [3], style,
                "two stacks of fifths")
        case .upperStructure:
            if isTriad {
                return Shapes(otherwise: "The chord has no seventh for the left hand to play under the triad.")
            }
            return Shapes(upperStructures(), otherwise: "No triad over a shell gives the rest of the chord.")
        case .block:
            if own.nonzeroBitCount < 3 { return Shapes(otherwise: "The chord has too few notes for a block chord.") }
            if isOverForeignBass {
                return Shapes(otherwise: "A block chord cannot have a bass that is not a chord tone.")
            }
            return Shapes(blocks(), otherwise: tooMany)
        }
    }

    /// The rotations of a set, as ascending semitones above the root.
    private func rotations(of set: UInt16) -> [[Int]] {
        let notes = Array(PitchClassSet(bits: set))
        return notes.indices.map { start in
            notes.indices.map { notes[(start + $0) % notes.count] + ($0 + start < notes.count ? 0 : 12) }
        }
    }

    /// Whether the shape has the slash chord's bass at the bottom, if there is one.
    func keepsBass(_ shape: Shape) -> Bool {
        guard isSlash, let bass else { return true }
        return shape.lowest == bass && shape.leftCount > 0
    }

    /// Shapes with the bass alone in the left hand and keys in the right, close to it or up to some octaves higher.
    private func overBass(_ keys: [Int], upTo octaves: Int = 2) -> [Shape] {
        guard let bass else { return [] }
        var found: [Shape] = []
        for lift in 0...octaves {
            var shape = Shape(on: bass)
            guard shape.add(above: modulo(keys[0], 12), lift: lift) else { continue }
            let first = shape.span
            guard keys.dropFirst().allSatisfy({ shape.add(offset: first + $0 - keys[0]) }) else { continue }
            found.append(shape.divided(1))
        }
        return found
    }

    /// Whether the bass is foreign to the chord.
    private var isOverForeignBass: Bool { isSlash && degree(bass ?? 0) == nil }

    /// The notes above the bass of a slash chord. In chords of more than three notes the bass is not doubled.
    private var aboveBass: UInt16 {
        guard let bass else { return own }
        let rest = own & ~(1 << UInt16(bass))
        return degree(bass) == nil || rest.nonzeroBitCount >= 3 ? rest : own
    }

    // MARK: Styles

    private func close() -> [Shape] {
        var found: [Shape] = []
        if isSlash, let bass {
            let bassBit: UInt16 = 1 << UInt16(bass)
            for set in handful(of: own & ~bassBit, beside: bassBit) {
                for keys in rotations(of: set) { found += overBass(keys, upTo: 0).filter { $0.span < 12 } }
            }
        }
        for set in handful(of: own, beside: 0) {
            for keys in rotations(of: set) where !isSlash || keys[0] == bass {
                guard let shape = Shape(keys: keys) else { continue }
                // The left hand plays the bass of a slash chord.
                if !isSlash { found.append(shape) }
                found.append(shape.divided(shape.count))
            }
        }
        if own.nonzeroBitCount > 5 {
            for keys in rotations(of: own) where !isSlash || keys[0] == bass {
                guard let shape = Shape(keys: keys), shape.count == keys.count else { continue }
                found.append(shape.divided(keys.count / 2))
            }
        }
        return found
    }

    /// All of a pool, or reduced sets if a hand has too few fingers.
    private func handful(of pool: UInt16, beside other: UInt16) -> [UInt16] {
        pool.nonzeroBitCount <= 5 ? [pool] : selections(from: pool, beside: other, counts: 1...5)
    }

    private func shells() -> [Shape] {
        guard let third, let seventh else { return [] }
        let ground = own & 1 == 0 ? [] : [0]
        var lefts = [ground + [third, seventh], ground + [seventh, third]]
        // An altered fifth identifies the chord and belongs to its shell.
        if let fifth, fifth != 7, !ground.isEmpty { lefts = [[0, fifth, seventh, third]] + lefts }
        var found: [Shape] = []
        for left in lefts {
            guard let shape = Shape(left)?.divided(left.count) else { continue }
            // A shell stays within a ninth, except 1–7–3.
            if shape.span > Reach.ninth.semitones, degree(seventh)?.number != 7 { continue }
            if isComplete(shape.sounding) {
                found.append(shape)
                // What is too much for the left hand ends in the right.
                if shape.isCrowded(.left) { found.append(shape.divided(left.count - 1)) }
                continue
            }
            let rest = own & ~shape.sounding
            for set in selections(from: rest, beside: shape.sounding, counts: 1...5) {
                for keys in rotations(of: set) {
                    var whole = shape
                    if keys.allSatisfy({ whole.add(above: modulo($0, 12)) }) { found.append(whole) }
                }
            }
        }
        // Two notes are enough if the chord has only a fifth besides root, third and seventh.
        let guides: UInt16 = 1 << UInt16(third) | 1 << UInt16(seventh)
        if !ground.isEmpty, isComplete(guides | 1) {
            for guide in [seventh, third] {
                if let shape = Shape([0, guide])?.divided(2) { found.append(shape) }
            }
        }
        return found
    }

    /// The notes of a rootless form.
    private var rootlessPool: UInt16 {
        var pool = needsRoot ? own : (own | colors) & ~1
        if isSlash, let bass, bass != third, bass != seventh { pool &= ~(1 << UInt16(bass)) }
        // A ♭13 replaces the fifth.
        if degree(8)?.number == 13 { pool &= ~(1 << 7) }
        return pool
    }

    /// Four notes in close position upwards from a guide tone, without the root. A fifth note is for chords that have
    /// five besides root and fifth.
    private func rootless(from start: Int?) -> [Shape] {
        guard let start, let third, let seventh else { return [] }
        let pool = rootlessPool
        let needed: UInt16 = colors | 1 << UInt16(third) | 1 << UInt16(seventh)
        let bassBit: UInt16 = isSlash ? 1 << UInt16(bass ?? 0) : 0
        var found: [Shape] = []
        let maximumCount = (own & ~0b1000_0001).nonzeroBitCount > 4 ? 5 : 4
        var subset = pool
        while subset != 0 {
            defer { subset = (subset &- 1) & pool }
            // The bass of a slash chord is one of the four notes.
            guard ((isSlash ? 3 : 4)...maximumCount).contains(subset.nonzeroBitCount), subset & needed == needed,
                isComplete(subset | bassBit, without: 1)
            else { continue }
            guard let keys = rotations(of: subset).first(where: { $0[0] == start }) else { continue }
            if isSlash {
                found += overBass(keys)
            } else if let shape = Shape(keys: keys) {
                found.append(shape.divided(shape.count))
            }
        }
        return found
    }

    /// Close position with some voices lowered an octave, counted from the top.
    private func dropped(_ voices: [Int], _ pianist: Pianist) -> [Shape] {
        let isForeign = isOverForeignBass
        let pool = isForeign ? aboveBass : own
        let bassBit: UInt16 = isForeign ? 1 << UInt16(bass ?? 0) : 0
        var found: [Shape] = []
        for set in selections(from: pool, beside: bassBit, counts: fourWay(pool)) {
            // Of three notes only the middle one can be dropped.
            guard set.nonzeroBitCount >= (voices == [2] ? 3 : 4) else { continue }
            for rotation in rotations(of: set) {
                var keys = rotation
                for voice in voices { keys[keys.count - voice] -= 12 }
                if isForeign {
                    found += overBass(keys.sorted())
                } else if let shape = Shape(keys: keys) {
                    // In one hand if its span allows, as books write them for the left; otherwise the left hand has the
                    // dropped voices only.
                    if shape.span <= pianist.left.semitones { found.append(shape.divided(shape.count)) }
                    found.append(shape.divided(voices.count))
                }
            }
        }
        return found.filter(keepsBass)
    }

    /// Four voices, five if the chord needs them, three for a triad.
    private func fourWay(_ pool: UInt16) -> ClosedRange<Int> { min(4, pool.nonzeroBitCount)...5 }

    /// Four-way close, in which a ninth may replace the root; five voices only if four are not enough.
    private func blocks() -> [Shape] {
        let further: UInt16 = hasNinth ? 1 : 0
        let counts = min(4, own.nonzeroBitCount)
        var sets = selections(from: own, without: further, counts: counts...counts)
        if sets.isEmpty { sets = selections(from: own, counts: fourWay(own)) }
        var found: [Shape] = []
        for set in sets {
            for keys in rotations(of: set) {
                if let shape = Shape(keys: [keys[keys.count - 1] - 12] + keys) { found.append(shape.divided(1)) }
            }
        }
        return found.filter(keepsBass)
    }

    /// The lowest note with up to two others in the left hand, and the remaining notes above it in any order.
    private func spread(_ pianist: Pianist) -> [Shape] {
        let ground = bass ?? (own & 1 != 0 ? 0 : own.trailingZeroBitCount)
        let groundBit: UInt16 = 1 << UInt16(ground)
        let isSmall = own.nonzeroBitCount == 3
        // Thirteenths belong to the right hand.
        let others = PitchClassSet(bits: own & ~groundBit).filter { degree($0)?.number ?? 0 != 13 }
        var lefts = [Shape(on: ground)]
        for one in others {
            guard let two = Shape([ground, one]), two.span >= 3, two.span <= pianist.left.semitones else { continue }
            lefts.append(two)
            for other in others where other != one {
                var three = two
                // Three notes in the left hand need space.
                if three.add(above: other), three.span - two.span >= 3,
                    (9...pianist.left.semitones).contains(three.span)
                {
                    lefts.append(three)
                }
            }
        }
        var found: [Shape] = []
        for left in lefts {
            let left = left.divided(left.count)
            let sounding = left.sounding
            // A triad doubles its root; over another bass nothing is doubled, because a doubled third stands out.
            let rest = own & ~sounding | (isSmall ? own & 1 : 0)
            var subset = rest
            while subset != 0 {
                if isComplete(sounding | subset), subset.nonzeroBitCount <= 4, !isSmall || subset == rest {
                    for lift in 0..<(left.count == 1 ? 3 : 1) {
                        arrange(subset, above: left, lift: lift, within: pianist.right.semitones, into: &found)
                    }
                }
                subset = (subset &- 1) & rest
            }
        }
        return found
    }

    /// All orders of some notes above a shape with neighbors at most a sixth apart; two notes at most a seventh.
    private func arrange(
        _ notes: UInt16, above shape: Shape, lift: Int, within reach: Int, into found: inout [Shape]
    ) {
        guard notes != 0 else {
            found.append(shape)
            return
        }
        let isFirst = shape.count == shape.leftCount
        var rest = notes
        while rest != 0 {
            let note = rest & (~rest &+ 1)
            rest &= rest &- 1
            var next = shape
            guard next.add(above: note.trailingZeroBitCount, lift: isFirst ? lift : 0) else { continue }
            let isPair = notes == note && shape.count == shape.leftCount + 1
            let widest = isPair ? 11 : 9
            if !isFirst, next.span - shape.span > widest || next.span(of: .right) > reach { continue }
            arrange(notes & ~note, above: next, lift: 0, within: reach, into: &found)
        }
    }

    /// Three or more notes in fourths, one of which may be augmented. The top interval may be a third, as in So What.
    private func quartal() -> [Shape] {
        var found: [Shape] = []
        for start in PitchClassSet(bits: own) {
            stackFourths(on: Shape(on: start), sounding: 1 << UInt16(start), hasTritone: false, into: &found)
        }
        return found.filter(keepsBass)
    }

    private func stackFourths(on shape: Shape, sounding: UInt16, hasTritone: Bool, into found: inout [Shape]) {
        if shape.count >= 3, isComplete(sounding) {
            found.append(shape.divided(shape.count / 2))
        }
        for step in 3...6 {
            let isFourth = step >= 5
            guard isFourth ? step == 5 || !hasTritone : shape.count >= 3 else { continue }
            let bit: UInt16 = 1 << UInt16((shape.semitones(shape.count - 1) + step) % 12)
            var next = shape
            guard own & bit != 0, sounding & bit == 0, next.add(offset: shape.span + step) else { continue }
            if isFourth {
                stackFourths(on: next, sounding: sounding | bit, hasTritone: hasTritone || step == 6, into: &found)
            } else if isComplete(sounding | bit) {
                found.append(next.divided(next.count / 2))
            }
        }
    }

    /// The same intervals above each note of the chord, if all resulting notes are in the chord.
    /// - Parameters:
    ///   - home: the note on which color tones count as notes of the chord.
    ///   - intervals: in words.
    private func stacks(
        _ stacks: [[Int]], coloredOn home: Int, leftCounts: [Int], _ style: VoicingStyle, _ intervals: String
    ) -> Shapes {
        let fitting = stacks.flatMap { offsets in
            PitchClassSet(bits: own).compactMap { start -> Shape? in
                let shape = Shape(keys: [start] + offsets.map { start + $0 })
                return shape.flatMap { $0.sounding & ~(start == home ? own | colors : own) == 0 ? $0 : nil }
            }
        }
        let complete = fitting.filter { isComplete($0.sounding) }
        func reason() -> String {
            let name = "The \(style.title) voicing"
            if !complete.isEmpty { return name + " does not have the bass of this chord at the bottom." }
            if bass == 0, fitting.contains(where: { isComplete($0.sounding, without: 1) }) {
                return name + " leaves the root of this chord to a bass player."
            }
            return fitting.isEmpty
                ? "The chord lacks notes of the \(style.title) voicing, \(intervals)." : Palette.tooMany(for: style)
        }
        let found = complete.flatMap { shape in leftCounts.map { shape.divided($0) } }
        return Shapes(found.filter(keepsBass), otherwise: reason())
    }

    private static func tooMany(for style: VoicingStyle) -> String {
        "The chord has too many notes for the style “\(style.title)”."
    }

    /// Root, third and seventh in either order, or third and seventh alone, with a triad above. An altered fifth may
    /// take the place of the third.
    private func upperStructures() -> [Shape] {
        guard let third, let seventh else { return [] }
        var lefts = [[third, seventh], [seventh, third]]
        if let bass {
            let guides = [third, seventh].filter { $0 != bass }
            lefts += [[bass] + guides, [bass] + guides.reversed()]
        } else if own & 1 != 0 {
            lefts += [[0, third, seventh], [0, seventh, third]]
        }
        if let fifth, fifth != 7, own & 1 != 0 { lefts.append([bass ?? 0, fifth, seventh]) }
        let pool = own | colors
        // With three notes, no triad adds anything to the left hand.
        if pool.nonzeroBitCount < 4 { return [] }
        var found: [Shape] = []
        for left in lefts {
            guard let below = Shape(left)?.divided(left.count) else { continue }
            let sounding = below.sounding
            for (bits, triad) in Palette.triads(within: pool) where isComplete(sounding | bits) {
                for start in 0..<3 {
                    var shape = below
                    if (0..<3).allSatisfy({ shape.add(above: triad[(start + $0) % 3]) }) { found.append(shape) }
                }
            }
        }
        return found.filter(keepsBass)
    }

    /// The major, minor, diminished, augmented and suspended triads in a set of notes.
    private static func triads(within pool: UInt16) -> [(bits: UInt16, notes: [Int])] {
        var found: [(bits: UInt16, notes: [Int])] = []
        for (third, fifth) in [(4, 7), (3, 7), (3, 6), (4, 8), (5, 7)] {
            // An augmented triad has three roots.
            for root in 0..<(fifth == 8 ? 4 : 12) {
                let notes = [root, (root + third) % 12, (root + fifth) % 12]
                let bits = notes.reduce(UInt16(0)) { $0 | 1 << UInt16($1) }
                if bits & ~pool == 0 { found.append((bits, notes)) }
            }
        }
        return found
    }
}
