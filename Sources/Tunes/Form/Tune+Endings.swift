extension Tune {
    /// An ending and the range of its bracket.
    public struct WrittenEnding: Sendable, Hashable {
        /// The passes with this ending: 1 and 2 for “1.–2.”
        public let times: ClosedRange<Int>
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
                let number = section.bars[start].ending ?? 1
                let next = last + 1 < section.bars.count ? section.bars[last + 1].ending : nil
                endings.append(
                    WrittenEnding(times: number...max(number, (next ?? 0) - 1), bars: first + start...first + last))
            }
            first += section.bars.count
        }
        return endings
    }
}
