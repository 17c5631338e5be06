/// Finds the frames in which notes are struck.
struct OnsetFinder {
    /// An onset output up to this number counts as no onset.
    private static let floor: Float = 0.3
    /// The minimum sum of what exceeds the floor. A single note that is struck softly has 0.5, a chord 1 to 5. Measured
    /// in 900 strikes of three sampled pianos.
    private static let minimumStrength: Float = 0.5
    /// Frames on both sides in which no other frame may be stronger: 93 ms. A rolled chord is one onset.
    static let distance = 8

    /// The strengths of the last frames.
    private var strengths: [Float] = []
    /// The frame of the first of them.
    private var first: Int
    /// The first frame that was not examined yet.
    private var unexamined: Int

    /// - Parameter frame: the first frame that will be added.
    init(from frame: Int) { (first, unexamined) = (frame, frame) }

    /// The frame after the last one that was added.
    var end: Int { first + strengths.count }

    /// Adds the next frames and returns the frames of onsets among those that have enough frames after them.
    ///
    /// - Parameter isLast: whether no frames follow.
    mutating func add(_ activations: NoteActivations, isLast: Bool = false) -> [Int] {
        for frame in activations.frames {
            var strength: Float = 0
            for key in 0..<NoteActivations.keys {
                strength += max(0, activations.onset(key, in: frame) - OnsetFinder.floor)
            }
            strengths.append(strength)
        }
        return found(isLast: isLast)
    }

    /// Adds frames of silence.
    mutating func addSilence(_ frames: Int) -> [Int] {
        for _ in 0..<frames { strengths.append(0) }
        return found(isLast: false)
    }

    private mutating func found(isLast: Bool) -> [Int] {
        let distance = OnsetFinder.distance
        var result: [Int] = []
        let known = unexamined - first
        let last = max(known, isLast ? strengths.count : strengths.count - distance)
        unexamined = first + last
        for index in known..<last where strengths[index] >= OnsetFinder.minimumStrength {
            let around = max(0, index - distance)..<min(strengths.count, index + distance + 1)
            // Of equal frames, the first one.
            let isPeak = around.allSatisfy { other in
                other < index ? strengths[other] < strengths[index] : strengths[other] <= strengths[index]
            }
            if isPeak { result.append(first + index) }
        }
        // The last frames are still needed on the left side of later ones.
        let done = max(0, last - distance)
        strengths.removeFirst(done)
        first += done
        return result
    }
}
