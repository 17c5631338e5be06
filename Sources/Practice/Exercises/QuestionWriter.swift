import Harmony

/// Makes the questions for one part of a station.
package struct QuestionWriter {
    let exercise: Exercise
    let part: Station.Part
    let key: NoteName
    let pianist: Pianist
    /// Whether a similar chord may replace the part: see ``lookalike(_:)``.
    var allowsLookalikes = true

    private var task: Exercise.Task { exercise.task }
    private var conditions: Conditions { exercise.conditions }

    func questions(station: Int, index: Int, _ random: inout PracticeRandom) -> [Question] {
        guard let subject = part.subject else { return scaleQuestions(station, &random) }
        if allowsLookalikes, let other = lookalike(&random) {
            let writer = QuestionWriter(
                exercise: exercise, part: other, key: key, pianist: pianist, allowsLookalikes: false)
            return writer.questions(station: station, index: index, &random)
        }
        let card = CardID(task, part.material, root: part.root.pitchClass)
        let expected = ExpectedNotes(
            subject, bass: conditions.bass, voicing: part.voicing, isVoiced: part.style != nil,
            isAsWritten: conditions.isAsWritten)
        var question = QuestionDraft(card: card, expected: expected, subject: subject)
        if case .pair = subject { question.voicing = part.voicing?.renamed(by: expected) }
        question.sounds = [sound(subject, part.voicing)]
        switch task {
        case .play, .echo: break
        case .name, .hear:
            let others = Distractors(of: part, sounding: expected.soundingAsWritten, pianist)
            question.choices = choices(.subject(subject), others.subjects(3, &random).map { .subject($0) }, &random)
        case .complete: complete(&question, &random)
        case .compare: compare(&question, &random)
        case .tension: tension(&question, &random)
        case .changed: change(&question, &random)
        }
        return [Question(question, of: part, task: task, key: key, station: station, index: index)]
    }

    /// A similar chord for half of the questions to name. Otherwise the title of the exercise would give away the
    /// answer.
    ///
    /// Rows, cadences and scales have no lookalikes.
    private func lookalike(_ random: inout PracticeRandom) -> Station.Part? {
        guard task == .name || task == .hear, let subject = part.subject else { return nil }
        switch exercise.material {
        case .chord, .pair, .way, .voicing, .upperStructure: break
        case .cadence, .scale, .row: return nil
        }
        guard random.below(2) == 0 else { return nil }
        let expected = ExpectedNotes(subject, bass: conditions.bass, voicing: part.voicing, isVoiced: part.style != nil)
        let others = Distractors(of: part, sounding: expected.soundingAsWritten, pianist).subjects(1, &random)
        guard let other = others.first else { return nil }
        var like = Station.Part(material: PracticeMaterial(other), root: part.root, subject: other)
        switch other {
        case .chord(let chord):
            like.voicing = PracticeMaterial.voicing(of: other, for: pianist)
            guard let style = part.style else { break }
            let voicing = Leading(of: [other], in: .only(style), for: pianist).voicings[0]
            // A chord without a voicing in this style would be too easy to recognize.
            guard voicing.style == style else { return nil }
            like = Station.Part(
                material: .voicing(chord.type, style), root: part.root, subject: other, voicing: voicing, style: style)
        case .pair(let pair):
            like.voicing =
                part.numeral == nil
                ? PracticeMaterial.voicing(of: other, for: pianist)
                : PracticeMaterial.voicing(ofStructure: pair, for: pianist)
            like.result = pair.result
        }
        return like
    }

    private func choices(
        _ right: Choice.Answer, _ others: [Choice.Answer], _ random: inout PracticeRandom
    ) -> [Choice] {
        random.shuffled([Choice(answer: right, isRight: true)] + others.map { Choice(answer: $0, isRight: false) })
    }

    // MARK: Sound

    /// Whether chords sound in their voicing. A required style or voicing must be heard.
    private var isVoiced: Bool {
        switch task {
        case .play, .name, .complete: true
        case .echo: conditions.isVoiced || part.style != nil || conditions.isAsWritten
        case .hear: conditions.isVoiced || part.style != nil
        case .compare, .tension, .changed: conditions.isVoiced
        }
    }

    /// The sound of a chord for ear training: in root position or in its voicing.
    private func sound(_ subject: ChordToVoice, _ voicing: Voicing?) -> Question.Sound {
        var left: [Int] = []
        var right: [Int]
        if isVoiced, let voicing {
            left = voicing.left.map { $0.pitch }
            right = voicing.right.map { $0.pitch }
        } else {
            right = QuestionWriter.rootPosition(subject)
        }
        let bass = QuestionWriter.bassPitchClass(subject)
        // The extra bass note is in the octave E1 to D♯2, below all voicings.
        let pitch = 28 + (bass - 4 + 12) % 12
        if task.isByEar, conditions.hasBass, !(left + right).contains(pitch) { left.insert(pitch, at: 0) }
        if left.isEmpty, right.isEmpty { right = QuestionWriter.rootPosition(subject) }
        return Question.Sound(left: left, right: right)
    }

    private static func bassPitchClass(_ subject: ChordToVoice) -> Int {
        switch subject {
        case .chord(let chord): chord.lowest.pitchClass
        case .pair(let pair): pair.bass.pitchClass
        }
    }

    package static func rootPosition(_ subject: ChordToVoice) -> [Int] {
        switch subject {
        case .chord(let chord): chord.voicing.map { $0.pitch }
        case .pair(let pair): pair.notes.map { $0.tone.pitch }
        }
    }

    // MARK: Scales

    private func scaleQuestions(_ station: Int, _ random: inout PracticeRandom) -> [Question] {
        guard let scale = part.scale else { return [] }
        let card = CardID(task, part.material, root: part.root.pitchClass)
        let tones = scale.tones(octaves: 1)
        func sound(_ tone: Tone) -> Question.Sound { Question.Sound(left: [], right: [tone.pitch]) }
        if task.isPlayed {
            return tones.enumerated().map { index, tone in
                var question = QuestionDraft(card: card, expected: ExpectedNotes(tone, of: scale), subject: nil)
                question.sounds = [sound(tone)]
                return Question(question, of: part, task: task, key: key, station: station, index: index, tone: tone)
            }
        }
        var question = QuestionDraft(card: card, expected: ExpectedNotes(tones[0], of: scale), subject: nil)
        question.sounds = tones.map { sound($0) }
        let others = Distractors.scales(like: scale.type, 3, &random).map { Choice.Answer.scale(Scale(scale.root, $0)) }
        question.choices = choices(.scale(scale), others, &random)
        return [Question(question, of: part, task: task, key: key, station: station, index: 0)]
    }

    // MARK: Equations

    private func complete(_ question: inout QuestionDraft, _ random: inout PracticeRandom) {
        guard case .pair(let pair) = part.subject, let result = part.result else { return }
        // For an upper structure, the upper triad is always the missing one.
        let term: Half = part.numeral != nil || random.below(2) == 0 ? .upper : .lower
        let hand = part.voicing?[term == .lower ? .left : .right].map { $0.pitch } ?? []
        question.term = term
        question.expected = ExpectedNotes(pair[term], completing: result, written: hand)
        let others = Distractors.terms(in: pair, missing: term, of: result, 3, &random)
        question.choices = choices(.term(pair[term]), others.map { .term($0) }, &random)
    }

    // MARK: By ear

    private func compare(_ question: inout QuestionDraft, _ random: inout PracticeRandom) {
        let others = Distractors(of: part, sounding: question.expected.soundingAsWritten, pianist)
        guard let other = others.subjects(1, &random).first else { return }
        let isFirst = add(other, to: &question, &random)
        question.choices = [Choice(answer: .first, isRight: isFirst), Choice(answer: .second, isRight: !isFirst)]
    }

    /// Adds the sound of a second chord, before or after the first one.
    /// - Returns: whether it comes second.
    private func add(_ other: ChordToVoice, to question: inout QuestionDraft, _ random: inout PracticeRandom) -> Bool {
        let isFirst = random.below(2) == 0
        let sound = sound(other, PracticeMaterial.voicing(of: other, for: pianist))
        question.sounds.insert(sound, at: isFirst ? 1 : 0)
        question.other = other
        return isFirst
    }

    private func tension(_ question: inout QuestionDraft, _ random: inout PracticeRandom) {
        guard let subject = part.subject else { return }
        let own = QuestionWriter.tension(of: subject)
        let others = Distractors(of: part, sounding: question.expected.soundingAsWritten, pianist).subjects(8, &random)
        // Chords of nearly the same tension are indistinguishable. If there are no others, the clearest one.
        let differences = others.map { abs(QuestionWriter.tension(of: $0) - own) }
        guard let most = differences.max(),
            let place = differences.firstIndex(where: { $0 >= min(most, QuestionWriter.clearDifference) })
        else { return }
        let other = others[place]
        let isFirst = add(other, to: &question, &random)
        let rises = (QuestionWriter.tension(of: other) > own) == isFirst
        question.choices = [Choice(answer: .rises, isRight: rises), Choice(answer: .falls, isRight: !rises)]
    }

    /// A clear difference in tension, in hundredths of a degree sum. It is about that of Cma7 and C7.
    private static let clearDifference = 200

    private static func tension(of subject: ChordToVoice) -> Int {
        Tension(of: rootPosition(subject), root: bassPitchClass(subject)).degreeHundredths
    }

    private func change(_ question: inout QuestionDraft, _ random: inout PracticeRandom) {
        guard let subject = part.subject else { return }
        let sound = question.sounds[0]
        let pitchClasses = PitchClassSet(sound.pitches)
        // With an extra bass note, the bass must not change: that would make it another chord.
        let tones = pitchClasses.filter { !conditions.hasBass || $0 != QuestionWriter.bassPitchClass(subject) }
        var moves: [(from: Int, step: Int)] = []
        for tone in tones {
            for step in [-1, 1] where !pitchClasses.contains((tone + step + 12) % 12) { moves.append((tone, step)) }
        }
        guard !moves.isEmpty else { return }
        let move = moves[random.below(moves.count)]
        func changed(_ pitches: [Int]) -> [Int] { pitches.map { $0 % 12 == move.from ? $0 + move.step : $0 } }
        question.sounds = [sound, Question.Sound(left: changed(sound.left), right: changed(sound.right))]
        let expected = question.expected
        func answer(_ tone: Int) -> Choice.Answer { .tone(expected.name(of: tone), expected.degree(of: tone)) }
        let others = random.shuffled(tones.filter { $0 != move.from }).prefix(3)
        question.choices = ([move.from] + others).ordered { expected.degree(of: $0) < expected.degree(of: $1) }.map {
            Choice(answer: answer($0), isRight: $0 == move.from)
        }
    }
}

/// A question under construction.
struct QuestionDraft {
    let card: CardID
    var expected: ExpectedNotes
    let subject: ChordToVoice?
    var other: ChordToVoice?
    var term: Half?
    var choices: [Choice] = []
    var sounds: [Question.Sound] = []
    /// The voicing with the note names of both chords; nil for the voicing of the part.
    var voicing: Voicing?

    init(card: CardID, expected: ExpectedNotes, subject: ChordToVoice?) {
        self.card = card
        self.expected = expected
        self.subject = subject
    }
}

extension Voicing {
    /// The same notes with the names of the question: the triad above A♭7 is F A C, not F B𝄫 C.
    fileprivate func renamed(by expected: ExpectedNotes) -> Voicing {
        func renamed(_ tones: [Tone]) -> [Tone] {
            tones.map { Tone(pitch: $0.pitch, name: expected.name(of: $0.pitch), degree: $0.degree) }
        }
        return Voicing(
            subject: subject, style: style, left: renamed(left), right: renamed(right), missing: missing, added: added,
            isMuddy: isMuddy, cost: cost)
    }
}

extension ExpectedNotes {
    /// The pitch classes of the written voicing; without one, all allowed ones.
    var soundingAsWritten: PitchClassSet { written.isEmpty ? allowed : PitchClassSet(written) }
}
