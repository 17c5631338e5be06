extension Sequence {
    /// The elements in an order, those of the same rank as they were.
    ///
    /// Each finds its place among those before it. The library's sort is as good; but it is compiled anew for each order, and
    /// stays in the part of the page's engine for which a first visit waits: see docs/ARCHITECTURE.md. These are a few thousand
    /// elements at the most.
    func ordered(_ isBefore: (Element, Element) -> Bool) -> [Element] {
        var ordered: [Element] = []
        for element in self {
            var (low, high) = (0, ordered.count)
            while low < high {
                let middle = (low + high) / 2
                if isBefore(element, ordered[middle]) { high = middle } else { low = middle + 1 }
            }
            ordered.insert(element, at: low)
        }
        return ordered
    }
}
