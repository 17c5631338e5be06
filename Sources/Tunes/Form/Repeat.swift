/// A repeated passage, optionally with endings.
struct Repeat {
    let start: Int
    /// The total number of times it is played.
    let times: Int
    /// The passes and the first bar of each ending. If there is no second ending, the bars after the first count as
    /// it.
    let endings: [Ending]
    /// The first bar after the passage.
    let exit: Int

    struct Ending {
        /// Ascending.
        let passes: [Int]
        let bar: Int

        /// The first pass.
        var number: Int { passes[0] }
    }

    /// Whether an ending names several passes. Then each pass has the ending that names it.
    private var isListed: Bool { endings.contains { $0.passes.count > 1 } }

    /// The index of the ending for a pass, counted from 1. Otherwise the last pass has the last ending, and an ending
    /// is used until the next number.
    func ending(at pass: Int) -> Int {
        if isListed, let named = endings.firstIndex(where: { $0.passes.contains(min(pass, times)) }) { return named }
        if pass >= times { return endings.count - 1 }
        // The numbers are ascending.
        var (low, high) = (0, endings.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if endings[middle].number <= pass { low = middle + 1 } else { high = middle }
        }
        return max(0, low - 1)
    }

    /// The bar after the last bar of an ending.
    func bound(ofEnding index: Int) -> Int { index + 1 < endings.count ? endings[index + 1].bar : exit }

    /// The bars after which it goes back, except in the last pass.
    var barsThatLeadBack: [Int] {
        if endings.isEmpty { return [exit - 1] }
        return (isListed ? endings.indices : endings.indices.dropLast()).map { bound(ofEnding: $0) - 1 }
    }

    /// The repeats of a tune, in order.
    static func all(in bars: [Bar]) -> [Repeat] {
        var repeats: [Repeat] = []
        var start = 0
        var endings: [Ending] = []
        /// The bar after the first backward repeat sign since endings began.
        var behindSign: Int?
        var times = 0

        func close(at exit: Int) {
            defer {
                endings = []
                behindSign = nil
                times = 0
            }
            if endings.isEmpty { return }
            if endings.count == 1 {
                // A first ending without a backward repeat sign is played like other bars.
                guard let behindSign else { return }
                endings.append(Ending(passes: [endings[0].passes.last! + 1], bar: behindSign))
            }
            let named = endings.reduce(2) { max($0, $1.passes.last!) }
            repeats.append(Repeat(start: start, times: max(named, times), endings: endings, exit: exit))
        }

        for (index, bar) in bars.enumerated() {
            if bar.startsRepeat {
                close(at: index)
                start = index
            }
            if let number = bar.ending {
                if let last = endings.last?.number, number <= last {
                    close(at: index)
                    start = index
                }
                endings.append(Ending(passes: bar.endings, bar: index))
            }
            let next = index + 1 < bars.count ? bars[index + 1].ending : nil
            let isLastEnding = !(endings.last.map { $0.number < next ?? 0 } ?? false)
            switch bar.end {
            case .repeated(let count):
                if endings.isEmpty {
                    repeats.append(Repeat(start: start, times: count, endings: [], exit: index + 1))
                } else {
                    behindSign = behindSign ?? index + 1
                    times = max(times, count)
                    if !isLastEnding { continue }
                    close(at: index + 1)
                }
                start = index + 1
            case .double, .final:
                if endings.count > 1, isLastEnding {
                    close(at: index + 1)
                    start = index + 1
                }
            case .single: break
            }
        }
        close(at: bars.count)
        return repeats
    }
}
