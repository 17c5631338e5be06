/// Finds matching brackets of a text in one pass. A search from each opening bracket would take quadratic time.
struct SignPairs {
    /// For each position, the next closing parenthesis and the next `>` at or after it; the text's length if there is
    /// none.
    private let parentheses: [Int32]
    private let comments: [Int32]
    /// For each opening parenthesis, its closing one; 0 if there is none.
    private let partners: [Int32]

    init(_ signs: [Unicode.Scalar]) {
        var parentheses = [Int32](repeating: Int32(signs.count), count: signs.count + 1)
        var comments = parentheses
        var partners = [Int32](repeating: 0, count: signs.count)
        var open: [Int] = []
        for (place, sign) in signs.enumerated() {
            if sign == "(" { open.append(place) }
            if sign == ")", let start = open.popLast() { partners[start] = Int32(place) }
        }
        for place in signs.indices.reversed() {
            parentheses[place] = signs[place] == ")" ? Int32(place) : parentheses[place + 1]
            comments[place] = signs[place] == ">" ? Int32(place) : comments[place + 1]
        }
        self.parentheses = parentheses
        self.comments = comments
        self.partners = partners
    }

    /// The next closing parenthesis, of any nesting level.
    func closing(behind place: Int) -> Int? { found(parentheses, place) }

    func endOfComment(from place: Int) -> Int? { found(comments, place) }

    /// The matching closing parenthesis.
    func partner(of place: Int) -> Int? { partners[place] > 0 ? Int(partners[place]) : nil }

    private func found(_ places: [Int32], _ place: Int) -> Int? {
        Int(places[place]) < partners.count ? Int(places[place]) : nil
    }
}
