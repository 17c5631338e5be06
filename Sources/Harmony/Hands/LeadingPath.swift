/// The cheapest path through columns of voicings, one of each. Dynamic programming finds the exact minimum;
/// predecessors that already cost more than the best one found are skipped.
struct LeadingPath: Sendable {
    /// The index of the chosen voicing in each column; nil if the column is empty.
    let places: [Int?]
    let cost: Leading.Cost

    /// - Parameters:
    ///   - columns: the voicings of each distinct chord.
    ///   - row: the column of each chord, because a chorus repeats chords.
    init(through columns: [[PlacedShape]], in row: [Int], isChorale: Bool) {
        var places = [Int?](repeating: nil, count: row.count)
        var cost = Leading.Cost()
        var lanes = columns.map { Lane.lanes(of: $0) }
        var start = 0
        while start < row.count {
            guard !columns[row[start]].isEmpty else {
                start += 1
                continue
            }
            var end = start + 1
            while end < row.count, !columns[row[end]].isEmpty { end += 1 }
            let run = LeadingPath.places(through: columns, lanes: &lanes, in: row[start..<end], isChorale: isChorale)
            for (offset, place) in run.enumerated() {
                places[start + offset] = place
                let here = columns[row[start + offset]][place]
                cost.shapes += here.shapeCost
                cost.register += here.registerCost
                guard offset > 0 else { continue }
                let last = columns[row[start + offset - 1]][run[offset - 1]]
                let voices = max(last.shape.count, here.shape.count)
                cost.add(VoiceRow(last, voices: voices).costs(to: VoiceRow(here, voices: voices), isChorale: isChorale))
            }
            start = end
        }
        self.places = places
        self.cost = cost
    }

    /// The voicings of one column with equal numbers of voices, compared in one loop.
    private struct Lane {
        let voices: Int
        /// Indices in the column.
        var places: [Int] = []
        /// The voicings expanded to each number of voices from ``voices`` up, computed once for the whole path.
        private var rows: [[VoiceRow]] = []

        init(voices: Int) {
            self.voices = voices
        }

        static func lanes(of column: [PlacedShape]) -> [Lane] {
            var lanes: [Lane] = []
            for (place, placed) in column.enumerated() {
                if let lane = lanes.firstIndex(where: { $0.voices == placed.shape.count }) {
                    lanes[lane].places.append(place)
                } else {
                    var lane = Lane(voices: placed.shape.count)
                    lane.places.append(place)
                    lanes.append(lane)
                }
            }
            return lanes
        }

        mutating func rows(of voices: Int, _ column: [PlacedShape]) -> [VoiceRow] {
            let index = voices - self.voices
            while rows.count <= index { rows.append([]) }
            if rows[index].isEmpty { rows[index] = places.map { VoiceRow(column[$0], voices: voices) } }
            return rows[index]
        }
    }

    private static func places(
        through columns: [[PlacedShape]], lanes: inout [[Lane]], in row: ArraySlice<Int>, isChorale: Bool
    ) -> [Int] {
        guard let first = row.first else { return [] }
        var totals = columns[first].map { $0.cost }
        // For each further column: the best predecessor of each voicing.
        var origins: [[Int]] = []
        for index in row.indices.dropFirst() {
            let (last, next) = (row[index - 1], row[index])
            var best = [Int](repeating: .max, count: columns[next].count)
            var origin = [Int](repeating: 0, count: columns[next].count)
            for from in lanes[last].indices {
                let places = lanes[last][from].places
                // Cheapest first; equal costs keep their order.
                let order = places.indices.sorted { one, other in
                    let (mine, others) = (totals[places[one]], totals[places[other]])
                    return mine != others ? mine < others : one < other
                }
                let sums = order.map { totals[places[$0]] }
                let origins = order.map { places[$0] }
                for to in lanes[next].indices {
                    let voices = max(lanes[last][from].voices, lanes[next][to].voices)
                    let unordered = lanes[last][from].rows(of: voices, columns[last])
                    let before = order.map { unordered[$0] }
                    let after = lanes[next][to].rows(of: voices, columns[next])
                    for (number, place) in lanes[next][to].places.enumerated() {
                        let least = after[number].least(
                            after: before, costing: sums, below: best[place], isChorale: isChorale)
                        guard let least else { continue }
                        best[place] = least.cost
                        origin[place] = origins[least.index]
                    }
                }
            }
            for (place, placed) in columns[next].enumerated() { best[place] += placed.cost }
            totals = best
            origins.append(origin)
        }
        var place = totals.indices.min { totals[$0] < totals[$1] } ?? 0
        var backwards = [place]
        for origin in origins.reversed() {
            place = origin[place]
            backwards.append(place)
        }
        return backwards.reversed()
    }
}

extension Leading {
    /// The cost of moving from one voicing to the next, without the cost of each by itself (``Voicing/cost``).
    package static func cost(from last: Voicing, to next: Voicing, isChorale: Bool = false) -> Cost {
        let voices = max(last.tones.count, next.tones.count)
        return VoiceRow(last, voices: voices).costs(to: VoiceRow(next, voices: voices), isChorale: isChorale)
    }
}

extension Leading.Cost {
    fileprivate mutating func add(_ other: Leading.Cost) {
        movement += other.movement
        leaps += other.leaps
        register += other.register
        crossing += other.crossing
        parallels += other.parallels
        sevenths += other.sevenths
        textures += other.textures
        shapes += other.shapes
    }
}

/// The keys of a voicing, one byte per voice. Ten voices are compared with a few operations on whole words.
private struct VoiceRow {
    /// The lowest eight voices, and the others.
    private let low: UInt64
    private let high: UInt64
    private let lowest: Int
    private let highest: Int
    /// Highest key of the left hand and lowest of the right; 0 and 127 if a hand rests.
    private let leftTop: Int
    private let rightBottom: Int
    /// The index of the voice with the seventh; nil if there is none.
    private let seventh: Int?
    private let style: VoicingStyle

    private static let fifth = 7
    private static let tenth = 16
    /// Per semitone beyond a fifth in an outer voice.
    private static let leap = 2
    /// A hand that leaps more than a tenth.
    private static let jump = 40
    /// A hand that moves to the other hand's place.
    private static let crossing = 2
    /// A hand that stops or begins.
    private static let handover = 6
    /// Two voices in parallel fifths or octaves.
    private static let parallel = 40
    /// A rising seventh.
    private static let risingSeventh = 20
    /// A change of style. It keeps one texture as long as that costs little.
    private static let texture = 6

    /// - Parameter voices: at least the number of voices of the voicing. Further ones are doubled evenly, never only
    ///   the outer voices.
    init(_ placed: PlacedShape, voices: Int) {
        self.init(
            count: placed.shape.count, leftCount: placed.shape.leftCount, voices: voices, placed.style,
            isSeventh: { (10...11).contains(placed.shape.semitones($0)) }, pitch: { placed.pitch($0) })
    }

    init(_ voicing: Voicing, voices: Int) {
        let tones = voicing.tones
        let root = voicing.subject.chord.root.pitchClass
        self.init(
            count: tones.count, leftCount: voicing.left.count, voices: voices, voicing.style,
            isSeventh: { (10...11).contains(modulo(tones[$0].pitch - root, 12)) }, pitch: { tones[$0].pitch })
    }

    @inline(__always)
    private init(
        count: Int, leftCount: Int, voices: Int, _ style: VoicingStyle, isSeventh: (Int) -> Bool,
        pitch pitchOf: (Int) -> Int
    ) {
        var (low, high): (UInt64, UInt64) = (0, 0)
        var seventh: Int?
        for voice in 0..<voices {
            let own = voices == count ? voice : (2 * voice * (count - 1) + voices - 1) / (2 * max(1, voices - 1))
            let pitch = UInt64(pitchOf(own))
            if isSeventh(own) { seventh = voice }
            if voice < 8 { low |= pitch << UInt64(8 * voice) } else { high |= pitch << UInt64(8 * (voice - 8)) }
        }
        self.low = low
        self.high = high
        self.seventh = seventh
        self.style = style
        lowest = pitchOf(0)
        highest = pitchOf(count - 1)
        leftTop = leftCount > 0 ? pitchOf(leftCount - 1) : 0
        rightBottom = leftCount < count ? pitchOf(leftCount) : 127
    }

    /// The cost of the step to another voicing, besides its movement.
    @inline(__always)
    private func costBesideMovement(to next: VoiceRow, isChorale: Bool) -> Int {
        leaps(to: next) + crossing(to: next) + textures(to: next)
            + (isChorale ? parallels(to: next) + sevenths(to: next) : 0)
    }

    /// The cheapest predecessor, if it costs less than the one already known.
    /// - Parameters:
    ///   - rows: the predecessors with the same number of voices, cheapest first.
    ///   - sums: the cost of the path to each predecessor.
    // The innermost loop. Optimized for size, as the page is, it would take three times as long.
    @_optimize(speed)
    func least(
        after rows: [VoiceRow], costing sums: [Int], below known: Int, isChorale: Bool
    ) -> (cost: Int, index: Int)? {
        rows.withUnsafeBufferPointer { rows in
            sums.withUnsafeBufferPointer { sums in
                var least = known
                var found = -1
                var index = 0
                // The remaining predecessors cost as much before any movement.
                while index < sums.count, sums[index] < least {
                    let moved = sums[index] + rows[index].movement(to: self)
                    if moved < least {
                        let total = moved + rows[index].costBesideMovement(to: self, isChorale: isChorale)
                        if total < least { (least, found) = (total, index) }
                    }
                    index += 1
                }
                return found < 0 ? nil : (least, found)
            }
        }
    }

    /// The same cost by component.
    func costs(to next: VoiceRow, isChorale: Bool) -> Leading.Cost {
        var cost = Leading.Cost()
        cost.movement = movement(to: next)
        cost.leaps = leaps(to: next)
        cost.crossing = crossing(to: next)
        cost.textures = textures(to: next)
        if isChorale {
            cost.parallels = parallels(to: next)
            cost.sevenths = sevenths(to: next)
        }
        return cost
    }

    @inline(__always)
    func movement(to next: VoiceRow) -> Int {
        let sum = VoiceRow.difference(low, next.low)
        return high | next.high == 0 ? sum : sum + VoiceRow.difference(high, next.high)
    }

    /// The sum of the absolute differences of eight bytes, all below 128.
    @inline(__always)
    private static func difference(_ one: UInt64, _ other: UInt64) -> Int {
        let tops: UInt64 = 0x8080_8080_8080_8080
        // 128 plus the difference; the top bit of a byte is set if it is not negative.
        let raised = (one | tops) &- other
        let isPositive = (raised & tops) >> 7
        let mask = (isPositive << 7) &- isPositive
        let distance = ((raised ^ ~mask) & ~tops) &+ (isPositive ^ (tops >> 7))
        let pairs = (distance & 0x00FF_00FF_00FF_00FF) &+ (distance >> 8 & 0x00FF_00FF_00FF_00FF)
        return Int(truncatingIfNeeded: (pairs &* 0x0001_0001_0001_0001) >> 48)
    }

    private var hasLeft: Bool { leftTop > 0 }
    private var hasRight: Bool { rightBottom < 127 }

    @inline(__always)
    func leaps(to next: VoiceRow) -> Int {
        let (below, above) = (abs(next.lowest - lowest), abs(next.highest - highest))
        let cost = VoiceRow.leap * (max(0, below - VoiceRow.fifth) + max(0, above - VoiceRow.fifth))
        let isBoth = hasLeft && hasRight && next.hasLeft && next.hasRight
        let inner = isBoth ? max(abs(next.leftTop - leftTop), abs(next.rightBottom - rightBottom)) : 0
        return max(below, above, inner) > VoiceRow.tenth ? cost + VoiceRow.jump : cost
    }

    @inline(__always)
    func crossing(to next: VoiceRow) -> Int {
        let isOver = next.leftTop > rightBottom || next.rightBottom < leftTop
        let isOther = hasLeft != next.hasLeft || hasRight != next.hasRight
        return (isOver ? VoiceRow.crossing : 0) + (isOther ? VoiceRow.handover : 0)
    }

    @inline(__always)
    func textures(to next: VoiceRow) -> Int {
        style == next.style || style.isRootless && next.style.isRootless ? 0 : VoiceRow.texture
    }

    /// The pitch of one of the lowest eight voices. Chorales never have more.
    private func pitch(_ voice: Int) -> Int { Int(low >> UInt64(8 * voice) & 0xFF) }

    func parallels(to next: VoiceRow) -> Int {
        var cost = 0
        for lower in 0..<7 {
            let move = next.pitch(lower) - pitch(lower)
            guard move != 0 else { continue }
            for higher in lower + 1..<8 where next.pitch(higher) - pitch(higher) == move {
                let interval = pitch(higher) - pitch(lower)
                // A doubled voice does not move in parallel with itself.
                if interval > 0, interval % 12 == 0 || interval % 12 == VoiceRow.fifth { cost += VoiceRow.parallel }
            }
        }
        return cost
    }

    func sevenths(to next: VoiceRow) -> Int {
        guard let seventh, seventh < 8 else { return 0 }
        return next.pitch(seventh) > pitch(seventh) ? VoiceRow.risingSeventh : 0
    }
}
