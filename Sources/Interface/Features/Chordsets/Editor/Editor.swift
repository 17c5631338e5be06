import Chordsets

/// The state of the editor of a light chord.
struct Editor: Sendable, Hashable {
    /// The index of the chosen lumi. Initially the first one, so that its sliders are shown.
    var lumi: Int? = 0
    /// The seed of the last randomization.
    var seed = ""
    /// When the motion was started, in seconds of the page's clock; nil while it is stopped.
    var startedAt: Double?
    /// The beat that is shown while the motion is stopped.
    var beat = 0.0
    /// Where the lumi is being dragged, as fractions of width and height.
    var grip: Grip?
    private var taps: [Int] = []

    struct Grip: Sendable, Hashable {
        var x: Double
        var y: Double
        /// Makes each drag an undo step.
        let number: Int
    }

    private var grips = 0

    /// The index of the chosen lumi, if the chord has it.
    func chosen(in chord: LightChord) -> Int? { lumi.flatMap { chord.lumis.indices.contains($0) ? $0 : nil } }

    /// The range of the beat slider.
    static let beats = 32
    /// The aspect ratio of the picture, chosen by eye.
    static let aspect = 1.6
    /// The minimum radius of a lumi for touch, in halves of the picture's height. Found by trying.
    private static let reach = 0.06
    /// In milliseconds. After a longer pause, tapping starts again, so the slowest tempo is 24 beats per minute.
    private static let maximumPause = 2500

    /// Seconds since the chord has started.
    /// - Parameter now: the time of the page's clock.
    func seconds(at now: Double, bpm: Double) -> Double {
        startedAt.map { max(now - $0, 0) } ?? beat * 60 / bpm
    }

    /// The frontmost lumi at a point, given as fractions of width and height.
    static func lumi(at x: Double, _ y: Double, in picture: Picture) -> Int? {
        picture.shapes.indices.reversed().first { index in
            let shape = picture.shapes[index]
            let right = (x - shape.x) * 2 * aspect
            let down = (y - shape.y) * 2
            let radius = max(shape.size, reach)
            return right * right + down * down <= radius * radius
        }
    }

    mutating func grab(x: Double, y: Double) {
        grips += 1
        grip = Grip(x: x, y: y, number: grips)
    }

    /// - Returns: the tapped tempo in beats per minute; nil before the second tap.
    mutating func tap(at milliseconds: Int) -> Double? {
        if let last = taps.last, !(0...Editor.maximumPause ~= milliseconds - last) { taps = [] }
        taps.append(milliseconds)
        if taps.count > 9 { taps.removeFirst() }
        guard taps.count > 1, milliseconds > taps[0] else { return nil }
        let tempo = 60_000 * Double(taps.count - 1) / Double(milliseconds - taps[0])
        // To half a beat per minute, as fingers are not more precise.
        return Double(Int(tempo * 2 + 0.5)) / 2
    }
}
