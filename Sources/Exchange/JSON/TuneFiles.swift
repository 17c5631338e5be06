import Harmony
import Input
import JSONText
import Tunes

/// The tunes of several files with one summary: how many there are, which come twice, and what could not be read.
public struct TuneFiles: Sendable {
    private struct File: Sendable {
        let name: String
        let book: TuneBook
        /// Why there is no tune in it.
        let refusal: String?
    }

    private var files: [File] = []

    public init() {}

    public mutating func add(_ book: TuneBook, from name: String) {
        files.append(File(name: name, book: book, refusal: nil))
    }

    /// - Parameter refusal: why the file has no tune.
    public mutating func add(_ refusal: InputError, from name: String) {
        files.append(File(name: name, book: TuneBook(), refusal: refusal.message))
    }

    public var hasTunes: Bool { files.contains { !$0.book.tunes.isEmpty } }

    /// The tunes with their files.
    var tunes: [(file: String, index: Int, tune: Tune)] {
        files.flatMap { file in file.book.tunes.enumerated().map { (file.name, $0.offset + 1, $0.element) } }
    }

    /// What two tunes have in common if one repeats the other.
    private struct Identity: Hashable {
        let title: String
        let chords: [[BarChord]]
    }

    /// The tunes that have title and chords of an earlier one, as indices in ``tunes``.
    private var repeated: [Int] {
        var earlier: Set<Identity> = []
        return tunes.enumerated().compactMap { index, entry in
            let identity = Identity(title: entry.tune.title, chords: entry.tune.sounding)
            return earlier.insert(identity).inserted ? nil : index
        }
    }

    /// What could not be read, with its file: “a.txt, tune 1, bar 2: …”.
    public var sentences: [String] {
        files.flatMap { file in
            if let refusal = file.refusal { return [file.name + ": " + refusal] }
            return Answers.sentences(about: file.book).map { file.name + ", " + Answers.uncapitalized($0) }
        }
    }

    /// “12 tunes in 3 files, 2 with a melody. “Blue” appears twice. 1 file has no tune.”
    public var summary: String {
        func count(_ count: Int, _ word: String) -> String { "\(count) " + word + (count == 1 ? "" : "s") }
        let tunes = tunes
        var text = count(tunes.count, "tune") + " in " + count(files.count, "file")
        let melodies = tunes.count { $0.tune.hasMelody }
        if melodies > 0 { text += ", \(melodies) with a melody" }
        text += "."
        let repeated = repeated
        if let first = repeated.first {
            let title = tunes[first].tune.title
            let (name, first) =
                title.isEmpty ? ("an untitled tune", "An untitled tune") : ("“\(title)”", "“\(title)”")
            text +=
                repeated.count == 1
                ? " \(first) appears twice." : " \(repeated.count) repeat an earlier one, such as \(name)."
        }
        let refused = files.count { $0.refusal != nil }
        if refused > 0 { text += " " + count(refused, "file") + (refused == 1 ? " has" : " have") + " no tune." }
        let unread = files.reduce(0) { $0 + $1.book.problems.count }
        if unread > 0 { text += " " + count(unread, "problem") + (unread == 1 ? " was" : " were") + " found." }
        return text
    }

    /// The tunes of all files, those that come twice, and the problems, each with its file.
    public func json(notation: Notation = Notation()) -> JSON {
        let tunes = tunes
        let repeated = Set(repeated)
        return .object([
            ("summary", .string(summary)),
            (
                "tunes",
                .array(
                    tunes.indices.map { index in
                        let (file, number, tune) = tunes[index]
                        return .object(
                            [("file", .string(file)), ("index", .int(number))] + Answers.head(of: tune, notation) + [
                                ("bars", .int(tune.bars.count)), ("hasMelody", .bool(tune.hasMelody)),
                                ("isRepeated", .bool(repeated.contains(index))),
                            ])
                    })
            ),
            (
                "problems",
                .array(
                    files.flatMap { file -> [JSON] in
                        let refused = file.refusal.map { [TuneProblem($0)] } ?? []
                        return (refused + file.book.problems).map {
                            .object([("file", .string(file.name))] + Answers.members(of: $0))
                        }
                    })
            ),
        ])
    }
}
