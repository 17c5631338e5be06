extension Sequence {
    /// The elements in an order; equal ones keep theirs.
    ///
    /// Like `sorted(by:)`, but it sorts positions: the library's sort is compiled anew for each type of element, about six
    /// kilobytes of the page's engine each time, and this one only once.
    package func ordered(by isBefore: (Element, Element) -> Bool) -> [Element] {
        let elements = Array(self)
        return positions(upTo: elements.count) { isBefore(elements[$0], elements[$1]) }.map { elements[$0] }
    }
}

/// The library's sort is stable, which it does not promise: `OrderedTests` watches over that.
@inline(never)
private func positions(upTo count: Int, inOrder isBefore: (Int, Int) -> Bool) -> [Int] {
    Array(0..<count).sorted(by: isBefore)
}
