import Harmony
import Rendering
import Tunes

/// A setup refers to bars, chords and sections by index, so it has to follow edits of the tune.
extension TuneSetup {
    /// The setup for an edited tune. A chord that is still there keeps its locked voicing.
    /// - Parameter origins: for each new bar, its index in the old tune; nil if it was added.
    func adapted(from old: Tune, to new: Tune, _ origins: [Int?]) -> TuneSetup {
        if pins.isEmpty, sectionStyles.isEmpty, loop == nil { return self }
        var next = self
        next.pins = pinsFollowing(from: old.sounding, to: new.sounding, origins)
        next.sectionStyles = sectionStylesFollowing(from: old, to: new, origins)
        let looped = origins.indices.filter { index in origins[index].map { loop?.contains($0) == true } ?? false }
        next.loop = looped.isEmpty ? nil : looped[0]...looped[looped.count - 1]
        return next
    }

    /// The setup for the transposed tune. Locked voicings are transposed if they stay on the piano.
    func transposed(by semitones: Int) -> TuneSetup {
        if semitones == 0 { return self }
        var next = self
        next.pins = SortedDictionary()
        for entry in pins.entries {
            let keys = entry.value.keys.moved(by: semitones)
            guard (keys.left + keys.right).allSatisfy({ 21...108 ~= $0 }) else { continue }
            next.pins[entry.key] = PinnedVoicing(style: entry.value.style, keys: keys)
        }
        return next
    }

    private func pinsFollowing(
        from old: [[BarChord]], to new: [[BarChord]], _ origins: [Int?]
    ) -> SortedDictionary<Int, PinnedVoicing> {
        var moved = SortedDictionary<Int, PinnedVoicing>()
        if pins.isEmpty { return moved }
        var firsts: [Int] = []
        var count = 0
        for chords in old {
            firsts.append(count)
            count += chords.count
        }
        var index = 0
        for (bar, chords) in new.enumerated() {
            defer { index += chords.count }
            guard origins.indices.contains(bar), let origin = origins[bar], old.indices.contains(origin) else {
                continue
            }
            for place in chords.indices {
                guard let symbol = chords[place].symbol else { continue }
                // If a bar has the same chord twice, the second one follows the second one.
                let number = chords[..<place].filter { $0.symbol == symbol }.count
                let same = old[origin].indices.filter { old[origin][$0].symbol == symbol }
                if number < same.count, let pin = pins[firsts[origin] + same[number]] { moved[index + place] = pin }
            }
        }
        return moved
    }

    private func sectionStylesFollowing(
        from old: Tune, to new: Tune, _ origins: [Int?]
    ) -> SortedDictionary<Int, TuneVoicingStyle> {
        if sectionStyles.isEmpty { return sectionStyles }
        func form(_ tune: Tune) -> [String] { tune.sections.map { "\($0.bars.count) " + $0.label } }
        if form(old) == form(new) { return sectionStyles }
        var styles = SortedDictionary<Int, TuneVoicingStyle>()
        var bar = 0
        for (index, section) in new.sections.enumerated() {
            var home: Int?
            for origin in origins[bar..<bar + section.bars.count] {
                guard let section = origin.flatMap({ old.location(ofBar: $0) })?.section else { continue }
                home = home ?? section
                // A bar of another section may have been moved to the front.
                if old.sections[section].label == new.sections[index].label {
                    home = section
                    break
                }
            }
            styles[index] = home.flatMap { sectionStyles[$0] }
            bar += section.bars.count
        }
        return styles
    }

    /// For each new bar, the index of the old one: equal bars at both ends correspond, and those between in order.
    static func origins(of new: [[BarChord]], in old: [[BarChord]]) -> [Int?] {
        let most = min(new.count, old.count)
        var before = 0
        while before < most, new[before] == old[before] { before += 1 }
        var behind = 0
        while behind < most - before, new[new.count - 1 - behind] == old[old.count - 1 - behind] { behind += 1 }
        return new.indices.map { index in
            if index >= new.count - behind { return index + old.count - new.count }
            return index < old.count - behind ? index : nil
        }
    }
}
