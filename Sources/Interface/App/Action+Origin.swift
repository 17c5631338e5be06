extension Action {
    /// Whether it chooses chords by touch. Each letter that is typed changes them, too. It stays silent.
    var isChoice: Bool {
        switch self {
        case .choosing(.take), .choosing(.letter), .choosing(.accidental), .choosing(.chordType), .choosing(.walk),
            .choosing(.use), .choosing(.swap), .combiner(.take), .combiner(.another), .board(.take), .ways(.take),
            .app(.visit):
            true
        default: false
        }
    }

    /// Whether the user has done this, with pointer, keyboard or instrument. Such an action removes the message of the
    /// last one. Actions of the host, of timers and of other tabs or devices do not.
    var isUserInitiated: Bool {
        switch self {
        case .app(.unpainted), .app(.saveMore), .settings(.follow), .settings(.unfetched): false
        case .chordsets(.adopt), .chordsets(.list(.look)), .chordsets(.stage(.bar)): false
        case .shelf(.adopt), .shelf(.copies), .shelf(.opened), .shelf(.done), .shelf(.failed): false
        case .tunes(.adopt), .tunes(.log), .tunes(.list(.takeMore)), .tunes(.list(.fill)),
            .tunes(.play(.findVoicings)), .tunes(.play(.pass)), .tunes(.play(.ended)), .tunes(.play(.stopped)):
            false
        case .practice(.adopt), .practice(.cue), .practice(.device), .practice(.ended), .practice(.failed),
            .practice(.keeping), .practice(.offer), .practice(.learn), .practice(.leave), .practice(.look),
            .practice(.unheard):
            false
        case .listening(.on), .listening(.off): false
        case .play(.notes(.look)), .play(.instruments(.access)), .play(.instruments(.unplugged)),
            .play(.recording(.kept)), .play(.recording(.restore)):
            false
        case .play(.linnStrument(.unanswered)), .play(.file(.readOn)), .play(.file(.picture)): false
        // A field loses focus whatever the user does next.
        case .choosing(.leave), .combiner(.leave), .ways(.leave): false
        default: true
        }
    }
}
