import Harmony
import Input
import JSONText
import Rendering
import Tunes

/// A progression in a key, voiced for two hands with smooth voice leading.
public struct VoicedProgression: Sendable {
    let progression: TypedProgression
    public let key: Key
    let steps: [TypedProgression.Step]
    public let row: LedRow

    /// The bars as a tune.
    public var tune: Tune { progression.tune(in: key) }
}

extension Answers {
    /// A progression from numerals, chord symbols or a standard name, in one key.
    /// - Parameters:
    ///   - text: `ii V I`, `ii–V | I`, `Dmi7 G7 Cma7`, `rhythm changes`.
    ///   - key: `Eb`, `C minor`. Nil for C, or the key of the chords. If it names no mode, a progression with i and no
    ///     I is in minor.
    ///   - style: `rootless`, `upper-structure` or one style; by default any that fits.
    public static func progression(
        _ text: String, key: String? = nil, style: String? = nil, for pianist: Pianist = Pianist(),
        notation: Notation = Notation()
    ) throws(InputError) -> VoicedProgression {
        let given: Key? = if let key { try Key.parse(key, in: notation.names) } else { nil }
        let typed = try TypedProgression(text, home: given, notation: notation)
        let isTonicOnly = key.map { (try? Key.parse($0 + " minor", in: notation.names)) != nil } ?? true
        let home = isTonicOnly && typed.isInMinor ? Key(typed.home.tonic, .minor) : typed.home
        return try voiced(typed, in: home, Leading.Styles.parse(style), pianist, notation)
    }

    /// The same in the twelve keys of its mode, in fourths from C.
    public static func progressionInAllKeys(
        _ text: String, style: String? = nil, for pianist: Pianist = Pianist(), notation: Notation = Notation()
    ) throws(InputError) -> [VoicedProgression] {
        let typed = try TypedProgression(text, notation: notation)
        let styles = try Leading.Styles.parse(style)
        var voiced: [VoicedProgression] = []
        for key in TypedProgression.keys(typed.home.mode) {
            voiced.append(try Answers.voiced(typed, in: key, styles, pianist, notation))
        }
        return voiced
    }

    private static func voiced(
        _ typed: TypedProgression, in key: Key, _ styles: Leading.Styles, _ pianist: Pianist, _ notation: Notation
    ) throws(InputError) -> VoicedProgression {
        let steps = typed.steps(in: key)
        let row = try held(LedRow(of: steps.map { $0.symbol.toVoice }, in: styles, for: pianist), notation)
        return VoicedProgression(progression: typed, key: key, steps: steps, row: row)
    }

    /// The keys of both hands, in MIDI numbers.
    public static func json(_ progression: VoicedProgression, notation: Notation = Notation()) -> JSON {
        .object([
            ("key", .string(progression.key.name(in: notation))),
            (
                "chords",
                .array(
                    zip(progression.steps, progression.row.voicings).map { step, voicing in
                        .object([
                            ("numeral", .string(notation.written(step.numeral))),
                            ("symbol", .string(step.symbol.written(in: notation))), ("beats", .int(step.beats)),
                            ("left", .array(voicing.left.map { .int($0.pitch) })),
                            ("right", .array(voicing.right.map { .int($0.pitch) })),
                        ])
                    })
            ),
        ])
    }
}
