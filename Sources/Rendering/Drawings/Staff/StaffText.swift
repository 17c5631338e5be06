import Harmony

extension StaffPicture {
    /// The picture in words, for those who do not see it, chord by chord: `Grand staff. C 13 flat 9: left hand C3 E3 B flat 3,
    /// right hand A4 D flat 5 E5.`
    package func sentence(_ presentation: Presentation) -> String {
        let staves = StaffLayout.Column.staves(of: columns.map { StaffLayout.Column($0, in: signature) })
        guard !columns.isEmpty else {
            return signature.map { Spoken.signature($0) + " on treble and bass staff" } ?? "Treble and bass staff"
        }
        var sentence = staves.count == 2 ? "Grand staff" : staves[0] == .treble ? "Treble staff" : "Bass staff"
        if let signature, signature.count > 0 { sentence += ", " + Spoken.signature(signature) }
        sentence += "."
        for column in columns {
            let hands = Hand.allCases.compactMap { words(of: $0, in: column, presentation) }
            sentence += " "
            if let subject = column.subject { sentence += Spoken.chord(subject, presentation.notation.names) + ": " }
            sentence += (hands.isEmpty ? "rest" : hands.joined(separator: ", ")) + "."
        }
        return sentence
    }

    /// `left hand C3 E3 B flat 3`, each note with what is shown below it; nil where the hand rests.
    private func words(of hand: Hand, in column: Column, _ presentation: Presentation) -> String? {
        let notes = column.notes.filter { $0.hand == hand }
        guard !notes.isEmpty else { return nil }
        let words = notes.map { note in
            let spoken = Spoken.tone(note.tone, presentation)
            switch below {
            case .nothing: return spoken
            case .degrees: return note.tone.degree.map { spoken + " (" + Spoken.degree($0) + ")" } ?? spoken
            case .fingers: return note.finger.map { spoken + " (finger \($0))" } ?? spoken
            }
        }
        return hand.rawValue + " hand " + words.joined(separator: below == .nothing ? " " : ", ")
    }
}
