/// How low an interval may lie and still sound clear (theory, section 11).
enum LowLimits {
    /// By the size of an interval in semitones: the lowest MIDI number of its lower note. An octave and what is wider than a
    /// minor ninth have no limit.
    private static let lowest: [Int] = [0, 52, 51, 48, 46, 46, 46, 34, 43, 41, 41, 41, 0, 40]

    /// - Parameter interval: in semitones, 0 or more.
    @inline(__always)
    static func lowest(of interval: Int) -> Int { interval < lowest.count ? lowest[interval] : 0 }
}
