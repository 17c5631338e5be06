/// The values of each facet among the tunes, and how many tunes have each.
///
/// Values have numbers, because comparing and counting the texts of thousands of tunes takes long.
struct FacetValues: Sendable {
    private var facets = [Values](repeating: Values(), count: TuneFilter.Facet.allCases.count)

    private struct Values: Sendable {
        /// By number.
        var names: [String] = []
        /// How many tunes have each, by number.
        var counts: [Int] = []
        var numbers: [String: Int] = [:]
    }

    /// The number of a value, which is new if no tune has had it.
    /// - Parameter facet: the index in ``TuneFilter/Facet``.
    mutating func number(of name: String, facet: Int) -> Int {
        if let number = facets[facet].numbers[name] { return number }
        let number = facets[facet].names.count
        facets[facet].names.append(name)
        facets[facet].counts.append(0)
        facets[facet].numbers[name] = number
        return number
    }

    /// The numbers of wanted values; nil for any value. No tune has the number of an unknown one.
    func numbers(of wanted: [String]) -> [Int?] {
        zip(facets, wanted).map { $1.isEmpty ? nil : $0.numbers[$1] ?? -1 }
    }

    /// Counts the values of one more tune, or of one less.
    /// - Parameters:
    ///   - numbers: the number of its value in each facet.
    ///   - change: 1 or -1.
    mutating func count(_ numbers: [Int], _ change: Int) {
        for (facet, number) in numbers.enumerated() { facets[facet].counts[number] += change }
    }

    /// The values that a menu offers, in alphabetical order: the most frequent ones. The search finds the others.
    func options(_ facet: TuneFilter.Facet) -> [String] {
        if facet == .tempo { return TuneFilter.Tempo.allCases.map { $0.rawValue } }
        let values = facets[TuneFilter.Facet.allCases.firstIndex(of: facet) ?? 0]
        var numbers = values.names.indices.filter { values.counts[$0] > 0 && !values.names[$0].isEmpty }
            .ordered { values.names[$0] < values.names[$1] }
        if numbers.count > FacetValues.maximumOptions {
            let frequent = numbers.ordered { values.counts[$0] > values.counts[$1] }
            numbers = frequent.prefix(FacetValues.maximumOptions).ordered { values.names[$0] < values.names[$1] }
        }
        return numbers.map { values.names[$0] }
    }

    /// The maximum number of options in a menu.
    private static let maximumOptions = 200
}
