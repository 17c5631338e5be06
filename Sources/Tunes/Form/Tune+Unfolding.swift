extension Tune {
    /// The maximum number of played bars; longer forms are an error.
    public static let maximumPlayed = 20_000

    /// The bars in playing order, once through the form, as indices in ``bars``.
    ///
    /// Repeats are played before a D.C. or D.S. and not again after it. After the jump their last ending is played,
    /// unless the target is in another. Repeats first reached after the jump are played.
    ///
    /// A coda without a D.C. or D.S. ends the last chorus only: it follows “To Coda” in its last pass, or, without
    /// that sign, the whole form.
    ///
    /// - Parameter isLastChorus: whether an outro is played.
    public func unfolded(isLastChorus: Bool = true) throws(FormError) -> [Int] {
        var walk = Walk(of: self, isLastChorus: isLastChorus)
        return try walk.played()
    }

    /// Whether it has a coda that is played in the last chorus only, because neither D.C. nor D.S. leads to it.
    public var hasOutro: Bool {
        let walk = Walk(of: self)
        return walk.isOutro && walk.coda != nil
    }
}

/// A traversal of the form, bar by bar.
private struct Walk {
    private let bars: [Bar]
    private let repeats: [Repeat]
    /// The repeat of each bar. No bar is in two.
    private let homes: [Int?]
    /// For each bar, whether its repeat goes back after it, except in the last pass.
    private var leadsBack: [Bool]
    /// The number of passes begun, for each repeat.
    private var passes: [Int]
    /// The first bar of the coda.
    let coda: Int?
    private let leadsToCoda: Bool
    /// Whether the coda is an outro, because there is neither D.C. nor D.S.
    let isOutro: Bool
    /// Whether an outro is played.
    private let isLastChorus: Bool
    /// The jump taken; at most one.
    private var jump: Mark.Jump?
    /// The bars after which the tune ends; for a jump to an ending, also the last bar at which that ending begins.
    private var lastBars: Set<Int> = []
    private var lastStart: Int?
    private var isInCoda = false
    /// For each repeat, whether it was reached before the jump, or its beginning first after it.
    private var isKnown: [Bool]
    private var isNew: [Bool]

    init(of tune: Tune, isLastChorus: Bool = true) {
        self.isLastChorus = isLastChorus
        bars = tune.bars
        repeats = Repeat.all(in: bars)
        var homes = [Int?](repeating: nil, count: bars.count)
        leadsBack = [Bool](repeating: false, count: bars.count)
        for (number, passage) in repeats.enumerated() {
            for bar in passage.start..<passage.exit { homes[bar] = number }
            for bar in passage.barsThatLeadBack { leadsBack[bar] = true }
        }
        self.homes = homes
        passes = [Int](repeating: 1, count: repeats.count)
        isKnown = [Bool](repeating: false, count: repeats.count)
        isNew = isKnown
        let labeled = zip(tune.sections, tune.sectionBars).first { isSameWord($0.label, "coda") && !$1.isEmpty }
        coda = bars.lastIndex { $0.marks.contains(.coda) } ?? labeled?.1.lowerBound
        leadsToCoda = bars.contains { $0.jump?.goal == .coda }
        isOutro = bars.allSatisfy { $0.jump == nil }
    }

    mutating func played() throws(FormError) -> [Int] {
        var order: [Int] = []
        var index = 0
        while index < bars.count {
            // The outro is not part of the other choruses.
            if isOutro, !isLastChorus, !order.isEmpty, index == coda { break }
            comeTo(index)
            if let ending = firstBarOfEnding(at: index), ending != index {
                index = ending
                continue
            }
            guard order.count < Tune.maximumPlayed else { throw FormError(bar: index + 1, reason: .tooLong) }
            order.append(index)
            guard let next = try bar(after: index) else { break }
            index = next
        }
        return order
    }

    private mutating func comeTo(_ index: Int) {
        guard let number = homes[index] else { return }
        if jump == nil {
            isKnown[number] = true
        } else if index == repeats[number].start, !isKnown[number] {
            isNew[number] = true
        }
    }

    /// At the beginning of endings, the first bar of the ending to be played.
    private func firstBarOfEnding(at index: Int) -> Int? {
        guard let number = homes[index], repeats[number].endings.first?.bar == index else { return nil }
        let passage = repeats[number]
        if isNew[number] { return passage.endings[passage.ending(at: passes[number])].bar }
        // “D.C. al 3rd ending” with a third ending outside the repeat.
        if case .ending(let goal) = jump?.goal, !passage.endings.contains(where: { $0.passes.contains(goal) }),
            let lastStart, lastStart >= passage.exit
        {
            return lastStart
        }
        let ending = jump.map { endingBehind($0, in: passage) } ?? passage.ending(at: passes[number])
        return passage.endings[ending].bar
    }

    /// The ending of a repeat to be played after a jump.
    private func endingBehind(_ jump: Mark.Jump, in passage: Repeat) -> Int {
        let last = passage.ending(at: passage.times)
        let holdsGoal: (Bar) -> Bool
        switch jump.goal {
        case .ending(let number): return passage.endings.firstIndex { $0.passes.contains(number) } ?? last
        case .last: return last
        case .coda: holdsGoal = { $0.marks.contains(.toCoda) }
        case .fine: holdsGoal = { $0.marks.contains(.fine) }
        }
        return passage.endings.indices.first { ending in
            bars[passage.endings[ending].bar..<passage.bound(ofEnding: ending)].contains(where: holdsGoal)
        } ?? last
    }

    private func lastEnding(numbered number: Int, from start: Int) -> Int? {
        bars.indices.last { $0 >= start && bars[$0].endings.contains(number) }
    }

    /// The last bar of an ending outside repeats, up to the line that closes it.
    private func lastBar(ofEndingApart number: Int) -> Int? {
        guard let first = lastEnding(numbered: number, from: 0) else { return nil }
        return bars[first...].indices.first {
            bars[$0].end != .single || $0 + 1 < bars.count && bars[$0 + 1].ending != nil
        }
    }

    /// - Returns: nil at the end of the tune.
    private mutating func bar(after index: Int) throws(FormError) -> Int? {
        if let jump { return bar(after: index, behind: jump) }
        let around = homes[index]
        if let around, leadsBack[index], passes[around] < repeats[around].times {
            passes[around] += 1
            return repeats[around].start
        }
        let isLastTime = around.map { passes[$0] >= repeats[$0].times } ?? isOutro
        if !leadsToCoda, isLastChorus, isLastTime, bars[index].marks.contains(.toCoda), let coda, coda > index {
            return coda
        }
        // A jump inside a repeat is taken when the repeat is finished.
        guard let bar = jumping(behind: index, around), let jump = bars[bar].jump else {
            return self.index(after: index)
        }
        let start = try start(of: jump, in: bar)
        take(jump)
        return start
    }

    private mutating func take(_ jump: Mark.Jump) {
        self.jump = jump
        guard case .ending(let number) = jump.goal else { return }
        lastStart = lastEnding(numbered: number, from: 0)
        for passage in repeats {
            for (place, ending) in passage.endings.enumerated() where ending.passes.contains(number) {
                lastBars.insert(passage.bound(ofEnding: place) - 1)
            }
        }
        if let last = lastBar(ofEndingApart: number) { lastBars.insert(last) }
    }

    /// The bar whose D.C. or D.S. is taken after this one.
    private func jumping(behind index: Int, _ around: Int?) -> Int? {
        guard let around, repeats[around].endings.isEmpty else { return bars[index].jump == nil ? nil : index }
        guard index == repeats[around].exit - 1 else { return nil }
        return (repeats[around].start...index).last { bars[$0].jump != nil }
    }

    private mutating func bar(after index: Int, behind jump: Mark.Jump) -> Int? {
        let new = homes[index].flatMap { isNew[$0] ? $0 : nil }
        // The target applies in the last pass, or in its ending.
        let isAgain =
            new.map { number in
                passes[number] < repeats[number].times && index < repeats[number].endings.first?.bar ?? bars.count
            } ?? false
        let marks = isAgain ? [] : bars[index].marks
        switch jump.goal {
        case .coda:
            if !isInCoda, marks.contains(.toCoda), let coda {
                isInCoda = true
                return coda
            }
            if marks.contains(.end), let coda, index >= coda { return nil }
        case .fine, .last:
            if marks.contains(.fine) || marks.contains(.end) { return nil }
        case .ending: if lastBars.contains(index) { return nil }
        }
        if let new, leadsBack[index], passes[new] < repeats[new].times {
            passes[new] += 1
            return repeats[new].start
        }
        return self.index(after: index)
    }

    /// The next written bar; after an ending that leads back in other passes, the first bar after the repeat.
    private func index(after index: Int) -> Int {
        guard let number = homes[index], leadsBack[index] else { return index + 1 }
        return repeats[number].exit
    }

    /// The target of a jump.
    private func start(of jump: Mark.Jump, in bar: Int) throws(FormError) -> Int {
        var start = 0
        if jump.start == .segno {
            guard
                let segno = bars[...bar].lastIndex(where: { $0.marks.contains(.segno) })
                    ?? bars.firstIndex(where: { $0.marks.contains(.segno) })
            else { throw FormError(bar: bar + 1, reason: .noSegno(.jump(jump))) }
            start = segno
        }
        switch jump.goal {
        case .last: break
        case .coda:
            if coda == nil { throw FormError(bar: bar + 1, reason: .noCoda(.jump(jump))) }
        case .fine:
            guard bars[start...].contains(where: { $0.marks.contains(.fine) || $0.marks.contains(.end) }) else {
                throw FormError(bar: bar + 1, reason: .noFine(.jump(jump)))
            }
        case .ending(let number):
            let isInRepeat = repeats.contains { $0.exit > start && $0.endings.contains { $0.passes.contains(number) } }
            guard
                isInRepeat
                    || repeats.contains(where: { $0.start >= start && !$0.endings.isEmpty })
                        && lastEnding(numbered: number, from: bar) != nil
            else {
                throw FormError(bar: bar + 1, reason: .noEnding(.jump(jump)))
            }
        }
        return start
    }
}

extension Bar {
    /// The D.C., or the D.S., in this bar.
    func jump(from start: Mark.Jump.Start) -> Mark.Jump? {
        for mark in marks { if case .jump(let jump) = mark, jump.start == start { return jump } }
        return nil
    }

    /// The D.C. or D.S. in this bar.
    var jump: Mark.Jump? {
        for mark in marks { if case .jump(let jump) = mark { return jump } }
        return nil
    }
}
