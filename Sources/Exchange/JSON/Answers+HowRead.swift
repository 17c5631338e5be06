import Harmony
import JSONText

/// How a text was read that means something else where notes have other names. English is what is read where no one asks
/// for anything else: there a B needs no remark, but `Do7` does, which many who type it mean as C7.
extension Answers {
    /// Whether a text may mean something else where notes have other names. Most English ones are told by their letters,
    /// without being read once more: only Do and Fa begin with a letter that is a note as well.
    package static func mayNeedRemark(_ text: String, _ names: NoteNames) -> Bool {
        if names != .english { return true }
        var before: UInt8 = 0
        for byte in text.utf8 {
            let small = byte | 0x20
            let isDo = before == UInt8(ascii: "d") && small == UInt8(ascii: "o")
            if isDo || (before == UInt8(ascii: "f") && small == UInt8(ascii: "a")) { return true }
            before = small
        }
        return false
    }

    /// Of chords and equations.
    /// - Parameter texts: all that were read; nil is none.
    /// - Returns: `“B7” is read in German: B♭7 in English.` Nil where nothing else could be meant.
    public static func howReadChords(_ texts: [String?], _ names: NoteNames) -> String? {
        let remarks = texts.compactMap { text in
            text.flatMap { text in
                names.remark(on: text, { try? TypedEquation(text, in: $0) }) { $0.said(in: Notation(.ma, .signs, $1)) }
            }
        }
        return remarks.isEmpty ? nil : remarks.joined(separator: " ")
    }

    /// Of notes with spaces or commas between them.
    public static func howRead(notes: String, _ names: NoteNames) -> String? {
        let words = notes.split { $0 == " " || $0 == "," || $0 == "\t" }.map { String($0) }
        return names.remark(on: notes) { names in
            let read = words.compactMap { try? NoteName($0, in: names) }
            return read.count == words.count ? read : nil
        } named: { notes, names in
            notes.map { names.name(of: $0) }.joined(separator: " ")
        }
    }

    /// Of a key.
    public static func howRead(key: String, _ names: NoteNames) -> String? {
        names.remark(on: key, { try? Key(key, in: $0) }) { $0.name(in: Notation(.ma, .signs, $1)) }
    }

    /// What an answer says of it.
    static func readAs(_ remark: String?) -> [(String, JSON)] { remark.map { [("readAs", .string($0))] } ?? [] }
}

extension NoteNames {
    /// - Parameters:
    ///   - read: what the text means in some names; nil where it cannot be read.
    ///   - named: what that is called in some names.
    fileprivate func remark<Meaning: Equatable>(
        on text: String, _ read: (NoteNames) -> Meaning?, named: (Meaning, NoteNames) -> String
    ) -> String? {
        guard Answers.mayNeedRemark(text, self), let meant = read(self) else { return nil }
        return remark(on: text) { other in
            guard let elsewhere = read(other), elsewhere != meant else { return nil }
            return named(meant, other)
        }
    }

    /// - Parameter otherName: what the text means here, in other names; nil unless it means something else in those.
    @inline(never)
    private func remark(on text: String, _ otherName: (NoteNames) -> String?) -> String? {
        let others = self == .english ? [.solfege] : NoteNames.allCases.filter { $0 != self }
        var called: [String] = []
        var remarks: [String] = []
        for other in others {
            guard let name = otherName(other), !called.contains(name) else { continue }
            called.append(name)
            remarks.append(name + " in " + other.title)
        }
        return remarks.isEmpty ? nil : "“\(text)” is read in \(title): " + remarks.joined(separator: ", ") + "."
    }
}

extension TypedEquation {
    /// `C7 + A = C13(♭9)`, with a question mark for what is left open.
    fileprivate func said(in notation: Notation) -> String {
        func said(_ chord: Chord?) -> String { chord.map { $0.title(in: notation) } ?? "?" }
        guard isEquation else { return said(result) }
        let sum = said(lower) + " + " + said(upper)
        return result == nil ? sum : sum + " = " + said(result)
    }
}
