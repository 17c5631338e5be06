import Harmony

/// An answer with what was played or chosen, from which its verdict can be computed again.
///
/// The question follows from the exercise, the seed and the hands. The page stores one for each right answer while an
/// assignment is open.
public struct PlayedAnswer: Sendable, Hashable {
    public enum Response: Sendable, Hashable {
        /// The keys that were held when the question was asked, and the strokes in seconds since then.
        case played(HeldKeys, [TimedStroke])
        /// The index of the chosen answer.
        case chosen(Int)
    }

    /// The time of the answer, as in the practice log.
    public let stamp: Timestamp
    /// The exercise as ``Exercise/words``.
    public let exercise: String
    public let seed: UInt64
    /// The position of the question in the exercise.
    public let index: Int
    public let pianist: Pianist
    /// How many chords share the bar of this one, evenly, when a band plays the bars of a tune; otherwise 1.
    public let chordsInBar: Int
    public let response: Response

    /// The first word of a line. No time begins like this, so pages that know only attempts skip the line.
    static let mark = "answer"

    /// One line: `answer 1764000000+60 4711 5 tenth,tenth,middle d48:350,u48:900 play chord 7 | fifths`.
    ///
    /// `d` is a key that goes down, `u` one that comes up, `s` one that the pedal sustains, `p` the pedal with 1 or 0,
    /// `a` all up; milliseconds follow. Keys without a time were held before the question. `c2` is the choice 2.
    /// `n2,` comes first if two chords share a bar.
    /// - Parameter response: see ``word(_:_:since:)``, or the choice.
    public static func line(
        at stamp: Timestamp, _ exercise: String, seed: UInt64, index: Int, for pianist: Pianist, chordsInBar: Int = 1,
        _ response: String
    ) -> String {
        let share = chordsInBar > 1 ? "\(shareMark)\(chordsInBar)," : ""
        return mark + " " + stamp.text + " \(seed) \(index) " + pianist.word + " " + share + response + " " + exercise
    }

    private static let maximumChordsInBar = 16

    /// Begins the part of a response that has ``chordsInBar``.
    fileprivate static let shareMark = "n"

    /// What was played, as one word.
    /// - Parameters:
    ///   - held: the keys that were held when the question was asked.
    ///   - strokes: the strokes since then.
    ///   - start: when it was asked, on the same clock.
    public static func word(_ held: HeldKeys, _ strokes: [TimedStroke], since start: Double) -> String {
        var word = ""
        for stroke in held.strokes { word += "," + stroke.word }
        for timed in strokes {
            let seconds = timed.seconds - start
            word += "," + timed.stroke.word + ":\(Int(1000 * seconds + (seconds < 0 ? -0.5 : 0.5)))"
        }
        return word.isEmpty ? "-" : String(word.dropFirst())
    }

    /// The answer as ``line(at:_:seed:index:for:chordsInBar:_:)``.
    public var line: String {
        let word =
            switch response {
            case .chosen(let index): "c\(index)"
            case .played(let held, let strokes): PlayedAnswer.word(held, strokes, since: 0)
            }
        return PlayedAnswer.line(
            at: stamp, exercise, seed: seed, index: index, for: pianist, chordsInBar: chordsInBar, word)
    }
}

extension Stroke {
    fileprivate var word: String {
        switch self {
        case .down(let key): "d\(key)"
        case .up(let key): "u\(key)"
        case .sustain(let key): "s\(key)"
        case .pedal(let isDown): isDown ? "p1" : "p0"
        case .allUp: "a0"
        }
    }
}

extension Pianist {
    /// The hands as one word: `tenth,tenth,middle`, with `,band` if a bass player plays.
    var word: String {
        left.rawValue + "," + right.rawValue + "," + register.rawValue + (hasBassPlayer ? ",band" : "")
            + (isPlain ? ",plain" : "")
    }
}

// MARK: Reading

extension PlayedAnswer {
    /// Reads the format of ``line``; nil for anything else.
    public init?(line: String) {
        let words = Words.split(line)
        guard words.count > 6, words[0] == PlayedAnswer.mark, let stamp = Timestamp(words[1]),
            let seed = UInt64(words[2]), let index = Words.number(words[3], in: 0...99_999),
            let pianist = Pianist(word: words[4])
        else { return nil }
        var parts = Words.split(words[5], at: UInt8(ascii: ","))
        let share = parts.first.flatMap {
            $0.hasPrefix(PlayedAnswer.shareMark)
                ? Words.number(String($0.dropFirst()), in: 2...PlayedAnswer.maximumChordsInBar) : nil
        }
        chordsInBar = share ?? 1
        if share != nil { parts.removeFirst() }
        guard let response = Response(word: parts.joined(separator: ",")) else { return nil }
        self.stamp = stamp
        exercise = Words.joined(words.dropFirst(6))
        self.seed = seed
        self.index = index
        self.pianist = pianist
        self.response = response
    }
}

extension PlayedAnswer.Response {
    fileprivate init?(word: String) {
        if word.utf8.first == UInt8(ascii: "c") {
            guard let index = Words.number(String(word.dropFirst()), in: 0...99) else { return nil }
            self = .chosen(index)
            return
        }
        var held = HeldKeys()
        var strokes: [TimedStroke] = []
        for part in word == "-" ? [] : Words.split(word, at: UInt8(ascii: ",")) {
            let halves = Words.split(part, at: UInt8(ascii: ":"))
            guard let first = halves.first, let stroke = Stroke(word: first) else { return nil }
            if halves.count == 1 {
                held.receive(stroke)
                continue
            }
            guard halves.count == 2, let milliseconds = Int(halves[1]),
                (-Attempt.maximumMilliseconds...Attempt.maximumMilliseconds).contains(milliseconds),
                1000 * (strokes.last?.seconds ?? -4000) <= Double(milliseconds)
            else { return nil }
            strokes.append(TimedStroke(stroke, at: Double(milliseconds) / 1000))
        }
        self = .played(held, strokes)
    }
}

extension Stroke {
    fileprivate init?(word: String) {
        guard let first = word.utf8.first, let number = Words.number(String(word.dropFirst()), in: 0...127) else {
            return nil
        }
        switch first {
        case UInt8(ascii: "d"): self = .down(number)
        case UInt8(ascii: "u"): self = .up(number)
        case UInt8(ascii: "s"): self = .sustain(number)
        case UInt8(ascii: "p"): self = .pedal(number > 0)
        case UInt8(ascii: "a"): self = .allUp
        default: return nil
        }
    }
}

extension Pianist {
    /// Reads the format of ``word``; nil for anything else.
    init?(word: String) {
        let parts = Words.split(word, at: UInt8(ascii: ","))
        guard parts.count > 2, let left = Reach(rawValue: parts[0]), let right = Reach(rawValue: parts[1]),
            let register = Register(rawValue: parts[2])
        else { return nil }
        self.init(
            left: left, right: right, register: register, hasBassPlayer: parts.contains("band"),
            isPlain: parts.contains("plain"))
    }
}
