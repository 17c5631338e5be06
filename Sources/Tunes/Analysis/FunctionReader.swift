import Harmony

/// Reads what each group does in a given key, from the groups that follow it.
struct FunctionReader {
    /// A function without its chord type.
    struct Reading {
        var role = HarmonicFunction.Role.degree
        var root: Int
        var isRaised = false
        var target = 0
        var goal = HarmonicFunction.Goal.major
        /// Whether an applied chord is followed by its target, or a related second by its dominant.
        var isResolved = false
    }

    let progression: Progression

    /// The function of a group in a key.
    func reading(of index: Int, in place: KeyPlace) -> Reading {
        let group = progression.groups[index]
        let root = place.degree(of: group.root)
        switch group.function {
        case .dominant: return dominant(index, root, in: place)
        case .suspended where group.type.degrees.contains(7, -1): return dominant(index, root, in: place)
        case .minor, .halfDiminished: return second(group, index, root, in: place)
        case .diminished: return diminished(group, index, root)
        case .major: return triad(group, index, root, in: place)
        case .suspended: return Reading(root: root)
        }
    }

    /// The groups to which a dominant may lead. A second degree between two dominants on one root is passed over, and
    /// so is a diminished chord on the root of its target: A7 | Emi7 A7 | Dmi7, C7 | F°7 | Fma7.
    func following(_ index: Int) -> [ChordGroup] {
        let first = progression.group(1, after: index)
        let second = progression.group(2, after: index)
        let root = progression.groups[index].root
        if let first, let second, first.function.isMinor, first.root == (root + 7) % 12, second.root == root,
            second.function.isDominant
        {
            return [progression.group(3, after: index), progression.group(4, after: index)].compactMap { $0 }
        }
        if let first, let second, first.root != root, first.delays(second) {
            return [second, progression.group(3, after: index)].compactMap { $0 }
        }
        return [first, second].compactMap { $0 }
    }

    private func dominant(_ index: Int, _ root: Int, in place: KeyPlace) -> Reading {
        let group = progression.groups[index]
        let followed = following(index)
        var reading = Reading(root: root)
        reading.goal = place.isMinor ? .minor : .major
        let next = followed.first
        let step = next.map { ($0.root + 12 - group.root) % 12 }
        if root == 7 || (root == 5 && progression.isBlues(in: place)) { return reading }
        if root == 0, !place.isMinor, isHome(index) { return reading }
        if !place.isMinor, isBlue(index, root, in: place) { return reading }
        // After its own second degree the tonic leads to the fourth, in a blues only if that follows: Gmi7 C7 in C.
        let before = root == 0 && !place.isMinor ? progression.group(-1, after: index) : nil
        let hasSecond = before.map { $0.function.isMinor && place.degree(of: $0.root) == 7 } ?? false
        if root == 0, progression.isBlues(in: place), !hasSecond || step != 5 { return reading }
        let fifthBelow = (root + 5) % 12
        let halfStepBelow = (root + 11) % 12
        func leads(_ role: HarmonicFunction.Role, to target: Int, isResolved: Bool) -> Reading {
            reading.role = role
            reading.target = target
            reading.isResolved = isResolved
            reading.goal = FunctionReader.goal(isResolved ? next : nil, target, in: place)
            // A dominant before another dominant sounds like one of a chain.
            if next?.function == .dominant, step != 11 { reading.goal = .dominant }
            return reading
        }
        if root == 1 { return leads(.substitute, to: 0, isResolved: step == 11) }
        if step == 11, place.isDiatonicTarget(halfStepBelow) {
            return leads(.substitute, to: halfStepBelow, isResolved: true)
        }
        if step == 5, isTarget(fifthBelow, from: root, in: place) {
            return leads(.appliedDominant, to: fifthBelow, isResolved: true)
        }
        // The lowered sixth leads to the dominant, sometimes by way of the second degree or the tonic over its fifth.
        if root == 8, followed.contains(where: { place.degree(of: $0.root) == 7 || place.degree(of: $0.bass) == 7 }) {
            return leads(.substitute, to: 7, isResolved: false)
        }
        // A vamp that begins with it stays on it: C7 Gmi7 C7.
        let opens = progression.groups[0].root == group.root && progression.groups[0].function == .dominant
        if let target = hasSecond && !opens ? 5 : FunctionReader.usualTarget(of: root, in: place) {
            return leads(.appliedDominant, to: target, isResolved: false)
        }
        return reading
    }

    /// Whether a dominant on a degree that stands before a chord a fifth below is applied to it.
    private func isTarget(_ target: Int, from root: Int, in place: KeyPlace) -> Bool {
        // The seventh degree of a minor key, and the fourth and seventh of a major one, keep their own numerals.
        if root == 10 || (root == 5 && !place.isMinor) { return false }
        return place.isDiatonicTarget(target) || (root == 6 && target == 11)
    }

    /// Whether a form ends here as it begins: a blues of any length on I7, a minor tune on a major triad.
    private func isHome(_ index: Int) -> Bool {
        let groups = progression.groups
        return progression.isRound && index == groups.count - 1 && groups[0].root == groups[index].root
    }

    /// Whether a dominant is the tonic or subdominant of a song that is no blues but sounds like one: I7 IV7 I7, or IV7
    /// after its own dominant.
    private func isBlue(_ index: Int, _ root: Int, in place: KeyPlace) -> Bool {
        func isDominant(_ distance: Int, on degree: Int) -> Bool {
            progression.group(distance, after: index).map {
                $0.function == .dominant && place.degree(of: $0.root) == degree
            } ?? false
        }
        return root == 0 ? isDominant(1, on: 5) && isDominant(2, on: 0) : root == 5 && isDominant(-1, on: 0)
    }

    /// The target of a chromatic dominant that does not resolve at once: V7/V on the second degree.
    private static func usualTarget(of root: Int, in place: KeyPlace) -> Int? {
        switch (root, place.isMinor) {
        case (2, _): 7
        case (9, _): 2
        case (4, false): 9
        case (11, false): 4
        case (0, true): 5
        default: nil
        }
    }

    private static func goal(_ next: ChordGroup?, _ target: Int, in place: KeyPlace) -> HarmonicFunction.Goal {
        switch next?.function {
        case .minor, .halfDiminished, .diminished: .minor
        case .major: .major
        case .dominant, .suspended: .dominant
        case nil: (place.isMinor ? [0, 2, 5] : [2, 4, 9]).contains(target) ? .minor : .major
        }
    }

    /// A minor seventh or half-diminished chord: the second degree of the target of the dominant that follows, or a
    /// degree of the key.
    private func second(_ group: ChordGroup, _ index: Int, _ root: Int, in place: KeyPlace) -> Reading {
        var reading = Reading(root: root, isRaised: group.function == .halfDiminished && [1, 6, 8].contains(root))
        if root == 6 { reading.isRaised = true }
        let hasSeventh = group.type.degrees.contains(7, -1)
        guard root != 2, root != 0 || !place.isMinor, hasSeventh,
            let next = progression.place(1, after: index), progression.groups[next].function.isDominant
        else { return reading }
        let dominant = self.reading(of: next, in: place)
        guard dominant.role != .degree, dominant.target != 0, root == (dominant.target + 2) % 12 else {
            return reading
        }
        reading.role = .relatedSecond
        reading.isRaised = false
        reading.target = dominant.target
        reading.isResolved = dominant.isResolved
        return reading
    }

    /// A diminished chord is spelled upwards before a rise, downwards before a fall.
    private func diminished(_ group: ChordGroup, _ index: Int, _ root: Int) -> Reading {
        let next = progression.group(1, after: index)
        func moves(_ step: Int) -> Bool {
            guard let next else { return false }
            return (next.root + 12 - group.root) % 12 == step || (next.bass + 12 - group.bass) % 12 == step
        }
        let isRaised =
            switch root {
            case 3: moves(1) && !moves(11)
            case 8: !moves(11)
            default: root == 1 || root == 6
            }
        return Reading(root: root, isRaised: isRaised)
    }

    /// A major triad a fifth above its target, foreign to the key, is applied like a dominant.
    private func triad(_ group: ChordGroup, _ index: Int, _ root: Int, in place: KeyPlace) -> Reading {
        var reading = Reading(root: root)
        let isTriad = !group.type.degrees.contains(anyOf: 7) && !group.type.degrees.contains(6)
        guard isTriad, !(root == 0 && isHome(index)),
            place.isMinor ? root == 0 || root == 2 : [2, 4, 9, 11].contains(root),
            let next = progression.group(1, after: index), (next.root + 12 - group.root) % 12 == 5
        else { return reading }
        reading.role = .appliedDominant
        reading.target = (root + 5) % 12
        reading.goal = FunctionReader.goal(next, reading.target, in: place)
        reading.isResolved = true
        return reading
    }
}

extension HarmonicFunction {
    /// The function of a chord of a group.
    init(_ reading: FunctionReader.Reading, of chord: Chord, in place: KeyPlace, isInBlues: Bool) {
        self.init(
            reading.role, on: reading.root, isRaised: reading.isRaised, target: reading.target, goal: reading.goal,
            isInMinor: place.isMinor, isInBlues: isInBlues, of: chord.type)
    }
}
