/// A chordset in performance: its held chords and their picture.
///
/// Times are seconds from 0 on any clock. A time before the previous one counts as the previous one.
///
/// Performance stays within the three safe flashes per second. Chords change by fades, at most three per second, which
/// is 1.5 cycles. The other 1.5 are for the lumis of all visible chords: see ``Picture/maximumPasses``.
public struct Stage: Sendable, Hashable {
    /// The duration of a fade in seconds. It allows at most three changes per second (WCAG 2.2, 2.3.1).
    private static let fading = 1.0 / 3

    public private(set) var chordset: Chordset
    /// The chordset that follows after a fade to black.
    private var next: Chordset?
    private var holds: [Hold] = []
    /// The last velocity of each chord.
    private var velocities = Array(repeating: 100, count: Chordset.size)
    /// The last chord pressed.
    private var last: Int?

    /// The look before and during the current fade.
    private var look = Look()
    private var fade: Fade?
    /// The look to fade to after the current fade.
    private var pending: Look?

    private var now = 0.0
    /// The time of each chord's motion: seconds since it was lit, fewer if it was slowed down.
    private var ages = Array(repeating: 0.0, count: Chordset.size)

    private struct Hold: Hashable {
        let position: Int
        let source: Int
    }

    /// The relative size of each chord; nil for a dark chord.
    private struct Look: Hashable {
        var growths: [Double?] = Array(repeating: nil, count: Chordset.size)
    }

    private struct Fade: Hashable {
        let begin: Double
        let look: Look

        var end: Double { begin + Stage.fading }
    }

    /// The stage is dark at first.
    public init(_ chordset: Chordset) { self.chordset = chordset }

    /// The chordset to play: the next one, or else the visible one.
    public var voice: Chordset { next ?? chordset }

    /// Replaces the chordset after an edit. Lit chords stay lit.
    public mutating func adopt(_ chordset: Chordset) {
        if next == nil { self.chordset = chordset } else { next = chordset }
    }

    /// Switches to another chordset: fades out, then lights the same chords of the new one.
    public mutating func take(_ chordset: Chordset, at seconds: Double) {
        advance(to: seconds)
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
    ///   - position: 0…7; other positions are ignored.
    ///   - velocity: 1…127; 100 shows the chosen sizes.
    ///   - source: a number for the finger, key or instrument. A chord is held as long as any source holds it.
    public mutating func press(_ position: Int, velocity: Int, source: Int, at seconds: Double) {
        advance(to: seconds)
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

    /// Releases all chords of a source.
    public mutating func release(source: Int, at seconds: Double) {
        release(at: seconds) { $0.source == source }
    }

    public mutating func releaseAll(at seconds: Double) {
        release(at: seconds) { _ in true }
    }

    @inline(never)
    private mutating func release(at seconds: Double, where isReleased: (Hold) -> Bool) {
        advance(to: seconds)
        holds.removeAll(where: isReleased)
        change()
    }

    /// The positions of the held chords in ascending order.
    public var held: [Int] {
        (0..<Chordset.size).filter { position in holds.contains { $0.position == position } }
    }

    /// The lit chords: the held ones, or else the last one pressed.
    public var lit: [Int] {
        let held = held
        guard held.isEmpty, let last else { return held }
        return [last]
    }

    /// The picture at a time.
    /// - Parameters:
    ///   - seconds: not before the last press or release.
    ///   - isStill: reduced motion: lumis stay at their start, but chords fade.
    public func picture(at seconds: Double, isStill: Bool = false) -> Picture {
        var stage = self
        stage.advance(to: seconds)
        return stage.picture(isStill: isStill)
    }

    /// The relative size of a chord by its velocity.
    static func growth(velocity: Int) -> Double { 0.5 + Double(velocity) / 200 }

    // MARK: - Change

    /// Begins a fade to the lit chords, now or after the current fade.
    private mutating func change() {
        var wanted = Look()
        // Before another chordset, the stage goes dark.
        for position in next == nil ? lit : [] {
            wanted.growths[position] = Stage.growth(velocity: velocities[position])
        }
        if let fade {
            pending = wanted == fade.look ? nil : wanted
        } else if wanted != look {
            fade = Fade(begin: now, look: wanted)
        }
    }

    private mutating func advance(to seconds: Double) {
        let end = seconds.isFinite ? max(seconds, now) : now
        while let fade, fade.end <= end {
            age(to: fade.end)
            look = fade.look
            // The motion of a dark chord restarts.
            for position in 0..<Chordset.size where look.growths[position] == nil { ages[position] = 0 }
            // The next fade begins at the end of this one, not at the next picture.
            self.fade = pending.map { Fade(begin: fade.end, look: $0) }
            pending = nil
            if self.fade == nil, look == Look(), next != nil {
                enterNext()
                change()
            }
        }
        age(to: end)
    }

    private mutating func age(to end: Double) {
        var passes = 0.0
        for position in visible { passes += min(chordset.chords[position].passes, Picture.maximumPasses) }
        let elapsed = (end - now) * min(1, Picture.maximumPasses / passes)
        for position in visible { ages[position] += elapsed }
        now = end
    }

    // MARK: - Light

    /// The chords that are not dark, including those that fade.
    private var visible: [Int] {
        (0..<Chordset.size).filter { look.growths[$0] != nil || fade?.look.growths[$0] != nil }
    }

    /// The progress of the current fade, 0…1.
    private var progress: Double {
        guard let fade else { return 0 }
        return min((now - fade.begin) / Stage.fading, 1)
    }

    private func picture(isStill: Bool) -> Picture {
        let progress = progress
        var backgrounds: [(color: LightColor, level: Double)] = []
        var shapes: [Picture.Shape] = []
        for position in visible {
            let before = look.growths[position]
            let after = fade == nil ? before : fade?.look.growths[position]
            let level = before == nil ? progress : after == nil ? 1 - progress : 1
            // Size does not change while a chord fades in or out.
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
    /// Mixes lights additively, each weighted by its level. Levels with a sum above 1 are scaled down.
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

    /// Converts RGB, 0…1 each.
    private init(red: Double, green: Double, blue: Double) {
        let brightest = max(red, green, blue)
        let span = brightest - min(red, green, blue)
        guard span > 0 else {
            self.init(hue: 0, purity: 0, brightness: brightest)
            return
        }
        // From the brightest primary towards the stronger of its neighbors.
        let sixths: Double
        switch brightest {
        case red: sixths = (green - blue) / span
        case green: sixths = 2 + (blue - red) / span
        default: sixths = 4 + (red - green) / span
        }
        self.init(hue: 60 * (sixths < 0 ? sixths + 6 : sixths), purity: span / brightest, brightness: brightest)
    }
}
