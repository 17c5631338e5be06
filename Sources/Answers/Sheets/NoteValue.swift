/// A note's length as it is written: a quarter, a dotted half, an eighth of a triplet.
struct NoteValue: Sendable, Hashable {
    /// As MusicXML calls it, without its dot.
    let name: String
    let isDotted: Bool
    /// Whether three have the time of two.
    let isTriplet: Bool
    /// 192nds of a quarter note, which is the measure of a ``Score``.
    let ticks: Int

    /// By their ticks, the longest first.
    private static let names = [
        ("whole", 768), ("half", 384), ("quarter", 192), ("eighth", 96), ("16th", 48), ("32nd", 24), ("64th", 12), ("128th", 6),
        ("256th", 3),
    ]

    /// One note that is so long; nil where several would have to be tied.
    init?(_ ticks: Int) {
        let values = NoteValue.tied(ticks)
        guard values.count == 1 else { return nil }
        self = values[0]
    }

    private init(name: String, isDotted: Bool, isTriplet: Bool, ticks: Int) {
        self.name = name
        self.isDotted = isDotted
        self.isTriplet = isTriplet
        self.ticks = ticks
    }

    /// Notes that are tied to be so long together, the longest first; what belongs to a triplet stands at the end.
    static func tied(_ ticks: Int) -> [NoteValue] {
        var rest = ticks
        var triplet: NoteValue?
        if rest % 3 != 0, let (name, whole) = names.first(where: { 2 * $0.1 / 3 <= rest && (rest - 2 * $0.1 / 3) % 3 == 0 }) {
            triplet = NoteValue(name: name, isDotted: false, isTriplet: true, ticks: 2 * whole / 3)
            rest -= 2 * whole / 3
        }
        var values: [NoteValue] = []
        for (name, whole) in names {
            while rest >= whole {
                let isDotted = 2 * rest >= 3 * whole && whole % 2 == 0
                let length = isDotted ? 3 * whole / 2 : whole
                values.append(NoteValue(name: name, isDotted: isDotted, isTriplet: false, ticks: length))
                rest -= length
            }
        }
        return values + (triplet.map { [$0] } ?? [])
    }
}
