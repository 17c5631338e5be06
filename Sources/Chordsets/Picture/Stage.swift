/// A chordset being played: which of its chords are held, and what is seen of them.
///
/// Times are in seconds from 0, on any clock. One that goes back is taken to stand still.
///
/// However it is played, it keeps to the three flashes a second that are safe. What is lit changes by fades only, of
/// which three follow one another in a second at most, 1.5 there and back; the other 1.5 are for the lumis of all
/// chords that are seen together: see ``Picture/mostPasses``.
public struct Stage: Sendable, Hashable {
    /// How long the light takes to change, in seconds, so that a second has three changes at most (WCAG 2.2, 2.3.1).
    private static let fading = 1.0 / 3

    public private(set) var chordset: Chordset
    /// The voice that is waited for: it comes through the dark.
    private var next: Chordset?
    private var holds: [Hold] = []
    /// How hard each chord was pressed last.
    private var velocities = Array(repeating: 100, count: Chordset.size)
    /// The chord that was pressed last.
    private var last: Int?

    /// What is seen where no fade is under way, and what a fade begins with.
    private var look = Look()
    private var fade: Fade?
    /// What is to be seen when the fade under way has ended.
    private var wish: Look?

    /// Up to where all is reckoned.
    private var now = 0.0
    /// How far each chord has come in its motion: seconds since it was lit, fewer where it was slowed.
    private var ages = Array(repeating: 0.0, count: Chordset.size)

    private struct Hold: Hashable {
        let position: Int
        let source: Int
    }

    /// How large each chord is shown, where 1 is as it was chosen; nil where it is dark.
    private struct Look: Hashable {
        var growths: [Double?] = Array(repeating: nil, count: Chordset.size)
    }

    private struct Fade: Hashable {
        let begin: Double
        let look: Look

        var end: Double { begin + Stage.fading }
    }

    /// Dark at first.
    public init(_ chordset: Chordset) { self.chordset = chordset }

    /// The voice that is played: the one that is seen, or the one that comes next.
    public var voice: Chordset { next ?? chordset }

    /// The voice as it has been edited: what is lit goes on with the new chords.
    public mutating func adopt(_ chordset: Chordset) {
        if next == nil { self.chordset = chordset } else { next = chordset }
    }

    /// Another voice: what is lit goes out, and the same chords of the other one are lit then.
    public mutating func take(_ chordset: Chordset, at seconds: Double) {
        reckon(to: seconds)
        next = chordset
        if fade == nil, look == Look() { enterNext() }
        change()
    }

    private mutating func enterNext() {
        guard let next else { return }
        chordset = next
        self.next = nil
    }

    /// - Parameters:
    ///   - position: 0…7; there are no others to press.
    ///   - velocity: 1…127; 100 shows the sizes as they were chosen.
    ///   - source: what tells fingers, keys and instruments apart: a chord is held as long as any of them holds it.
    public mutating func press(_ position: Int, velocity: Int, source: Int, at seconds: Double) {
        reckon(to: seconds)
        guard 0..<Chordset.size ~= position else { return }
        let hold = Hold(position: position, source: source)
        if !holds.contains(hold) { holds.append(hold) }
        velocities[position] = min(max(velocity, 1), 127)
        last = position
        change()
    }

    public mutating func release(_ position: Int, source: Int, at seconds: Double) {
        release(at: seconds) { $0 == Hold(position: position, source: source) }
    }

    /// Releases whatever that source holds.
    public mutating func release(source: Int, at seconds: Double) {
        release(at: seconds) { $0.source == source }
    }

    public mutating func releaseAll(at seconds: Double) {
        release(at: seconds) { _ in true }
    }

    @inline(never)
    private mutating func release(at seconds: Double, where isReleased: (Hold) -> Bool) {
        reckon(to: seconds)
        holds.removeAll(where: isReleased)
        change()
    }

    /// The positions of the chords that are held, ascending.
    public var held: [Int] {
        (0..<Chordset.size).filter { position in holds.contains { $0.position == position } }
    }

    /// The chords that light the stage: those held, or when none is, the one that was pressed last.
    public var lit: [Int] {
        let held = held
        guard held.isEmpty, let last else { return held }
        return [last]
    }

    /// What is seen. Asking changes nothing, in whatever order of times.
    /// - Parameters:
    ///   - seconds: not before the latest press or release, up to which nothing is remembered.
    ///   - isStill: for reduced motion: the lumis stand where they begin, and chords still fade.
    public func picture(at seconds: Double, isStill: Bool = false) -> Picture {
        var stage = self
        stage.reckon(to: seconds)
        return stage.picture(isStill: isStill)
    }

    /// How much larger than it was chosen a chord is shown that was pressed so hard.
    static func growth(velocity: Int) -> Double { 0.5 + Double(velocity) / 200 }

    // MARK: - Change

    /// Fades to what is lit now, or sees to it when the fade under way has ended.
    private mutating func change() {
        var wanted = Look()
        // Until then it is dark.
        for position in next == nil ? lit : [] { wanted.growths[position] = Stage.growth(velocity: velocities[position]) }
        if let fade {
            wish = wanted == fade.look ? nil : wanted
        } else if wanted != look {
            fade = Fade(begin: now, look: wanted)
        }
    }

    private mutating func reckon(to seconds: Double) {
        let end = seconds.isFinite ? max(seconds, now) : now
        while let fade, fade.end <= end {
            age(to: fade.end)
            look = fade.look
            // What is lit again begins anew.
            for position in 0..<Chordset.size where look.growths[position] == nil { ages[position] = 0 }
            // The wish waited for this moment, not for the next picture.
            self.fade = wish.map { Fade(begin: fade.end, look: $0) }
            wish = nil
            if self.fade == nil, look == Look(), next != nil {
                enterNext()
                change()
            }
        }
        age(to: end)
    }

    private mutating func age(to end: Double) {
        var passes = 0.0
        for position in seen { passes += min(chordset.chords[position].passes, Picture.mostPasses) }
        let elapsed = (end - now) * min(1, Picture.mostPasses / passes)
        for position in seen { ages[position] += elapsed }
        now = end
    }

    // MARK: - Light

    /// The chords that are not dark, also those that come or go.
    private var seen: [Int] {
        (0..<Chordset.size).filter { look.growths[$0] != nil || fade?.look.growths[$0] != nil }
    }

    /// How much of the fade has passed, 0…1.
    private var progress: Double {
        guard let fade else { return 0 }
        return min((now - fade.begin) / Stage.fading, 1)
    }

    private func picture(isStill: Bool) -> Picture {
        let progress = progress
        var backgrounds: [(color: LightColor, level: Double)] = []
        var shapes: [Picture.Shape] = []
        for position in seen {
            let before = look.growths[position]
            let after = fade == nil ? before : fade?.look.growths[position]
            let level = before == nil ? progress : after == nil ? 1 - progress : 1
            // What comes or goes does so in its own size.
            let start = before ?? after ?? 1
            let growth = start + ((after ?? start) - start) * progress

            let still = Picture(of: chordset.chords[position], at: isStill ? 0 : ages[position])
            backgrounds.append((still.background, level))
            for var shape in still.shapes {
                shape.size *= growth
                shape.opacity *= level
                shapes.append(shape)
            }
        }
        return Picture(background: LightColor(mixing: backgrounds), shapes: shapes)
    }
}

extension LightColor {
    /// Lights thrown on one wall, each as strong as its level; darker where the levels do not make up a whole, and
    /// where they make more than one, no brighter.
    fileprivate init(mixing lights: [(color: LightColor, level: Double)]) {
        var (red, green, blue, whole) = (0.0, 0.0, 0.0, 0.0)
        for light in lights {
            let rgb = light.color.rgb
            red += Double(rgb.red) * light.level
            green += Double(rgb.green) * light.level
            blue += Double(rgb.blue) * light.level
            whole += light.level
        }
        let full = 255 * max(whole, 1)
        self.init(red: red / full, green: green / full, blue: blue / full)
    }

    /// - Parameters: of full light, 0…1 each.
    private init(red: Double, green: Double, blue: Double) {
        let brightest = max(red, green, blue)
        let span = brightest - min(red, green, blue)
        guard span > 0 else {
            self.init(hue: 0, purity: 0, brightness: brightest)
            return
        }
        // From the primary that is brightest towards the stronger one of its neighbours.
        let sixths: Double
        switch brightest {
        case red: sixths = (green - blue) / span
        case green: sixths = 2 + (blue - red) / span
        default: sixths = 4 + (red - green) / span
        }
        self.init(hue: 60 * (sixths < 0 ? sixths + 6 : sixths), purity: span / brightest, brightness: brightest)
    }
}
