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
        var text = ""
        // Longer than nearly all of them, so that nothing is moved while it is written.
        text.reserveCapacity(160)
        writeGuideTones(to: &text)
        var tension = 0
        for degree in tensions {
            text += tension == 0 ? "; " : separator(before: tension, of: tensions.count)
            text += name(degree)
            text += " is the "
            text += degree.name
            tension += 1
        }
        if omitted.contains(3) { text += "; the third is left out" }
        if omitted.contains(5) { text += "; the fifth is left out" }
        if isRootless {
            text += "; the root "
            text += chord.root.text
            text += " is the bass player's"
        } else if let bass = chord.bass {
            text += "; "
            text += bass.text
            text += chord.foreignBass == nil ? " in the bass" : " below it is foreign to it"
        }
        return text
    }

    /// The same, with a chord that says the same by other degrees: ♯5 for ♭13, where somebody chose it so.
    func naming(_ chord: Chord) -> Reading {
        Reading(chord: chord, omitted: omitted, tensions: tensions, cost: cost, family: family)
    }

    private func writeGuideTones(to text: inout String) {
        var tones = (family.map { ChordFamily.all[$0].degrees } ?? chord.type.degrees.subtracting(tensions))
            .subtracting(omitted)
        tones.remove(Degree(1))
        let count = tones.count
        if count == 0 { return text += "the root alone" }
        var tone = 0
        for degree in tones {
            text += separator(before: tone, of: count)
            let name = switch degree.number {
            case 2: "second"
            case 3: "third"
            case 4: "fourth"
            case 5: "fifth"
            case 6: "sixth"
            default: "seventh"
            }
            text += name
            tone += 1
        }
        text += count == 1 ? " is there" : " are there"
    }

    /// As one sees it on the keys: nobody calls A a G𝄪 in a sentence.
    private func name(_ degree: Degree) -> String { chord.root.adding(degree).simplified.text }

    /// What stands between the parts of “a, b and c”.
    private func separator(before index: Int, of count: Int) -> String {
        index == 0 ? "" : index == count - 1 ? " and " : ", "
    }
}
