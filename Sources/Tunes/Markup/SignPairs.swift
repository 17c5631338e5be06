/// Where what is opened in a text is closed, found in one pass: a reader that searched from each opening sign would read a
/// text of nothing but opening signs once for each of them.
struct SignPairs {
    /// Of each place, the first one at or behind it with a closing parenthesis, and with a `>`; the number of signs where
    /// there is none.
    private let parentheses: [Int32]
    private let comments: [Int32]
    /// Of each opening parenthesis, the one that closes it; 0 where none does.
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

    /// The next closing parenthesis, whatever it closes.
    func closing(behind place: Int) -> Int? { found(parentheses, place) }

    func endOfComment(from place: Int) -> Int? { found(comments, place) }

    /// What closes an opening parenthesis, with others inside.
    func partner(of place: Int) -> Int? { partners[place] > 0 ? Int(partners[place]) : nil }

    private func found(_ places: [Int32], _ place: Int) -> Int? {
        Int(places[place]) < partners.count ? Int(places[place]) : nil
    }
}
