/// One way to hear some notes as a chord.
public struct Reading: Sendable, Hashable {
    /// Root, degrees and bass. Of a rootless reading the root is among the degrees although nobody plays it.
    public let chord: Chord
    /// Degrees of its family that do not sound: mostly the fifth.
    public let omitted: DegreeSet
    /// Degrees beyond its family.
    public let tensions: DegreeSet
    /// How improbable it is, in decibels: of two readings one that costs 10 more is a tenth as probable.
    public let cost: Int
    /// The index of its family in ``ChordFamily/all``; nil for a chord of the classic table.
    let family: Int?

    /// The reading that the table has: nothing is missing or improbable.
    init(ofTable chord: Chord) {
        self.init(chord: chord, omitted: DegreeSet(), tensions: chord.type.extensions, cost: 0, family: nil)
    }

    init(chord: Chord, omitted: DegreeSet, tensions: DegreeSet, cost: Int, family: Int?) {
        self.chord = chord
        self.omitted = omitted
        self.tensions = tensions
        self.cost = cost
        self.family = family
    }

    /// Whether somebody else has to play the root.
    public var isRootless: Bool { omitted.contains(1) }

    /// As musicians say it. A rootless reading says nothing of the lowest note, which is none of its bass.
    public var title: String { isRootless ? chord.inRootPosition.title : chord.title }

    /// The name in which nothing is left unsaid; ``ChordReader`` reads it back as the same notes, unless it is rootless.
    public var precise: String { isRootless ? chord.inRootPosition.name + " (no root)" : chord.name }

    /// Why it stands where it stands, in one sentence: guide tones, tensions, what is missing, and the bass.
    public var why: String {
        var parts = [guideTones]
        if !tensions.isEmpty { parts.append(list(tensions.map { "\(name($0)) is the \($0.name)" })) }
        let fifth = omitted.contains(5) ? ["the fifth is left out"] : []
        let third = omitted.contains(3) ? ["the third is left out"] : []
        parts += third + fifth
        if isRootless {
            parts.append("the root \(chord.root.text) is the bass player's")
        } else if let bass = chord.bass {
            parts.append(chord.foreignBass == nil ? "\(bass.text) in the bass" : "\(bass.text) below it is foreign to it")
        }
        return parts.joined(separator: "; ")
    }

    /// The same, with a chord that says the same by other degrees: ♯5 for ♭13, where somebody chose it so.
    func naming(_ chord: Chord) -> Reading {
        Reading(chord: chord, omitted: omitted, tensions: tensions, cost: cost, family: family)
    }

    private var guideTones: String {
        let degrees = family.map { ChordFamily.all[$0].degrees } ?? chord.type.degrees.subtracting(tensions)
        let names = degrees.filter { $0.number != 1 && !omitted.contains($0) }.map { degree in
            switch degree.number {
            case 2: "second"
            case 3: "third"
            case 4: "fourth"
            case 5: "fifth"
            case 6: "sixth"
            default: "seventh"
            }
        }
        return names.isEmpty ? "the root alone" : list(names) + (names.count == 1 ? " is there" : " are there")
    }

    /// As one sees it on the keys: nobody calls A a G𝄪 in a sentence.
    private func name(_ degree: Degree) -> String { chord.root.adding(degree).simplified.text }

    private func list(_ parts: [String]) -> String {
        guard parts.count > 1 else { return parts.first ?? "" }
        return parts.dropLast().joined(separator: ", ") + " and " + parts[parts.count - 1]
    }
}
