import Store

/// Metrics of the database. If it does not answer, only that is reported.
struct StoreMetrics: Sendable {
    private let totals: Shared<Shelves.Totals>

    init(of shelves: Shelves) { totals = Shared { try await shelves.totals() } }

    func families() async -> [MetricFamily] {
        let totals = try? await totals.value(within: .seconds(1))
        let isThere = MetricFamily(
            .gauge, "chords_database_up", "1 if the database answers, otherwise 0.", totals == nil ? 0 : 1)
        guard let totals else { return [isThere] }
        return [
            isThere,
            MetricFamily(
                .gauge, "chords_kept", "The number of stored items.",
                [
                    ([("things", "shelves")], Double(totals.shelves)),
                    ([("things", "chordsets")], Double(totals.chordsets)),
                    ([("things", "tunes")], Double(totals.tunes)),
                ]),
            MetricFamily(
                .gauge, "chords_kept_bytes", "The size of all stored items as JSON in bytes.",
                Double(totals.bytes)),
        ]
    }
}
