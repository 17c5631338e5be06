extension ChordType {
    package static let dominantSeventh = ChordType(DegreeSet(Degree(1), Degree(3), Degree(5), Degree(7, -1)))
    package static let majorSeventh = ChordType(DegreeSet(Degree(1), Degree(3), Degree(5), Degree(7)))
    package static let minorSeventh = ChordType(DegreeSet(Degree(1), Degree(3, -1), Degree(5), Degree(7, -1)))
    static let halfDiminishedSeventh = ChordType(
        DegreeSet(Degree(1), Degree(3, -1), Degree(5, -1), Degree(7, -1)))
    static let diminishedSeventh = ChordType(DegreeSet(Degree(1), Degree(3, -1), Degree(5, -1), Degree(7, -2)))
}
