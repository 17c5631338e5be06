extension Sequence {
    /// Returns the elements in stable sorted order.
    ///
    /// Like `sorted(by:)`, but it sorts positions. The standard sort is specialized for each element type, about 6 kB
    /// of the page's engine each time; this one is compiled once.
    package func ordered(by isBefore: (Element, Element) -> Bool) -> [Element] {
        let elements = Array(self)
        return positions(upTo: elements.count) { isBefore(elements[$0], elements[$1]) }.map { elements[$0] }
    }
}

/// The standard sort is stable but does not document it. `OrderedTests` checks it.
@inline(never)
private func positions(upTo count: Int, inOrder isBefore: (Int, Int) -> Bool) -> [Int] {
    Array(0..<count).sorted(by: isBefore)
}
