extension Tune {
    /// Of two coda signs in a tune without “To Coda”, the first leads to the second, or to a section of that name.
    mutating func aimCodas() {
        var codas: [(section: Int, bar: Int)] = []
        for (index, section) in sections.enumerated() {
            let count = codas.count
            for (place, bar) in section.bars.enumerated() {
                if bar.marks.contains(.toCoda) { return }
                if bar.marks.contains(.coda) { codas.append((index, place)) }
            }
            if codas.count == count, !section.bars.isEmpty, isSameWord(section.label, "coda") {
                codas.append((index, -1))
            }
        }
        guard codas.count == 2, codas[0].bar >= 0 else { return }
        sections[codas[0].section].bars[codas[0].bar].remove(.coda)
        sections[codas[0].section].bars[codas[0].bar].add(.toCoda)
    }
}
