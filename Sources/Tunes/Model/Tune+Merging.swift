extension Tune {
    /// Merges two versions of a tune that changed different bars.
    /// - Returns: nil unless all three have the same bars and sections, each bar changed on one side only or alike on
    ///   both, and everything else is equal.
    public static func merged(_ mine: Tune, _ theirs: Tune, since base: Tune) -> Tune? {
        guard base.frame == mine.frame, base.frame == theirs.frame else { return nil }
        var merged = mine
        for section in base.sections.indices {
            for bar in base.sections[section].bars.indices {
                let (before, one, other) =
                    (
                        base.sections[section].bars[bar], mine.sections[section].bars[bar],
                        theirs.sections[section].bars[bar]
                    )
                if before == other || one == other { continue }
                guard before == one else { return nil }
                merged.sections[section].bars[bar] = other
            }
        }
        return merged
    }

    /// The tune with empty bars.
    private var frame: Tune {
        var frame = self
        for section in sections.indices {
            frame.sections[section].bars = sections[section].bars.map { _ in Bar() }
        }
        return frame
    }
}
