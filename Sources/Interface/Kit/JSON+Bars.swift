import JSONText
import Tunes

extension JSON {
    /// Bars as the host's clock plays them: of each the bar that it was written as (−1 for none), its length, its strikes (part,
    /// start, length, loudness, pitches) and where which chord begins; in ticks: see ``Accompaniment``.
    static func bars(_ bars: [Accompaniment.PlayedBar]) -> JSON {
        .array(bars.map { bar in
            .array([
                .int(bar.written ?? -1), .int(bar.length),
                .array(bar.strikes.map { strike in
                    let part = Accompaniment.Part.allCases.firstIndex(of: strike.part) ?? 0
                    return .array(([part, strike.start, strike.length, strike.loudness] + strike.pitches).map { .int($0) })
                }),
                .array(bar.cues.map { .array([.int($0.start), .int($0.chord)]) }),
            ])
        })
    }
}
