import Chordsets
import Store
import Tunes

extension ChordsetStore {
    /// What the database is like. Where it does not answer, that is all that is told of it.
    func families() async -> [MetricFamily] {
        let kept = try? await (chordsets: profile().chordsets, tunes: page(of: KeptTune.self, limit: 1).count)
        let isThere = MetricFamily(.gauge, "chords_database_up", "1 where the database answers, and else 0.", kept == nil ? 0 : 1)
        guard let kept else { return [isThere] }
        return [
            isThere,
            MetricFamily(
                .gauge, "chords_kept", "How much is kept.",
                [([("things", "chordsets")], Double(kept.chordsets)), ([("things", "tunes")], Double(kept.tunes))]),
        ]
    }
}
