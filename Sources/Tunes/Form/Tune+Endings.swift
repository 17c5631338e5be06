extension Tune {
    /// An ending and the range of its bracket.
    public struct WrittenEnding: Sendable, Hashable {
        /// The passes with this ending, ascending: 1 and 2 for “1.–2.”
        public let times: [Int]
        /// Indices in ``bars``.
        public let bars: ClosedRange<Int>
    }

    /// The endings in order. Each reaches to the line that closes it, the next ending, or the end of its section.
    public var endings: [WrittenEnding] {
        var endings: [WrittenEnding] = []
        var first = 0
        for section in sections {
            let starts = section.bars.indices.filter { section.bars[$0].ending != nil }
            for (start, isListed) in zip(starts, section.areListed(starts)) {
                var last = start
                while last + 1 < section.bars.count, section.bars[last].end == .single,
                    section.bars[last + 1].ending == nil, !section.bars[last + 1].startsRepeat
                {
                    last += 1
                }
                var times = section.bars[start].endings
                // A single number counts until the next one, unless the endings of its repeat list their passes.
                if !isListed, let next = last + 1 < section.bars.count ? section.bars[last + 1].ending : nil {
                    times = Array(times[0]...max(times[0], next - 1))
                }
                endings.append(WrittenEnding(times: times, bars: first + start...first + last))
            }
            first += section.bars.count
        }
        return endings
    }
}

extension Tune.Section {
    /// For each ending, whether one of its repeat names several passes, as in ``Repeat``. The numbers of the endings of
    /// a repeat ascend.
    /// - Parameter starts: the first bars of the endings.
    fileprivate func areListed(_ starts: [Int]) -> [Bool] {
        var areListed: [Bool] = []
        var first = 0
        for (index, start) in starts.enumerated() {
            let last = index > 0 ? bars[starts[index - 1]].ending : nil
            let isNew = bars[start].startsRepeat || (last ?? Bar.maximumTimes) >= bars[start].endings[0]
            if isNew { first = index }
            areListed.append(!isNew && areListed[index - 1])
            if !areListed[index], bars[start].endings.count > 1 {
                for place in first...index { areListed[place] = true }
            }
        }
        return areListed
    }
}
