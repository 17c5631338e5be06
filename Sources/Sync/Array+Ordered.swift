extension Array {
    /// Returns the elements in stable sorted order.
    ///
    /// It sorts indices: the standard sort is specialized for each element type, about 6 kB of the page's engine each
    /// time.
    func ordered(by isBefore: (Element, Element) -> Bool) -> [Element] {
        let order = [Int](indices).sorted { isBefore(self[$0], self[$1]) }
        return order.map { self[$0] }
    }
}
