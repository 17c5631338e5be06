import Harmony

extension TextReader {
    mutating func begin(_ label: String) {
        if draft.isFilled { close(.single) }
        // A section without bars.
        if draft.label != nil { openSection() }
        draft.label = label
    }

    mutating func openSection() {
        tune.sections.append(Tune.Section(draft.label ?? ""))
        draft.label = nil
    }

    mutating func close(_ end: Bar.Ending) {
        var bar = draft.bar
        bar.end = end
        if let times = draft.times {
            if case .repeated = end { bar.end = .repeated(times) } else { keep("x\(times)", in: &bar) }
        }
        if draft.repeated == nil, !draft.slots.isEmpty, draft.slots.allSatisfy({ $0.isAsLast }) {
            draft.repeated = .asLast
            draft.slots = []
        }
        if draft.repeated == nil, draft.slots.isEmpty, bar.words.isEmpty, isSecondOfTwo {
            draft.repeated = .asTwoBefore
        }
        if let repeated = draft.repeated {
            if draft.slots.contains(where: { $0.sound != nil }) {
                report("A bar that repeats another cannot have chords of its own. They were left out.")
            }
            bar.content = repeated
        } else {
            let positions = positions()
            bar.content = .chords(
                zip(draft.slots, positions).compactMap { slot, position in
                    slot.sound.map { BarChord($0, at: position) }
                })
            if positions.count < draft.slots.count {
                report("A bar of \(meter.text) has no room for \(draft.slots.count) chords.")
            }
        }
        let slots = draft.repeated == nil ? positions() : []
        bar.alternates = draft.alternates.map { alternate in
            let above = alternate.slot < slots.count ? slots[alternate.slot] : Position(beat: 1)
            return BarChord(alternate.sound, at: alternate.position ?? above)
        }
        bar.sortAlternates()
        if draft.label != nil || tune.sections.isEmpty { openSection() }
        defer { draft = Draft() }
        guard barCount < Tune.maximumBars else {
            if barCount == Tune.maximumBars {
                report("A tune can have at most \(Tune.maximumBars) bars. The others were left out.")
            }
            barCount = Tune.maximumBars + 1
            return
        }
        if bar.startsRepeat { (isRepeatOpen, lastEnding) = (true, 0) }
        if case .repeated = bar.end { isRepeatOpen = false }
        lastEnding = bar.endings.last ?? lastEnding
        let home = tune.sections.count - 1
        tune.sections[home].bars.append(bar)
        barCount += 1
        if isRowOver { (row, sungCount, isRowOver) = ([], 0, false) }
        row.append((home, tune.sections[home].bars.count - 1, barCount, meter.melodyTicks))
    }

    /// The positions of the slots. Chords alone share the bar evenly. With hold signs, each slot is a beat, or a part
    /// of one if there are more slots than beats.
    private func positions() -> [Position] {
        let count = draft.slots.count
        if !draft.slots.contains(where: { $0.isHold }) { return Position.spread(count, over: meter.beats) ?? [] }
        guard let division = Position.divisions.first(where: { count <= $0 * meter.beats }) else { return [] }
        return (0..<count).map { Position(twelfths: 12 / division * $0) }
    }

    /// Whether the bar before is the first of two that `%%` repeats. The second may be empty.
    private var isSecondOfTwo: Bool {
        guard let bars = tune.sections.last?.bars, bars.count > 1 else { return false }
        return bars[bars.count - 1].content == .asTwoBefore && bars[bars.count - 2].content != .asTwoBefore
    }

    /// Keeps a text that is no chord among the words of the current bar, and reports it.
    mutating func keep(_ text: String) {
        var bar = draft.bar
        keep(text, in: &bar)
        draft.bar = bar
    }

    /// Keeps a text that is no chord among the words of the bar, and reports it.
    mutating func keep(_ text: String, in bar: inout Bar) {
        let words = wordsOfBar(text)
        if !words.isEmpty { bar.words.append(words) }
        report("“\(text)” is not a chord. It was kept as a remark.", text: text)
    }

    /// Changes the end of the last bar.
    mutating func endLast(_ end: Bar.Ending) {
        guard let section = tune.sections.indices.last, let bar = tune.sections[section].bars.indices.last else {
            return
        }
        if tune.sections[section].bars[bar].end == .single || end != .double {
            tune.sections[section].bars[bar].end = end
        }
    }
}
