/// An action on chordsets. Seeds are 64 random bits from the host.
indirect enum ChordsetsVerb: Sendable {
    /// `chordsets adopt`: the host delivers stored chordsets; see ``UndoableList/adopt(_:)``.
    case adopt(String)
    case list(ChordsetListVerb)
    case editor(EditorVerb)
    case stage(StageVerb)
    case sheet(SheetVerb)

    /// The first word of each action.
    private enum Part: String {
        case chordsets, editor, stage, sheet
    }

    /// - Parameter part: `chordsets`, `editor`, `stage` or `sheet`.
    static func read(_ part: String, _ words: [String], value: String?) -> ChordsetsVerb? {
        switch Part(rawValue: part) {
        case .chordsets where words == ["adopt"]: .adopt(value ?? "")
        case .chordsets: ChordsetListVerb(words, value: value).map { .list($0) }
        case .editor: EditorVerb(words, value: value).map { .editor($0) }
        case .stage: StageVerb(words).map { .stage($0) }
        case .sheet: SheetVerb(words).map { .sheet($0) }
        default: nil
        }
    }
}
