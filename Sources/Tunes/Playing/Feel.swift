/// The style in which a band plays: how it divides the beat, and what each player does.
public enum Feel: String, CaseIterable, Sendable, Hashable {
    /// Medium swing.
    case swing
    /// Fast swing.
    case up
    /// Slow, with brushes and a bass in half notes.
    case ballad
    case bossa
    /// Swing in three.
    case waltz
    /// Straight eighth notes.
    case straight
    /// Latin with straight eighth notes: a bass tumbao and a bell.
    case latin

    /// The feel of a tune, by its groove, style, meter and tempo.
    public init(of tune: Tune) {
        let words = folded(tune.groove + " " + tune.style) + " "
        func has(_ names: [String]) -> Bool { names.contains { words.contains(words: $0) } }
        let isStraight = has(["straight", "even", "rock", "pop", "funk", "ecm", "soul", "reggae", "r&b"])
        let isInThree = tune.meter.beats == 3 && tune.meter.unit == 4
        if has(["bossa"]) {
            self = .bossa
        } else if has(["latin", "samba", "salsa", "cuban", "mambo", "rumba", "cha cha", "bolero", "calypso"]) {
            self = .latin
        } else if has(["waltz"]) || isInThree && !isStraight {
            self = .waltz
        } else if has(["ballad"]) || has(["slow"]) && !has(["swing"]) {
            self = .ballad
        } else if isStraight {
            self = .straight
        } else if has(["up ", "uptempo", "fast", "bebop"]) || (tune.tempo ?? 0) >= Feel.fast {
            self = .up
        } else {
            self = .swing
        }
    }

    /// Beats per minute from which swing is played in the fast manner.
    private static let fast = 220

    /// How many times longer the first eighth note of a beat is than the second, in thousandths.
    ///
    /// The ride cymbal swings less the faster it plays, because the short note keeps about a tenth of a second: three
    /// to one at 120 beats per minute, even at 280. Measured on jazz recordings by Friberg and Sundström, Music
    /// Perception 19 (2002).
    func swingRatio(tempo: Int) -> Int {
        switch self {
        case .bossa, .straight, .latin: 1000
        case .ballad: 2000
        case .swing, .up, .waltz: min(max(3000 - (tempo - 120) * 25 / 2, 1000), 3000)
        }
    }

    /// What the bass player does unless the user chooses something else.
    var bass: Band.Bass {
        switch self {
        case .swing, .up, .waltz: .walking
        case .ballad: .twoFeel
        case .bossa, .straight: .bossa
        case .latin: .tumbao
        }
    }
}
