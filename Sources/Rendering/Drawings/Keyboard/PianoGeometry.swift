/// Where the keys of a piano lie: an octave is 164 wide, a white key 96 high. Widths are the millimetres of a real piano,
/// whose octave is 164 to 165 wide; keys are shortened to fit a screen.
///
/// White keys are 23 or 24 wide, so that at the back, between the black keys, all twelve are about equally wide.
package enum PianoGeometry {
    package static let octaveWidth = 164
    package static let whiteHeight = 96
    package static let blackWidth = 14
    package static let blackHeight = 52

    package struct Key {
        /// MIDI number.
        package let pitch: Int
        /// Left edge, from the left edge of the lowest octave.
        package let x: Int
        package let width: Int
        package let isBlack: Bool

        /// Twice the middle of the key, since the middle may lie between two units.
        package var doubledMiddle: Int { 2 * x + width }
    }

    /// All keys of some octaves, white and black as they follow each other.
    /// - Parameter lowest: MIDI number of a C.
    package static func keys(from lowest: Int, octaves: Int) -> [Key] {
        (0..<12 * octaves).map { step in
            let (x, width) = place[step % 12]
            let isBlack = width == blackWidth
            return Key(pitch: lowest + step, x: step / 12 * octaveWidth + x, width: width, isBlack: isBlack)
        }
    }

    package static func isBlack(_ pitch: Int) -> Bool { place[pitch % 12].width == blackWidth }

    /// Left edge and width from C to B.
    private static let place: [(x: Int, width: Int)] = [
        (0, 23), (14, 14), (23, 24), (42, 14), (47, 23), (70, 24), (84, 14), (94, 23), (110, 14), (117, 23), (136, 14),
        (140, 24),
    ]

    /// Some keys with two white ones on either side of them, as far as there are any.
    package static func whiteKeys(around keys: ClosedRange<Int>, within all: ClosedRange<Int>) -> ClosedRange<Int> {
        func outwards(from pitch: Int, by step: Int) -> Int {
            var (pitch, count) = (pitch, isBlack(pitch) ? 1 : 0)
            while count < 2 {
                guard all.contains(pitch + step) else { return pitch }
                pitch += step
                if !isBlack(pitch) { count += 1 }
            }
            return pitch
        }
        return outwards(from: keys.lowerBound, by: -1)...outwards(from: keys.upperBound, by: 1)
    }

    /// How many octaves from `lowest` are needed to show `highest`, and no fewer than `least`.
    package static func octaves(from lowest: Int, toShow highest: Int?, least: Int) -> Int {
        max(least, ((highest ?? lowest) - lowest) / 12 + 1)
    }
}
