extension Tune {
    /// The tune written out as played, once through the form, without repeats, jumps and repetition signs.
    public func writtenOut() throws(FormError) -> Tune {
        let order = try unfolded()
        let bars = bars
        let meters = meters
        let sounding = sounding
        // The section of each bar.
        let homes = sections.enumerated().flatMap { index, section in section.bars.map { _ in index } }
        var tune = self
        tune.sections = []
        var current = meter
        var last: Int?
        for index in order {
            var bar = Bar(.chords(sounding[index]))
            bar.alternates = bars[index].alternates
            bar.melody = bars[index].melody
            bar.words = bars[index].words
            if bars[index].marks.contains(.fermata) { bar.add(.fermata) }
            if meters[index] != current {
                bar.meter = meters[index]
                current = meters[index]
            }
            if case .repeated = bars[index].end {} else { bar.end = bars[index].end }
            // Returning to a section starts it again.
            let isNew = last.map { homes[$0] != homes[index] || index <= $0 } ?? true
            if isNew { tune.sections.append(Section(sections[homes[index]].label)) }
            tune.sections[tune.sections.count - 1].bars.append(bar)
            last = index
        }
        return tune
    }
}
