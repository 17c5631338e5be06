import Instruments

/// The MIDI file that is played, and the one that is being opened.
struct FilePlayer: Sendable {
    /// The file that was opened last.
    @Boxed var replay: Replay? = nil
    /// The file that is being read.
    @Boxed var opening: Opening? = nil

    /// A change of the file or of the position in it.
    enum Change {
        /// nil closes the file.
        case open(Replay?)
        case play
        case seek(seconds: Double)
    }
}

extension PlayState {
    /// Opens or closes a file, or changes the position in it. Its held notes are released, and those at the new
    /// position are seen at once.
    mutating func changeFile(_ change: FilePlayer.Change) {
        switch change {
        case .open(let file): files.replay = file
        case .play: files.replay?.play()
        case .seek(let seconds): files.replay?.seek(to: seconds)
        }
        // Earlier pedals and bends of the file apply here, too.
        notes.takeOver(fileFrom: files.replay?.voices ?? Voices())
        chords.reset()
        // The chord at the new position does not follow from those played before.
        chords.rest()
        notes.mark(harmonicVoices)
        nameNow()
    }

    /// Plays the file up to a time of the page's clock.
    /// - Returns: the keys that were struck meanwhile.
    mutating func advance(to seconds: Double) -> [Strike] {
        // What was held when the music stopped, or is held at the position that was sought, sounds again.
        var strikes: [Strike] = []
        if files.replay?.isAboutToSound == true {
            strikes = replayedVoices.map { Strike(note: $0.key.note, velocity: $0.velocity) }
        }
        for message in files.replay?.advance(to: seconds) ?? [] {
            notes.receiveSilently(message, port: PlayState.file)
            if case .noteOn(_, let note, let velocity) = message {
                strikes.append(Strike(note: note, velocity: velocity))
            }
        }
        // A pedal that is never lifted must not hold for ever.
        if files.replay?.isPlaying == false { notes.releaseFile() }
        settle(at: seconds)
        return strikes
    }

    /// The keys that the file holds down.
    var replayed: [Int] { replayedVoices.map { $0.key.note } }

    private var replayedVoices: [Voice] { notes.voices.held.filter { $0.key.port == PlayState.file } }
}
