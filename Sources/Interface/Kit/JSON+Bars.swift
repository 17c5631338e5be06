import JSONText
import Tunes

extension JSON {
    /// Bars for the host's clock, in ticks (see ``Accompaniment``).
    ///
    /// A bar is `[written, length, strikes, cues]`. `written` is the index of the bar in the chart or −1, a strike is
    /// `[part, start, length, velocity, pitch, …]`, and a cue is `[start, chord]`.
    static func bars(_ bars: [Accompaniment.PlayedBar]) -> JSON {
        .array(
            bars.map { bar in
                .array([
                    .int(bar.written ?? -1), .int(bar.length),
                    .array(
                        bar.strikes.map { strike in
                            let part = Accompaniment.Part.allCases.firstIndex(of: strike.part) ?? 0
                            return .array(
                                ([part, strike.start, strike.length, strike.velocity] + strike.pitches).map { .int($0) }
                            )
                        }),
                    .array(bar.cues.map { .array([.int($0.start), .int($0.chord)]) }),
                ])
            })
    }
}
