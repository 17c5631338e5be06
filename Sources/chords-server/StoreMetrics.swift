import Store

/// What the database is like. Where it does not answer, that is all that is told of it.
struct StoreMetrics: Sendable {
    private let totals: Shared<Shelves.Totals>

    init(of shelves: Shelves) { totals = Shared { try await shelves.totals() } }

    func families() async -> [MetricFamily] {
        let totals = try? await totals.value(within: .seconds(1))
        let isThere = MetricFamily(.gauge, "chords_database_up", "1 where the database answers, and else 0.", totals == nil ? 0 : 1)
        guard let totals else { return [isThere] }
        return [
            isThere,
            MetricFamily(
                .gauge, "chords_kept", "How much is kept.",
                [
                    ([("things", "shelves")], Double(totals.shelves)), ([("things", "chordsets")], Double(totals.chordsets)),
                    ([("things", "tunes")], Double(totals.tunes)),
                ]),
            MetricFamily(
                .gauge, "chords_kept_bytes", "Bytes of all that is kept, as JSON.",
                Double(totals.bytes)),
        ]
    }
}
