extension Tune {
    /// Brings two changes of one tune together where they are in different bars.
    /// - Returns: nil unless all three have the same bars in the same sections, each bar was changed on one side at most or
    ///   alike on both, and everything else is equal.
    public static func merged(_ mine: Tune, _ theirs: Tune, since base: Tune) -> Tune? {
        guard base.frame == mine.frame, base.frame == theirs.frame else { return nil }
        var merged = mine
        for section in base.sections.indices {
            for bar in base.sections[section].bars.indices {
                let (before, one, other) =
                    (base.sections[section].bars[bar], mine.sections[section].bars[bar], theirs.sections[section].bars[bar])
                if before == other || one == other { continue }
                guard before == one else { return nil }
                merged.sections[section].bars[bar] = other
            }
        }
        return merged
    }

    /// The same tune with nothing in its bars.
    private var frame: Tune {
        var frame = self
        for section in sections.indices {
            frame.sections[section].bars = sections[section].bars.map { _ in Bar() }
        }
        return frame
    }
}
