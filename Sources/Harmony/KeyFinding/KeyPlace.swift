/// A tonic and the third of its key, one of 24. The mode of a key counts by its third.
package struct KeyPlace: Hashable {
    /// 0…11 for major keys by the pitch class of the tonic, 12…23 for minor keys.
    package let index: Int

    package static let count = 24

    package init(index: Int) {
        self.index = index
    }

    package init(_ tonic: Int, isMinor: Bool) {
        index = isMinor ? tonic + 12 : tonic
    }

    package init(_ key: Key) {
        self.init(key.tonic.pitchClass, isMinor: !key.mode.degrees.contains(3))
    }

    package var tonic: Int { index % 12 }
    package var isMinor: Bool { index >= 12 }
    package var mode: Mode { isMinor ? .minor : .major }

    /// Semitones of a pitch class above the tonic, 0…11.
    package func degree(of pitchClass: Int) -> Int { (pitchClass + 12 - tonic) % 12 }

    /// Whether a chord is the tonic, with its third.
    package func isTonic(_ root: Int, _ function: ChordFunction) -> Bool {
        root == tonic && function == (isMinor ? .minor : .major)
    }

    /// Whether a degree other than the tonic has a chord to which dominants of this key are applied.
    package func isDiatonicTarget(_ degree: Int) -> Bool {
        (isMinor ? [2, 3, 5, 7, 8, 10] : [2, 4, 5, 7, 9]).contains(degree)
    }

    /// Whether a chord may lead to a dominant of a diatonic chord other than the tonic: half-diminished of any, with a
    /// natural fifth of a major one.
    package func isRelatedSecond(_ function: ChordFunction, on degree: Int) -> Bool {
        let target = (degree + 10) % 12
        return switch function {
        case .halfDiminished: isDiatonicTarget(target)
        case .minor: (isMinor ? [3, 8, 10] : [5, 7]).contains(target)
        default: false
        }
    }

    /// Whether a chord is the tonic or subdominant of a major key with a minor seventh, as in blues and rock.
    package func isBlue(_ root: Int, _ function: ChordFunction) -> Bool {
        function == .dominant && !isMinor && [0, 5].contains(degree(of: root))
    }
}
