import Harmony
import Practice

extension Lesson {
    /// The sound example of the lesson: chords, or a scale.
    func heard(in notation: Notation) -> [String] {
        var titles: [String] = []
        for question in example() {
            let title = question.title(in: notation)
            if question.tone == nil || titles.last != title { titles.append(title) }
        }
        return titles
    }
}
