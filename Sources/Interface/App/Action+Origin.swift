extension Action {
    /// Whether a person did this, by hand, key or instrument. Such an action takes the messages of earlier ones away; what
    /// other tabs, other devices, the host or a clock send does not.
    var isUserInitiated: Bool {
        switch self {
        case .chordsets(.adopt), .chordsets(.shelf(.look)), .ownShelf(.adopt), .ownShelf(.done), .ownShelf(.failed): false
        case .tunes(.adopt), .tunes(.play(.lay)): false
        case .practise(.adopt), .practise(.cue), .practise(.keeping), .practise(.learn), .practise(.leave), .practise(.look): false
        case .play(.notes(.look)), .play(.instruments(.access)), .play(.instruments(.unplugged)): false
        case .play(.linnStrument(.unanswered)), .play(.file(.readOn)), .play(.file(.picture)): false
        // A field loses the focus by whatever is done next.
        case .choosing(.leave), .combiner(.leave), .ways(.leave): false
        default: true
        }
    }
}
