import Harmony
import Testing

@Suite struct SortedDictionaryTests {
    /// All orders of the keys 0..<count.
    private func orders(_ count: Int) -> [[Int]] {
        guard count > 0 else { return [[]] }
        return orders(count - 1).flatMap { order in
            (0...order.count).map { place in Array(order[..<place]) + [count - 1] + Array(order[place...]) }
        }
    }

    @Test func entriesAreSortedInWhateverOrderTheyCome() {
        for order in orders(6) {
            var dictionary = SortedDictionary<Int, String>()
            for key in order { dictionary[key] = "old" }
            for key in order { dictionary[key] = "\(key)" }
            #expect(dictionary.entries.map { $0.key } == [0, 1, 2, 3, 4, 5])
            #expect(dictionary.entries.map { $0.value } == ["0", "1", "2", "3", "4", "5"])
            #expect(dictionary[-1] == nil && dictionary[6] == nil)
        }
    }

    @Test func aRemovedKeyIsGoneAndTheOthersStay() {
        for order in orders(5) {
            var dictionary = SortedDictionary<Int, Int>()
            for key in order { dictionary[key] = 10 * key }
            var left = [0, 1, 2, 3, 4]
            for key in order {
                dictionary[key] = nil
                dictionary[key] = nil
                left.removeAll { $0 == key }
                #expect(dictionary.entries.map { $0.key } == left)
                #expect((0..<5).map { dictionary[$0] } == (0..<5).map { left.contains($0) ? 10 * $0 : nil })
            }
            #expect(dictionary.isEmpty)
        }
    }
}
