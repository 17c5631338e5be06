import Harmony

/// Consecutive chords with one root and function, which the analysis treats as one: G7sus4 and G7.
struct ChordGroup {
    /// Indices of the chords.
    var chords: ClosedRange<Int>
    /// The pitch class of the root.
    let root: Int
    /// The pitch class of the lowest note of the first chord.
    let bass: Int
    var function: ChordFunction
    /// The first chord's type.
    let type: ChordType
    /// The duration in bars.
    var bars: Double

    /// Whether the group is a common-tone diminished chord before a chord on its root.
    func delays(_ next: ChordGroup) -> Bool { function == .diminished && next.root == root }
}

/// A row of chords as the analysis sees it: groups, each with the groups around it.
struct Progression {
    let groups: [ChordGroup]
    /// Whether the first chord follows the last one, as in a repeated form.
    let isRound: Bool
    /// The tonic's pitch class if the row is a blues.
    let bluesTonic: Int?

    /// - Parameter bars: the duration of each chord in bars.
    init(_ chords: [Chord], bars: [Double], isRound: Bool, bluesTonic: Int? = nil) {
        var groups: [ChordGroup] = []
        for (index, chord) in chords.enumerated() {
            let function = ChordFunction(chord)
            let root = chord.root.pitchClass
            let last = groups.count - 1
            if last >= 0, groups[last].root == root,
                groups[last].function == function || (groups[last].function.isDominant && function.isDominant)
            {
                groups[last].chords = groups[last].chords.lowerBound...index
                groups[last].function = function
                groups[last].bars += bars[index]
            } else {
                groups.append(
                    ChordGroup(
                        chords: index...index, root: root, bass: chord.lowest.pitchClass, function: function,
                        type: chord.type, bars: bars[index]))
            }
        }
        self.groups = groups
        self.isRound = isRound
        self.bluesTonic = bluesTonic
    }

    /// Whether the row is a blues in this key.
    func isBlues(in place: KeyPlace) -> Bool { bluesTonic == place.tonic && !place.isMinor }

    /// The group a number of groups after another one (negative: before), in a round form past the end.
    func group(_ count: Int, after index: Int) -> ChordGroup? { place(count, after: index).map { groups[$0] } }

    /// The index of that group.
    func place(_ count: Int, after index: Int) -> Int? {
        let place = index + count
        if place >= 0, place < groups.count { return place }
        guard isRound, groups.count > 1 else { return nil }
        // The repetition of a form that ends as it begins continues the last chord.
        let isHeld = groups[0].root == groups[groups.count - 1].root
        let held = isHeld ? 1 : 0
        let wrapped = place < 0 ? place + groups.count - held : place - groups.count + held
        return groups.indices.contains(wrapped) ? wrapped : nil
    }
}
