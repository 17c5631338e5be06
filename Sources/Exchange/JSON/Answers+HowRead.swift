import Harmony
import Input
import JSONText

/// Remarks on texts that mean something else with other note names. English names are the default: there a B needs no
/// remark, but `Do7` does, because many people mean C7.
extension Answers {
    /// Whether a text may mean something else with other note names. Most English texts are recognized by their letters
    /// without another parse: only Do and Fa begin with a letter that is also a note.
    package static func mayNeedRemark(_ text: String, _ names: NoteNames) -> Bool {
        if names != .english { return true }
        var before: UInt8 = 0
        for byte in Array(text.utf8) {
            let small = byte | 0x20
            let isDo = before == UInt8(ascii: "d") && small == UInt8(ascii: "o")
            if isDo || (before == UInt8(ascii: "f") && small == UInt8(ascii: "a")) { return true }
            before = small
        }
        return false
    }

    /// A remark on chords and equations.
    /// - Parameter texts: all texts that were read; nil is ignored.
    /// - Returns: `“B7” is read in German: B♭7 in English.` Nil if the text is unambiguous.
    public static func howReadChords(_ texts: [String?], _ names: NoteNames) -> String? {
        let remarks = texts.compactMap { text in
            text.flatMap { text in
                names.remark(on: text, { try? TypedEquation(text, in: $0) }) { $0.said(in: Notation(.ma, .signs, $1)) }
                    ?? remark(onSmall: text, names)
            }
        }
        return remarks.isEmpty ? nil : remarks.joined(separator: " ")
    }

    /// A remark on a small letter, which is a minor chord in German, also where English cannot read the text.
    private static func remark(onSmall text: String, _ names: NoteNames) -> String? {
        guard names == .german, let first = text.bytes.first(where: { $0 != UInt8(ascii: " ") }),
            (UInt8(ascii: "a")...UInt8(ascii: "h")).contains(first), let read = try? TypedEquation(text, in: names)
        else { return nil }
        return "“\(text)” is read in German: \(read.said(in: Notation(.ma, .signs, .english))) in English."
    }

    /// A remark on notes with spaces or commas between them.
    public static func howRead(notes: String, _ names: NoteNames) -> String? {
        let words = notes.split { $0 == " " || $0 == "," || $0 == "\t" }.map { String($0) }
        let remark = names.remark(on: notes) { names in
            let read = words.compactMap { word in (try? NoteName(word, in: names)) ?? Tone(word, in: names)?.name }
            return read.count == words.count ? read : nil
        } named: { notes, names in
            notes.map { names.name(of: $0) }.joined(separator: " ")
        }
        guard words.contains(where: { Tone($0, in: names) != nil }) else { return remark }
        let middle = names.name(of: NoteName(fifths: 0)) + "4 is middle C."
        return remark.map { $0 + " " + middle } ?? middle
    }

    /// A remark on a key.
    public static func howRead(key: String, _ names: NoteNames) -> String? {
        names.remark(on: key, { try? Key(key, in: $0) }) { $0.name(in: Notation(.ma, .signs, $1)) }
    }

    /// The member of a JSON answer.
    static func readAs(_ remark: String?) -> [(String, JSON)] { remark.map { [("readAs", .string($0))] } ?? [] }
}

extension NoteNames {
    /// - Parameters:
    ///   - read: reads the text with given note names; nil if it cannot be read.
    ///   - named: writes the result with given note names.
    fileprivate func remark<Meaning: Equatable>(
        on text: String, _ read: (NoteNames) -> Meaning?, named: (Meaning, NoteNames) -> String
    ) -> String? {
        guard Answers.mayNeedRemark(text, self), let meant = read(self) else { return nil }
        return remark(on: text) { other in
            guard let elsewhere = read(other), elsewhere != meant else { return nil }
            return named(meant, other)
        }
    }

    /// - Parameter otherName: the meaning of the text here, written with other note names; nil unless it differs with
    ///   those.
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
    /// `C7 + A = C13(♭9)`, with a question mark for an open part.
    fileprivate func said(in notation: Notation) -> String {
        func said(_ chord: Chord?) -> String { chord.map { $0.title(in: notation) } ?? "?" }
        guard isEquation else { return said(result) }
        let sum = said(lower) + " + " + said(upper)
        return result == nil ? sum : sum + " = " + said(result)
    }
}
