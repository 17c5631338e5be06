import Harmony
import Instruments
import Rendering
import Tunes

extension LeadSheet {
    /// The voicings that were played: for each chord the fullest of those that sounded meanwhile, or else all of its
    /// notes. Nil for chords without a name.
    package func voicings(from track: ChordTrack) -> [Voicing?] {
        var next = 0
        return entries.map { entry in
            // A chord may be struck a little early. Whole entries before that are over for all later chords, too.
            while next < track.entries.count, track.entries[next].endSeconds <= entry.seconds + 0.05 { next += 1 }
            var best = entry.harmony
            var count = 0
            for sound in track.entries[next...] {
                if sound.seconds >= entry.endSeconds - 0.05 { break }
                if sound.harmony.pitches.count > count { (best, count) = (sound.harmony, sound.harmony.pitches.count) }
            }
            return best.voicing(of: entry.harmony)
        }
    }
}

extension LiveHarmony {
    /// The tones of each hand, as the shown chord spells them.
    package var tones: (left: [Tone], right: [Tone]) {
        let tones = zip(pitches, notes).map { Tone(pitch: $0, name: $1, degree: nil).forPlayers }
        let count = hands.lower.count
        return (Array(tones.prefix(count)), Array(tones.dropFirst(count)))
    }

    /// These keys as a voicing of a chord; nil if it has no name.
    fileprivate func voicing(of harmony: LiveHarmony) -> Voicing? {
        guard let name = harmony.shown else { return nil }
        let tones = tones
        if case .combination(let pair) = name {
            return Voicing(subject: .pair(pair), style: .pair, left: tones.left, right: tones.right)
        }
        return harmony.whole.map {
            Voicing(subject: .chord($0), style: .close, left: tones.left, right: tones.right)
        }
    }
}
