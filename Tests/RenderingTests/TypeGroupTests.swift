import Harmony
import Rendering
import Testing

@Suite struct TypeGroups {
    /// As musicians sort them, of whom the rule in the code knows nothing.
    @Test func everySelectableTypeStandsInOneGroup() {
        let groups: [(TypeGroup, String)] = [
            (.triads, "ma mi + °"),
            (.addedAndSuspended, "sus4 sus2 add4 mi(add4) add2 mi(add2) ma7sus4 ma7sus4(♯5) 7sus4 7sus2"),
            (.sixthsAndSevenths, "ma7 7 mi7 mi(♭6) 6 mi6 mi(Δ7)"),
            (.diminishedAndAugmented, "ma7(♭5) ma7(♯5) 7(♭5) 7(♯5) mi7(♭5) °7 °ma7"),
        ]
        let types = Vocabulary.classic.selectable
        for (group, suffixes) in groups {
            let found = types.filter { TypeGroup($0) == group }.map { $0.suffix }
            #expect(found == suffixes.split(separator: " ").map(String.init))
        }
        #expect(types.count == 28 && Set(TypeGroup.allCases.map { $0.title }).count == groups.count)
    }
}
