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
    public var pianist: Pianist
    public let response: Response

    public init(
        at stamp: Timestamp, _ exercise: String, seed: UInt64, index: Int, for pianist: Pianist = Pianist(),
        _ response: Response
    ) {
        self.stamp = stamp
        self.exercise = exercise
        self.seed = seed
        self.index = index
        self.pianist = pianist
        self.response = response
    }

    /// The first word of a line. No time begins like this, so pages that know only attempts skip the line.
    static let mark = "answer"

    /// One line: `answer 1764000000+60 4711 5 tenth,tenth,middle d48:350,u48:900 play chord 7 | fifths`.
    ///
    /// `d` is a key that goes down, `u` one that comes up, `s` one that the pedal sustains, `p` the pedal with 1 or 0,
    /// `a` all up; milliseconds follow. Keys without a time were held before the question.
    public var line: String {
        Words.joined([
            PlayedAnswer.mark, stamp.text, "\(seed)", "\(index)", pianist.word, response.word, exercise,
        ])
    }
}

extension PlayedAnswer.Response {
    fileprivate var word: String {
        switch self {
        case .chosen(let index): return "c\(index)"
        case .played(let held, let strokes):
            var word = ""
            for stroke in held.strokes { word += (word.isEmpty ? "" : ",") + stroke.word }
            for timed in strokes {
                let milliseconds = Int(1000 * timed.seconds + (timed.seconds < 0 ? -0.5 : 0.5))
                word += (word.isEmpty ? "" : ",") + timed.stroke.word + ":\(milliseconds)"
            }
            return word.isEmpty ? "-" : word
        }
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
            let pianist = Pianist(word: words[4]), let response = Response(word: words[5])
        else { return nil }
        self.init(
            at: stamp, Words.joined(words.dropFirst(6)), seed: seed, index: index, for: pianist, response)
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
            guard halves.count == 2, let milliseconds = Int(halves[1]), abs(milliseconds) <= Attempt.longest,
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
