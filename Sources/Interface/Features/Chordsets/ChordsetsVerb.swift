/// Something done with chordsets. Where a verb has a seed, the host has drawn it: 64 random bits.
indirect enum ChordsetsVerb: Sendable {
    /// `chordsets adopt`: the host hands over what is kept; see ``UndoableList/adopt(_:)``.
    case adopt(String)
    case shelf(ShelfVerb)
    case editor(EditorVerb)
    case stage(StageVerb)
    case sheet(SheetVerb)

    /// What the first word of an action names.
    private enum Part: String {
        case chordsets, editor, stage, sheet
    }

    /// - Parameter part: `chordsets`, `editor`, `stage` or `sheet`.
    static func read(_ part: String, _ words: [String], value: String?) -> ChordsetsVerb? {
        switch Part(rawValue: part) {
        case .chordsets where words == ["adopt"]: .adopt(value ?? "")
        case .chordsets: ShelfVerb(words, value: value).map { .shelf($0) }
        case .editor: EditorVerb(words, value: value).map { .editor($0) }
        case .stage: StageVerb(words).map { .stage($0) }
        case .sheet: SheetVerb(words).map { .sheet($0) }
        default: nil
        }
    }
}
