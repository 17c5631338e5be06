import Chordsets

/// What is open in the editor of a light chord, besides the chord itself.
struct Editor: Sendable, Hashable {
    /// The chosen lumi, by its place, where there is one: the first at first, so that its sliders are there.
    var lumi: Int? = 0
    /// The seed of the colours that were drawn last.
    var seed = ""
    /// When the motion began, in seconds of the page's clock; nil while it stands still.
    var startedAt: Double?
    /// The beat whose picture is seen while nothing moves.
    var beat = 0.0
    /// The lumi that is held, and where, as parts of width and height.
    var grip: Grip?
    private var taps: [Int] = []

    struct Grip: Sendable, Hashable {
        var x: Double
        var y: Double
        /// Each hold is a step by itself.
        let number: Int
    }

    private var grips = 0

    /// The place of the chosen lumi, if the chord has it.
    func chosen(in chord: LightChord) -> Int? { lumi.flatMap { chord.lumis.indices.contains($0) ? $0 : nil } }

    /// How many beats the slider goes through.
    static let beats = 32
    /// The picture's width for one of its height, chosen by eye.
    static let aspect = 1.6
    /// Beside a lumi a finger still means it, in halves of the picture's height; found by trying.
    private static let reach = 0.06
    /// After so many milliseconds without one, a tap is the first of a new row: 24 beats a minute are the slowest it takes.
    private static let longestPause = 2500

    /// Seconds since the chord has begun to sound.
    /// - Parameter now: of the page's clock.
    func seconds(at now: Double, bpm: Double) -> Double {
        startedAt.map { max(now - $0, 0) } ?? beat * 60 / bpm
    }

    /// The lumi in front at a place, as parts of width and height.
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

    /// - Returns: the tempo that has been tapped, in beats a minute; nil before the second tap.
    mutating func tap(at milliseconds: Int) -> Double? {
        if let last = taps.last, !(0...Editor.longestPause ~= milliseconds - last) { taps = [] }
        taps.append(milliseconds)
        if taps.count > 9 { taps.removeFirst() }
        guard taps.count > 1, milliseconds > taps[0] else { return nil }
        let tempo = 60_000 * Double(taps.count - 1) / Double(milliseconds - taps[0])
        // Fingers are no more precise than that.
        return Double(Int(tempo * 2 + 0.5)) / 2
    }
}
