import Harmony

/// The chords of a file, one after the other.
///
/// A chord is three or more different notes that sound together, pedal included, for 40 ms at least. Notes that begin
/// within 40 ms of each other are struck together; a chord that goes on under the same name is one. Drums, on
/// channel 10, have no part in it, unless the channel belongs to an MPE zone.
public struct ChordTrack: Sendable, Hashable {
    public struct Entry: Sendable, Hashable {
        /// When the first of its notes is struck, in ticks and in seconds since the beginning and in bars.
        public let tick: Int
        public let seconds: Double
        public let position: MIDIFile.Position
        /// When it ends, in seconds since the beginning.
        public fileprivate(set) var endSeconds: Double
        public let harmony: LiveHarmony
    }

    public let entries: [Entry]

    /// How long, in seconds, notes may take to be struck together: chosen, not measured.
    private static let spread = 0.04

    /// - Parameter split: how the notes are divided between the hands.
    public init(of file: MIDIFile, split: HandSplit = .widestGap) {
        var entries: [Entry] = []
        // Where keys were struck since something has last stayed.
        var strikes: [Moment] = []
        let moments = ChordTrack.moments(of: file)
        for (index, moment) in moments.enumerated() {
            let before = index > 0 ? moments[index - 1].pitches : []
            if !moment.pitches.allSatisfy(before.contains) { strikes.append(moment) }
            // Nothing contradicts the last keys, in a file that is cut off say.
            let isLast = index + 1 == moments.count
            let end = isLast ? file.duration : moments[index + 1].seconds
            guard isLast || end - moment.seconds >= ChordTrack.spread else { continue }
            let begin = strikes.first { moment.seconds - $0.seconds <= ChordTrack.spread } ?? moment
            strikes = []
            guard PitchClassSet(moment.pitches).count >= 3 else { continue }
            let harmony = LiveHarmony(pitches: moment.pitches, split: split)
            if let last = entries.last?.harmony,
                harmony.name == nil ? harmony.pitches == last.pitches : harmony.name == last.name
            {
                entries[entries.count - 1].endSeconds = end
                continue
            }
            entries.append(
                Entry(
                    tick: begin.tick, seconds: begin.seconds, position: file.position(atTick: begin.tick),
                    endSeconds: end, harmony: harmony))
        }
        self.entries = entries
    }

    /// A time at which other keys sound than before.
    private struct Moment {
        let tick: Int
        let seconds: Double
        let pitches: [Int]
    }

    private static func moments(of file: MIDIFile) -> [Moment] {
        var moments: [Moment] = []
        var voices = Voices()
        let messages = file.messages
        for (index, timed) in messages.enumerated() {
            voices.receive(timed.message)
            // All that happens at one time has happened before anything is heard.
            if index + 1 < messages.count, messages[index + 1].tick == timed.tick { continue }
            let drums = voices.manager(ofChannel: 10) == nil ? 10 : nil
            let pitches = voices.held.filter { $0.key.channel != drums }.map { $0.key.note }.ascending
            if pitches != moments.last?.pitches ?? [] {
                moments.append(Moment(tick: timed.tick, seconds: timed.seconds, pitches: pitches))
            }
        }
        return moments
    }
}
