extension Chord {
    /// The basic voicing, lowest note first: stacked in thirds from the root above middle C, rearranged for a slash
    /// chord to put its bass lowest.
    public var voicing: [Tone] {
        var tones = stacked
        if let bass { Chord.putBass(bass, under: &tones, root: 60 + root.pitchClass) }
        sortByPitch(&tones)
        return tones
    }

    /// The same, optionally with the bass spelled as in the title: the C of A7(♯9)/C, not B♯.
    func voicing(keepingBass keepsBass: Bool) -> [Tone] {
        guard keepsBass, let bass else { return voicing }
        return voicing.map { tone in
            tone.name.pitchClass == bass.pitchClass ? Tone(pitch: tone.pitch, name: bass, degree: tone.degree) : tone
        }
    }

    /// The root at 60 + its pitch class, and each degree at its stacked size, in degree order.
    private var stacked: [Tone] {
        let base = 60 + root.pitchClass
        let degrees = type.degrees
        let isDiminishedSeventh = degrees.contains(7, -2)
        var tones: [Tone] = []
        tones.reserveCapacity(degrees.count + 1)
        for degree in degrees {
            // With a diminished seventh, the major seventh is an added note an octave higher.
            let isAddedSeventh = isDiminishedSeventh && degree == Degree(7)
            let pitch = base + degree.semitones + (isAddedSeventh ? 12 : 0)
            tones.append(Tone(pitch: pitch, name: root.adding(degree), degree: degree))
        }
        return tones
    }

    /// - Parameter rootPitch: the pitch of the root, even if it is omitted.
    private static func putBass(_ bass: NoteName, under tones: inout [Tone], root rootPitch: Int) {
        let target = 60 + bass.pitchClass
        guard let found = tones.firstIndex(where: { ($0.pitch - target) % 12 == 0 }) else {
            // A foreign bass: the chord stays complete, as close above the bass as octaves allow.
            let lift = rootPitch > target ? 0 : 12
            tones = tones.map { $0.moved(by: lift) }
            tones.append(Tone(pitch: target, name: bass, degree: nil))
            return
        }
        let bassPitch = tones[found].pitch
        // Below the eleventh, the notes under the bass move above it. From the eleventh on, the bass and the notes
        // above it move down, which is the smaller leap. The degree decides: a seventh counts as a seventh even if it
        // was added an octave higher. 17 is the eleventh (theory, section 5).
        if let degree = tones[found].degree, degree.semitones < 17 {
            tones = tones.map { $0.moved(by: octaves(raising: $0.pitch, toAtLeast: bassPitch)) }
        } else {
            tones = tones.map { tone in
                tone.pitch < bassPitch ? tone : tone.moved(by: -octaves(raising: rootPitch, toAtLeast: tone.pitch))
            }
        }
        let shift = target - tones[found].pitch
        tones = tones.map { $0.moved(by: shift) }
    }
}

/// The smallest whole octaves, in semitones, that raise `pitch` to at least `floor`; 0 if none are needed.
func octaves(raising pitch: Int, toAtLeast floor: Int) -> Int {
    pitch >= floor ? 0 : (floor - pitch + 11) / 12 * 12
}

/// Insertion sort: voicings are short and nearly sorted, and it needs no extra memory.
func sortByPitch(_ tones: inout [Tone]) {
    for index in tones.indices.dropFirst() {
        var place = index
        while place > 0, tones[place].pitch < tones[place - 1].pitch {
            tones.swapAt(place, place - 1)
            place -= 1
        }
    }
}
