extension Chord {
    /// The chord as it is played, from the lowest note up: stacked in thirds from the root above middle C; a slash
    /// chord rearranged so that its bass is the lowest note.
    public var voicing: [Tone] {
        var tones = stacked
        if let bass { Chord.putBass(bass, under: &tones, root: 60 + root.pitchClass) }
        sortByPitch(&tones)
        return tones
    }

    /// The same, and perhaps the bass is called as the title calls it: the C of A7(♯9)/C, not B♯.
    func voicing(keepingBass keepsBass: Bool) -> [Tone] {
        guard keepsBass, let bass else { return voicing }
        return voicing.map { tone in
            tone.name.pitchClass == bass.pitchClass ? Tone(pitch: tone.pitch, name: bass, degree: tone.degree) : tone
        }
    }

    /// Root at 60 + its pitch class, each degree at its stacked size. Listed in degree order.
    private var stacked: [Tone] {
        let base = 60 + root.pitchClass
        let degrees = type.degrees
        let isDiminishedSeventh = degrees.contains(7, -2)
        var tones: [Tone] = []
        tones.reserveCapacity(degrees.count + 1)
        for degree in degrees {
            // Beside a diminished seventh the major seventh is an added note and goes an octave up.
            let isAddedSeventh = isDiminishedSeventh && degree == Degree(7)
            let pitch = base + degree.semitones + (isAddedSeventh ? 12 : 0)
            tones.append(Tone(pitch: pitch, name: root.adding(degree), degree: degree))
        }
        return tones
    }

    /// - Parameter rootPitch: where the root lies or, left out, would lie.
    private static func putBass(_ bass: NoteName, under tones: inout [Tone], root rootPitch: Int) {
        let target = 60 + bass.pitchClass
        guard let found = tones.firstIndex(where: { ($0.pitch - target) % 12 == 0 }) else {
            // A foreign bass: the chord stays whole and sits as closely above it as octaves allow.
            let lift = rootPitch > target ? 0 : 12
            tones = tones.map { $0.moved(by: lift) }
            tones.append(Tone(pitch: target, name: bass, degree: nil))
            return
        }
        let bassPitch = tones[found].pitch
        // Below the eleventh the notes under the bass climb above it; from the eleventh on it is less of a leap for the
        // bass, and what lies above it, to come down to the root. What counts is the degree: a seventh is a seventh also
        // where it was added an octave up.
        // 17 is the eleventh (theory, section 5).
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

/// The fewest semitones, in whole octaves, that lift `pitch` to `floor` or above it; 0 where it is there already.
func octaves(raising pitch: Int, toAtLeast floor: Int) -> Int {
    pitch >= floor ? 0 : (floor - pitch + 11) / 12 * 12
}

/// Insertion sort: a voicing is short and nearly in order, and this needs no further memory.
func sortByPitch(_ tones: inout [Tone]) {
    for index in tones.indices.dropFirst() {
        var place = index
        while place > 0, tones[place].pitch < tones[place - 1].pitch {
            tones.swapAt(place, place - 1)
            place -= 1
        }
    }
}
