/// A dictionary whose entries are in the order of their keys. Finding one takes logarithmic time, inserting linear
/// time.
///
/// It is for small tables: in the page's engine it takes a fifth of the code that a hash table takes for each pair of
/// types.
package struct SortedDictionary<DictionaryKey: Comparable, Value> {
    package struct Entry {
        package let key: DictionaryKey
        package var value: Value
    }

    /// In ascending order of keys.
    package private(set) var entries: [Entry] = []

    package init() {}

    package var isEmpty: Bool { entries.isEmpty }

    package subscript(key: DictionaryKey) -> Value? {
        get {
            let index = index(of: key)
            return index < entries.count && entries[index].key == key ? entries[index].value : nil
        }
        set {
            let index = index(of: key)
            if index < entries.count, entries[index].key == key { entries.remove(at: index) }
            if let newValue { entries.insert(Entry(key: key, value: newValue), at: index) }
        }
    }

    /// The index of the first entry that is not before a key.
    @inline(never)
    private func index(of key: DictionaryKey) -> Int {
        var (start, end) = (0, entries.count)
        while start < end {
            let middle = (start + end) / 2
            if entries[middle].key < key { start = middle + 1 } else { end = middle }
        }
        return start
    }
}

extension SortedDictionary: Sendable where DictionaryKey: Sendable, Value: Sendable {}
extension SortedDictionary: Equatable where Value: Equatable {}
extension SortedDictionary: Hashable where DictionaryKey: Hashable, Value: Hashable {}
extension SortedDictionary.Entry: Sendable where DictionaryKey: Sendable, Value: Sendable {}
extension SortedDictionary.Entry: Equatable where Value: Equatable {}
extension SortedDictionary.Entry: Hashable where DictionaryKey: Hashable, Value: Hashable {}
