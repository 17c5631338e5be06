extension Tune {
    /// Of two coda signs in a tune without “To Coda”, the first leads to the second.
    mutating func aimCodas() {
        var codas: [(section: Int, bar: Int)] = []
        for (index, section) in sections.enumerated() {
            for (place, bar) in section.bars.enumerated() {
                if bar.marks.contains(.toCoda) { return }
                if bar.marks.contains(.coda) { codas.append((index, place)) }
            }
        }
        guard codas.count == 2 else { return }
        sections[codas[0].section].bars[codas[0].bar].remove(.coda)
        sections[codas[0].section].bars[codas[0].bar].add(.toCoda)
    }
}
