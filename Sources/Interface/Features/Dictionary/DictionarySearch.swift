import Harmony
import Input
import Rendering
import Tunes

/// What is searched for in the dictionary: a symbol on any root, notes, degrees, or words of a name.
struct DictionarySearch {
    private let words: [String]
    private var type: ChordType?
    private var degrees: [Degree] = []
    private var notes: [NoteName] = []

    init(_ text: String, _ presentation: Presentation) {
        let names = presentation.notation.names
        let parts = text.replacingSigns { $0 == "," ? " " : nil }.split(separator: " ").map { String($0) }
        words = parts.map { folded($0) }
        let degrees = parts.compactMap { part in
            Degree(part.replacingSigns { $0 == "b" ? "♭" : $0 == "#" ? "♯" : nil })
        }
        // A number alone is a symbol: 9 is C9. With a sign it is no symbol: ♭9.
        if degrees.count == parts.count, degrees.count > 1 || degrees.first?.alteration != 0 {
            self.degrees = degrees
            return
        }
        let notes = parts.compactMap { try? NoteName.parse($0, in: names) }
        if notes.count == parts.count, notes.count > 1 {
            self.notes = notes
            return
        }
        // Longer words are names: minor is no mi chord.
        let isSymbol = text.unicodeScalars.contains { !("a"..."z").contains($0) } || text.utf8.count < 4
        if !text.isEmpty, isSymbol { type = ((try? Chord("C" + text)) ?? (try? Chord(text, in: names)))?.type }
    }

    /// - Parameter chord: at the pitch at which the reader sees it.
    func finds(_ chord: Chord, in group: DictionaryGroup, _ presentation: Presentation) -> Bool {
        if let type { return chord.type.pitchClasses == type.pitchClasses }
        if !degrees.isEmpty {
            return degrees.allSatisfy { chord.type.degrees.contains($0) }
        }
        if !notes.isEmpty {
            return notes.allSatisfy { chord.pitchClasses.contains($0.pitchClass) }
        }
        let text = folded(presentation.name(chord) + " " + chord.type.qualityName + " " + group.title)
        return words.allSatisfy { text.contains(words: $0) }
    }
}
