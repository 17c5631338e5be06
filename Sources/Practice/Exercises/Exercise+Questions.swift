import Harmony

extension Exercise {
    /// All questions, key by key. The same seed gives the same questions. Empty if the material does not allow the
    /// task.
    public func questions(seed: UInt64, for pianist: Pianist = Pianist()) -> [Question] {
        questions(seed: seed, for: pianist, allowsLookalikes: true)
    }

    /// The cards of all questions, each once, in the order of the exercise. The similar chords that may replace those
    /// to be named are left out.
    ///
    /// Only cadences and rows in a style are voiced for this, because a card may be for the voicing.
    func cards(for pianist: Pianist) -> [CardID] {
        guard material.allows(task) else { return [] }
        var random = PracticeRandom(seed: 0)
        var material = material
        if case .row(let row, let title, PracticeMaterial.plain) = material {
            var distinct: [ChordToVoice] = []
            for subject in row where !distinct.contains(where: { $0 == subject }) { distinct.append(subject) }
            material = .row(distinct, title: title)
        }
        let start = (from.pitchClass - material.home.pitchClass + 12) % 12
        var cards: [CardID] = []
        for up in order.stations(&random) {
            for part in material.parts(up: (start + up) % 12, for: pianist, isVoiced: false).list {
                let card = CardID(task, part.material, root: part.root.pitchClass)
                if !cards.contains(card) { cards.append(card) }
            }
        }
        return cards
    }

    /// - Parameter allowsLookalikes: whether a similar chord may replace one that has to be named, because the title of
    ///   the exercise would give it away.
    func questions(seed: UInt64, for pianist: Pianist, allowsLookalikes: Bool) -> [Question] {
        guard material.allows(task) else { return [] }
        var random = PracticeRandom(seed: seed)
        let start = (from.pitchClass - material.home.pitchClass + 12) % 12
        var questions: [Question] = []
        for (station, up) in order.stations(&random).enumerated() {
            let parts = material.parts(up: (start + up) % 12, for: pianist)
            for (index, part) in parts.list.enumerated() {
                let writer = QuestionWriter(
                    exercise: self, part: part, key: parts.key, pianist: pianist, allowsLookalikes: allowsLookalikes)
                questions += writer.questions(station: station, index: index, &random)
            }
        }
        return questions
    }
}

/// The chords of an exercise in one key.
struct Station {
    let key: NoteName
    let list: [Part]

    struct Part {
        /// The material of its card.
        var material: PracticeMaterial
        let root: NoteName
        var subject: ChordToVoice?
        var scale: Scale?
        var voicing: Voicing?
        var style: VoicingStyle?
        var numeral: String?
        /// The right side of an equation.
        var result: Chord?
    }
}

extension PracticeMaterial {
    /// The material transposed from ``home``.
    /// - Parameters:
    ///   - up: semitones.
    ///   - isVoiced: whether to find voicings, which takes most of the time. Cadences and rows in a style are always
    ///     voiced.
    func parts(up: Int, for pianist: Pianist, isVoiced: Bool = true) -> Station {
        switch inJazz {
        case .chord(let type):
            return single(.chord(Chord(NoteName(.c), type)), up, isVoiced ? pianist : nil)
        case .pair(let pair):
            return single(.pair(pair), up, isVoiced ? pianist : nil)
        case .way(let pair, let expected):
            let moved = ChordToVoice.pair(pair).transposed(up: up)
            let chord = ChordToVoice.chord(expected).transposed(up: up).chord
            // If the chords share a root with two spellings, the lower chord decides.
            let isOnOneRoot = pair.lower.root == expected.root && expected.bass == nil
            let result = isOnOneRoot ? Chord(PracticeMaterial.root(of: moved), chord.type) : chord
            var part = Station.Part(material: self, root: result.root, subject: moved)
            if isVoiced { part.voicing = PracticeMaterial.voicing(of: moved, for: pianist) }
            part.result = result
            return Station(key: result.root, list: [part])
        case .voicing(let type, let style):
            let subject = ChordToVoice.chord(Chord(NoteName(.c), type)).transposed(up: up)
            var part = Station.Part(material: .voicing(type, style), root: subject.chord.root, subject: subject)
            guard isVoiced else { return Station(key: part.root, list: [part]) }
            let voicing = Leading(of: [subject], in: .only(style), for: pianist).voicings[0]
            // If the hand cannot reach this style, any voicing is right.
            if voicing.style == style {
                part.voicing = voicing
                part.style = style
            } else {
                part.voicing = PracticeMaterial.voicing(of: subject, for: pianist)
            }
            return Station(key: subject.chord.root, list: [part])
        case .upperStructure(let numeral):
            let root = ChordToVoice.chord(PracticeMaterial.dominant(on: NoteName(.c))).transposed(up: up).chord.root
            guard let pair = PracticeMaterial.structure(numeral, over: PracticeMaterial.dominant(on: root)) else {
                return Station(key: root, list: [])
            }
            var part = Station.Part(material: self, root: root, subject: .pair(pair))
            if isVoiced { part.voicing = PracticeMaterial.voicing(ofStructure: pair, for: pianist) }
            part.numeral = numeral
            part.result = pair.result
            return Station(key: root, list: [part])
        case .cadence(let mode, let styles):
            return cadence(mode, styles, up, pianist)
        case .scale(let type):
            let subject = ChordToVoice.chord(Chord(NoteName(.c), ChordType(type.degrees))).transposed(up: up)
            let root = subject.chord.root
            return Station(key: root, list: [Station.Part(material: self, root: root, scale: Scale(root, type))])
        case .row(let row, _, let styles):
            let moved = Array(row.prefix(PracticeMaterial.maximumRowLength)).transposed(up: up)
            var voicings: [Voicing] = []
            if styles != PracticeMaterial.plain {
                voicings = Leading(of: moved, in: styles, for: pianist).voicings
            } else if isVoiced {
                voicings = PracticeMaterial.leading(of: moved, for: pianist)
            }
            let list = moved.indices.map { index in
                PracticeMaterial.part(moved[index], voicings.isEmpty ? nil : voicings[index], in: styles)
            }
            return Station(key: moved.first.map { PracticeMaterial.root(of: $0) } ?? NoteName(.c), list: list)
        }
    }

    /// - Parameter pianist: nil if no voicing is needed.
    private func single(_ subject: ChordToVoice, _ up: Int, _ pianist: Pianist?) -> Station {
        let moved = subject.transposed(up: up)
        var part = Station.Part(material: self, root: PracticeMaterial.root(of: moved), subject: moved)
        if let pianist { part.voicing = PracticeMaterial.voicing(of: moved, for: pianist) }
        if case .pair(let pair) = moved { part.result = pair.result }
        return Station(key: part.root, list: [part])
    }

    /// The material on C for its card. A chord over a foreign bass is a row of one chord.
    var atHome: PracticeMaterial {
        guard case .row(let row, _, _) = self else { return self }
        return .row(row.transposed(up: (12 - home.pitchClass) % 12), title: "")
    }

    // MARK: Cadences

    private func cadence(_ mode: Mode, _ styles: Leading.Styles, _ up: Int, _ pianist: Pianist) -> Station {
        let row = PracticeMaterial.cadence(mode, isRootless: styles.isRootless).map { ChordToVoice.chord($0) }
        // No key has more than seven accidentals: C♯ minor, not D♭ minor.
        let signature = Key(NoteName(.c), mode).fifths
        let moved = row.transposed(up: up) { abs(signature + $0) <= 7 }
        let voicings =
            styles == PracticeMaterial.plain
            ? Leading(chorale: moved.map { $0.chord }, for: pianist).voicings
            : Leading(of: moved, in: styles, for: pianist).voicings
        let list = moved.indices.map { PracticeMaterial.part(moved[$0], voicings[$0], in: styles) }
        return Station(key: moved[2].chord.root, list: list)
    }

    /// A chord of a cadence or row. With a required style, its card is for the voicing, not for the chord.
    private static func part(_ subject: ChordToVoice, _ voicing: Voicing?, in styles: Leading.Styles) -> Station.Part {
        var part = Station.Part(
            material: PracticeMaterial(subject).atHome, root: root(of: subject), subject: subject, voicing: voicing)
        if styles != plain, let style = voicing?.style, styles.requires(style), case .chord(let type) = part.material {
            part.material = .voicing(type, style)
            part.style = style
        }
        return part
    }

    /// ii–V–I on C. In minor, the dominant has the ♭9 of the key and the tonic the sixth of melodic minor. A rootless
    /// minor tonic also has the ninth, because it would otherwise be a triad with another name.
    static func cadence(_ mode: Mode, isRootless: Bool) -> [Chord] {
        let symbols =
            mode == .major
            ? [(Degree(9), "1 ♭3 5 ♭7"), (Degree(5), "1 3 5 ♭7"), (Degree(1), "1 3 5 7")]
            : [
                (Degree(9), "1 ♭3 ♭5 ♭7"), (Degree(5), "1 3 5 ♭7 ♭9"),
                (Degree(1), isRootless ? "1 ♭3 5 6 9" : "1 ♭3 5 6"),
            ]
        return symbols.map { Chord(NoteName(.c).adding($0.0), ChordType(DegreeSet($0.1)!)) }
    }

    // MARK: Voicings

    /// The voicing of a chord without a required style: close if one hand can play it, otherwise spread over both
    /// hands. A pair has one chord in each hand.
    static func voicing(of subject: ChordToVoice, for pianist: Pianist) -> Voicing? {
        let voicer = Voicer(for: pianist)
        let styles: [VoicingStyle]
        switch subject {
        case .pair: styles = [.pair, .spread, .close]
        case .chord(let chord): styles = chord.pitchClasses.count > 4 ? [.spread, .close] : [.close, .spread]
        }
        for style in styles {
            if let first = voicer.voicings(of: subject, in: style).list.first { return first }
        }
        return voicer.best(of: subject).first
    }

    /// An upper-structure voicing: third and seventh, with or without root, in the left hand, and the triad in the
    /// right.
    static func voicing(ofStructure pair: Combination, for pianist: Pianist) -> Voicing? {
        let found = Voicer(for: pianist).voicings(of: .pair(pair), in: .upperStructure).list
        return found.first { PitchClassSet($0.right.map { $0.pitch }) == pair.upper.pitchClasses }
            ?? voicing(of: .pair(pair), for: pianist)
    }

    /// The voicings of a row with minimal movement: chords spread over both hands, pairs with one chord in each.
    private static func leading(of row: [ChordToVoice], for pianist: Pianist) -> [Voicing] {
        let wishes = row.map { subject in
            if case .pair = subject {
                Leading.Wish(subject, in: .only(.pair))
            } else {
                Leading.Wish(subject, in: .only(.spread))
            }
        }
        return Leading(of: wishes, for: pianist).voicings
    }
}

extension Leading.Styles {
    var isRootless: Bool { self == .rootless || self == .only(.rootlessA) || self == .only(.rootlessB) }

    /// Whether these styles require the given one. Another style is only a fallback.
    fileprivate func requires(_ style: VoicingStyle) -> Bool {
        switch self {
        case .rootless: style == .rootlessA || style == .rootlessB
        case .only(let wanted): style == wanted
        case .upperStructure, .any: false
        }
    }
}
