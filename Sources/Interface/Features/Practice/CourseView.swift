import Harmony
import Practice
import Rendering

/// A course: the text, the sound and the exercise of each lesson.
func courseView(_ course: Course, for pianist: Pianist, _ presentation: Presentation, to html: inout HTML) {
    let written = presentation.inSentences
    html.element("h2", text: course.title(in: written.notation))
    html.element("p", text: course.summary)
    html.element("ol class='lessons'") { list in
        for lesson in course.lessons {
            list.element("li class='panel lesson'") { item in
                item.element("h3", text: lesson.title(in: written.notation))
                for paragraph in lesson.paragraphs(in: written.notation) { item.element("p", text: paragraph) }
                let questions = lesson.example(for: pianist)
                let voicings = questions.compactMap { $0.voicing }
                if !voicings.isEmpty {
                    item.element("div class='lesson-hands'") { hands in
                        for (question, voicing) in zip(questions, voicings) {
                            hands.element("figure") { figure in
                                KeyboardPicture(of: voicing).write(to: &figure, presentation)
                                figure.element(
                                    "figcaption translate='no'", text: question.title(in: presentation.notation))
                            }
                        }
                    }
                }
                item.element("div class='chips'") { chips in
                    let sounds =
                        voicings.isEmpty
                        ? questions.flatMap { $0.sounds.map { $0.pitches } }
                        : voicings.map { $0.tones.map { $0.pitch } }
                    if !sounds.isEmpty {
                        let playing = sounds.count == 1 ? Playing(sounds[0]) : Playing(progression: sounds)
                        chips.playButton(playing, PracticeText.example, label: PracticeText.playExample(lesson.title))
                    }
                    chips.link(to: .practice(.exercise(lesson.exercise)), presentation, class: "chip main-action") {
                        $0.write(PracticeText.practiceThis)
                    }
                    chips.element("span class='caption'", text: lesson.exercise.manner(written))
                }
            }
        }
    }
}
