extension Voicing {
    /// What the style is for, and what is left out or added, in one sentence: “The third is at the bottom of one hand, with no
    /// root, which the bass player has; 9 is added.”
    public var why: String {
        var text = purpose
        if isRootless, missing.contains(1) { text += ", with no root, which the bass player has" }
        let gone = isRootless ? missing.subtracting(DegreeSet(Degree(1))) : missing
        if !gone.isEmpty { text += "; \(Voicing.list(gone)) \(gone.count == 1 ? "is" : "are") left out" }
        if !added.isEmpty { text += "; \(Voicing.list(added)) \(added.count == 1 ? "is" : "are") added" }
        if isMuddy { text += "; it lies so low that it is not clear, but nothing higher is within reach" }
        return text + "."
    }

    private var isRootless: Bool { style == .rootlessA || style == .rootlessB }

    private var purpose: String {
        switch style {
        case .pair: "Each hand has a chord of its own that it knows"
        case .close: "All notes lie as near to each other as they go"
        case .shell: "Few notes say what the chord is and leave room above"
        case .rootlessA: "The third is at the bottom, so the next chord's other form is near"
        case .rootlessB: "The seventh is at the bottom, so the next chord's other form is near"
        case .drop2: "The second voice from the top is an octave lower, which opens a close chord"
        case .drop3: "The third voice from the top is an octave lower, which leaves a gap above the bass"
        case .drop24: "The second and fourth voices from the top are an octave lower, wide and even"
        case .spread: "The left hand has the bass and the right hand the colour, with room between the notes"
        case .quartal: "Fourths leave it open what the chord is, a modern sound"
        case .soWhat: "Three fourths and a third on top, as in “So What”"
        case .kennyBarron: "Two stacks of fifths, a semitone apart, as Kenny Barron plays them"
        case .upperStructure: "The left hand says what the chord is, and a triad in the right hand colours it"
        case .block: "The melody is on top with the chord close below it, and again an octave lower"
        }
    }

    private static func list(_ degrees: DegreeSet) -> String {
        let names = degrees.map { $0.name }
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " and " + last
    }
}
