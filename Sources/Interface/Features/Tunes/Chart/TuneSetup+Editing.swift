import Harmony
import Tunes

/// What is kept beside a tune and counts its bars, chords and sections goes with them when the tune is changed.
extension TuneSetup {
    /// The same for another form of its tune. A chord stays on its keys as long as it is there and is the same chord.
    /// - Parameter origins: of each bar of the new form its index in the old one; nil where it is new.
    func following(from old: Tune, to new: Tune, _ origins: [Int?]) -> TuneSetup {
        if pins.isEmpty, sections.isEmpty, loop == nil { return self }
        var next = self
        next.pins = pinsFollowing(from: old.sounding, to: new.sounding, origins)
        next.sections = sectionsFollowing(from: old, to: new, origins)
        let looped = origins.indices.filter { index in origins[index].map { loop?.contains($0) == true } ?? false }
        next.loop = looped.isEmpty ? nil : looped[0]...looped[looped.count - 1]
        return next
    }

    /// The same for its tune in another key: what lies on certain keys lies as many semitones higher, as far as a piano goes.
    func transposed(by semitones: Int) -> TuneSetup {
        var next = self
        next.pins = [:]
        for (index, pin) in pins {
            let (left, right) = (pin.left.map { $0 + semitones }, pin.right.map { $0 + semitones })
            guard (left + right).allSatisfy({ 21...108 ~= $0 }) else { continue }
            next.pins[index] = HandsPin(style: pin.style, left: left, right: right)
        }
        return next
    }

    private func pinsFollowing(from old: [[BarChord]], to new: [[BarChord]], _ origins: [Int?]) -> [Int: HandsPin] {
        if pins.isEmpty { return [:] }
        var firsts: [Int] = []
        var count = 0
        for chords in old {
            firsts.append(count)
            count += chords.count
        }
        var moved: [Int: HandsPin] = [:]
        var index = 0
        for (bar, chords) in new.enumerated() {
            defer { index += chords.count }
            guard origins.indices.contains(bar), let origin = origins[bar], old.indices.contains(origin) else { continue }
            for place in chords.indices {
                guard let symbol = chords[place].symbol else { continue }
                // Where a bar has a chord twice, the second is the second.
                let number = chords[..<place].filter { $0.symbol == symbol }.count
                let same = old[origin].indices.filter { old[origin][$0].symbol == symbol }
                if number < same.count, let pin = pins[firsts[origin] + same[number]] { moved[index + place] = pin }
            }
        }
        return moved
    }

    private func sectionsFollowing(from old: Tune, to new: Tune, _ origins: [Int?]) -> [Int: TuneHands] {
        if sections.isEmpty { return [:] }
        func form(_ tune: Tune) -> [String] { tune.sections.map { "\($0.bars.count) " + $0.label } }
        if form(old) == form(new) { return sections }
        var styles: [Int: TuneHands] = [:]
        var bar = 0
        for (index, section) in new.sections.enumerated() {
            var home: Int?
            for origin in origins[bar..<bar + section.bars.count] {
                guard let section = origin.flatMap({ old.home(ofBar: $0) })?.section else { continue }
                home = home ?? section
                // A bar of another section may have come before the first one.
                if old.sections[section].label == new.sections[index].label {
                    home = section
                    break
                }
            }
            styles[index] = home.flatMap { sections[$0] }
            bar += section.bars.count
        }
        return styles
    }

    /// Of each bar the index of the old one that it was: those before and behind what is changed are the same, those between
    /// follow each other.
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
