/// The low interval limits: how low an interval can lie and still sound clear (theory, section 11).
enum LowLimits {
    /// The lowest MIDI number of an interval's lower note, by its size in semitones. Octaves and intervals wider than a
    /// minor ninth have no limit.
    private static let lowest: [Int] = [0, 52, 51, 48, 46, 46, 46, 34, 43, 41, 41, 41, 0, 40]

    /// - Parameter interval: in semitones, 0 or more.
    @inline(__always)
    static func lowest(of interval: Int) -> Int { interval < lowest.count ? lowest[interval] : 0 }
}
