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
            let numbers = section.bars.indices.filter { section.bars[$0].ending != nil }
            for start in numbers {
                var last = start
                while last + 1 < section.bars.count, section.bars[last].end == .single,
                    section.bars[last + 1].ending == nil, !section.bars[last + 1].startsRepeat
                {
                    last += 1
                }
                var times = section.bars[start].endings
                // A single number counts until the next one.
                if times.count == 1, let next = last + 1 < section.bars.count ? section.bars[last + 1].ending : nil {
                    times = Array(times[0]...max(times[0], next - 1))
                }
                endings.append(WrittenEnding(times: times, bars: first + start...first + last))
            }
            first += section.bars.count
        }
        return endings
    }
}
