import Harmony

/// A navigation mark or hold in a bar.
public enum Mark: Sendable, Hashable {
    /// 𝄋, the target of D.S.
    case segno
    /// 𝄌, the beginning of the coda.
    case coda
    /// A fermata: the bar lasts as long as the players like.
    case fermata
    /// “To Coda”: in the last pass the coda follows this bar.
    case toCoda
    /// The piece ends after this bar, once a jump was taken.
    case fine
    /// The end of the last chorus in accompaniments, as iReal Pro marks it.
    case end
    case jump(Jump)

    /// D.C. or D.S., with the end of the jump.
    public struct Jump: Sendable, Hashable {
        public enum Start: Sendable, Hashable {
            /// Da capo: from the beginning.
            case beginning
            /// Dal segno: from 𝄋.
            case segno
        }

        public enum Goal: Sendable, Hashable {
            /// Play to the last bar.
            case last
            case coda, fine
            /// To the end of the first, second … ending.
            case ending(Int)
        }

        public let start: Start
        public let goal: Goal

        public init(from start: Start, to goal: Goal) {
            self.start = start
            self.goal = goal
        }
    }

    /// The order of marks in a bar, beginning with those at its start.
    public var rank: Int {
        switch self {
        case .segno: 0
        case .coda: 1
        case .fermata: 2
        case .toCoda: 3
        case .fine: 4
        case .end: 5
        case .jump(let jump):
            switch jump.goal {
            case .last: jump.start == .segno ? 6 : 7
            case .coda: jump.start == .segno ? 8 : 9
            case .fine: jump.start == .segno ? 10 : 11
            case .ending(let number): jump.start == .segno ? 12 + 2 * number : 13 + 2 * number
            }
        }
    }

    /// The mark in words: `D.S. al Coda`, `Fine`.
    public var words: String {
        switch self {
        case .segno: return "Segno"
        case .coda: return "Coda"
        case .fermata: return "Fermata"
        case .toCoda: return "To Coda"
        case .fine: return "Fine"
        case .end: return "End"
        case .jump(let jump):
            let start = jump.start == .segno ? "D.S." : "D.C."
            switch jump.goal {
            case .last: return start
            case .coda: return start + " al Coda"
            case .fine: return start + " al Fine"
            case .ending(let number): return start + " al " + ordinal(number) + " ending"
            }
        }
    }

    /// Reads a mark in words, ignoring case and dots: `D.C. al Coda`, `dal segno`, `dc al 2nd end.`, `to coda ⊕`.
    /// - Returns: nil if the text is not a mark.
    public init?(words text: String) {
        // Dots are ignored: DC, D.C. and D.C are equal.
        var parts: [String] = [""]
        for scalar in text.unicodeScalars {
            switch scalar {
            case ".": break
            case " ", "\t": if !parts[parts.count - 1].isEmpty { parts.append("") }
            case "A"..."Z": parts[parts.count - 1].unicodeScalars.append(Unicode.Scalar(scalar.value + 32) ?? scalar)
            default: parts[parts.count - 1].unicodeScalars.append(scalar)
            }
        }
        if parts[parts.count - 1].isEmpty { parts.removeLast() }
        // D and C are chords, but no chord ends with a dot.
        let isDotted = text.bytes.dropFirst().first == UInt8(ascii: ".")
        if parts.count > 1, isDotted || parts[0].utf8.count > 1, Mark.start(parts[0] + parts[1]) != nil {
            parts[0] += parts.remove(at: 1)
        }
        // A sign beside its word: To Coda ⊕.
        if parts.contains("coda") { parts.removeAll { $0 != "coda" && Mark.isCoda($0) } }
        switch parts.count {
        case 1: self.init(word: parts[0])
        case 2 where parts[0] == "to" && Mark.isCoda(parts[1]): self = .toCoda
        case 3...4:
            guard parts[1] == "al" || parts[1] == "to", let start = Mark.start(parts[0]),
                parts.count == 3 || ["end", "ending"].contains(parts[3])
            else { return nil }
            if let number = Mark.number(ofOrdinal: parts[2]) {
                self = .jump(Jump(from: start, to: .ending(number)))
            } else if parts.count == 3, parts[2] == "fine" || Mark.isCoda(parts[2]) {
                self = .jump(Jump(from: start, to: parts[2] == "fine" ? .fine : .coda))
            } else {
                return nil
            }
        default: return nil
        }
    }

    /// The marks of one word or sign.
    private enum Word: String {
        case segno
        case segnoSign = "𝄋"
        case sectionSign = "§"
        case coda
        case codaSign = "𝄌"
        case circledPlus = "⊕"
        case fermata
        case fermataSign = "𝄐"
        case fine, end
    }

    private init?(word: String) {
        switch Word(rawValue: word) {
        case .segno, .segnoSign, .sectionSign: self = .segno
        case .coda, .codaSign, .circledPlus: self = .coda
        case .fermata, .fermataSign: self = .fermata
        case .fine: self = .fine
        case .end: self = .end
        default:
            guard let start = Mark.start(word) else { return nil }
            self = .jump(Jump(from: start, to: .last))
        }
    }

    private static func start(_ word: String) -> Jump.Start? {
        switch word {
        case "dc", "dacapo": .beginning
        case "ds", "dalsegno", "dal𝄋": .segno
        default: nil
        }
    }

    private static func isCoda(_ word: String) -> Bool { ["coda", "𝄌", "⊕"].contains(word) }

    private static func number(ofOrdinal word: String) -> Int? {
        (1...9).first { word == ordinal($0) }
    }
}

/// `1st`, `2nd`, `3rd`, `4th` ….
private func ordinal(_ number: Int) -> String {
    "\(number)" + (number == 1 ? "st" : number == 2 ? "nd" : number == 3 ? "rd" : "th")
}
