import Harmony
import Tunes

/// What the list searches, sorts and filters by, found once for each version of a tune.
///
/// A class, because a search passes thousands of them on, and copying a reference is cheap.
final class TuneFacts: Sendable {
    let tune: StoredTune
    /// The folded text that a search looks through.
    private let words: [UInt8]
    /// Folded, for sorting.
    let title: String
    let composer: String
    /// The number of its value of each ``TuneFilter/Facet`` in ``FacetValues``.
    let values: [Int]
    /// False for an unchanged example, which is not listed with the others, and for a set list.
    let isListed: Bool

    init(_ tune: StoredTune, isExample: Bool, _ facets: inout FacetValues) {
        self.tune = tune
        title = folded(tune.title)
        composer = folded(tune.composer)
        words = Array((title + " " + composer + " " + folded(tune.style)).utf8)
        let head = TuneFacts.head(of: tune.text)
        let tempo = (tune.setup.isEmpty ? nil : TuneSetup(tune.setup).tempo) ?? head.tempo ?? 120
        values = [tune.style, tune.key, head.meter, tune.composer, TuneFilter.Tempo(of: tempo).rawValue].enumerated()
            .map { facets.number(of: $1, facet: $0) }
        isListed = !isExample && !tune.isSetList
    }

    /// Meter and tempo from the lines before the music, which is not parsed.
    private static func head(of text: String) -> (meter: String, tempo: Int?) {
        var meter = "4/4"
        var tempo: Int?
        for line in text.bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 9) {
            if line.first == UInt8(ascii: "|") { break }
            if line.starts(with: "Time:".bytes) { meter = String(decoding: line.dropFirst(6), as: UTF8.self) }
            if line.starts(with: "Tempo:".bytes) { tempo = Int(String(decoding: line.dropFirst(7), as: UTF8.self)) }
        }
        return (meter, tempo)
    }

    /// The folded words of a search.
    static func words(of search: String) -> [[UInt8]] { folded(search).parts(at: " ").map { Array($0.utf8) } }

    /// Whether a search finds it.
    /// - Parameter wanted: see ``words(of:)``.
    func matches(_ wanted: [[UInt8]]) -> Bool { wanted.allSatisfy { has($0) } }

    /// Whether it has the wanted values.
    /// - Parameter wanted: see ``FacetValues/numbers(of:)``; empty for all tunes.
    func has(_ wanted: [Int?]) -> Bool {
        for (wanted, value) in zip(wanted, values) where wanted != nil && wanted != value { return false }
        return true
    }

    // Thousands of texts are searched at each letter, hence the pointers, whose indices are not checked.
    private func has(_ word: [UInt8]) -> Bool {
        words.withUnsafeBufferPointer { text in
            word.withUnsafeBufferPointer { word in
                let last = text.count - word.count
                var start = 0
                while start <= last {
                    var length = 0
                    while length < word.count, text[start + length] == word[length] { length += 1 }
                    if length == word.count { return true }
                    start += 1
                }
                return false
            }
        }
    }
}
