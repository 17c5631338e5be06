import Harmony
import Practice

extension Lesson {
    /// What is heard beside its text: chords, or a scale, which is one thing of many notes.
    func heard(in notation: Notation) -> [String] {
        var titles: [String] = []
        for question in example() {
            let title = question.title(in: notation)
            if question.tone == nil || titles.last != title { titles.append(title) }
        }
        return titles
    }
}
