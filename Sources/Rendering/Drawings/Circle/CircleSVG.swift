import Harmony

/// Draws the circle of fifths. From outside to inside: the degrees of the major key, the major keys, the minor keys,
/// the degrees of the minor key, the signatures, and in the hub the chosen chords as polygons.
///
/// Keys are fixed. The two rings of degrees turn until the tonic is at the chosen key.
public struct CircleSVG: Sendable {
    private let place: CirclePlace
    private let order: CirclePlace.Order
    /// The rotation of the rings of degrees in hours. It exceeds twelve after a full turn, which makes every turn take
    /// the short way.
    private let turn: Int
    private let chords: Halves<Chord?>
    private let presentation: Presentation
    private let drawing: Drawing

    /// The drawing as a standalone document.
    public static func document(_ place: CirclePlace, notation: Notation = Notation()) -> String {
        document(place, Halves(lower: nil, upper: nil), Presentation(notation))
    }

    package static func document(_ place: CirclePlace, _ chords: Halves<Chord?>, _ presentation: Presentation) -> String
    {
        var html = HTML()
        CircleSVG(place, turn: place.clockIndex, chords, presentation, isDocument: true).write(to: &html)
        return Drawing.declaration + html.text
    }

    package init(
        _ place: CirclePlace, turn: Int, _ chords: Halves<Chord?>, _ presentation: Presentation,
        isDocument: Bool = false
    ) {
        self.place = place
        self.turn = turn
        self.chords = chords
        self.presentation = presentation
        drawing = Drawing(isDocument: isDocument)
        order = presentation.order
    }

    /// The inner and outer radius of a ring; chosen by eye for a circle of radius 200.
    private typealias Ring = (inner: Int, outer: Int)
    private static let majorDegrees: Ring = (178, 198)
    private static let majorKeys: Ring = (144, 178)
    private static let minorKeys: Ring = (112, 144)
    private static let minorDegrees: Ring = (90, 112)
    private static let signatures: Ring = (70, 90)
    private static let corners = 54
    /// The colors of the two chords in a separate document, equal to those of the page.
    private static let lower = "#5c9df2"
    private static let upper = "#f3c33b"

    package func write(to html: inout HTML) {
        html.element(
            "svg",
            [
                ("xmlns", own(Drawing.namespace)), ("class", page("circle")), ("translate", page("no")),
                ("id", page("circle")),
                ("viewBox", "-200 -200 400 400"), ("width", own("800")), ("height", own("800")),
                ("role", page("radiogroup")), ("aria-label", page(PresentingText.circleOfFifths)),
                ("data-keys", page("ArrowRight ArrowLeft ArrowDown ArrowUp Home")), ("data-keyed", page("circle walk")),
                ("font-family", own(Drawing.fonts)), ("text-anchor", own("middle")),
            ]
        ) { svg in
            if drawing.isDocument {
                svg.element("rect x='-200' y='-200' width='400' height='400' fill='#fffdf9'")
            }
            for ring in [CircleSVG.majorDegrees, CircleSVG.minorDegrees] {
                svg.element(
                    "circle fill='none' class=? r=? stroke=? stroke-width=?",
                    page("track"), "\((ring.inner + ring.outer) / 2)", own("#f6f4ef"), "\(ring.outer - ring.inner)")
            }
            for place in CirclePlace.all { write(place, to: &svg) }
            write(.major, in: CircleSVG.majorDegrees, to: &svg)
            write(.minor, in: CircleSVG.minorDegrees, to: &svg)
            writeHub(to: &svg)
        }
    }

    private func page(_ value: String?) -> String? { drawing.page(value) }
    private func own(_ value: String?) -> String? { drawing.own(value) }

    // MARK: Keys

    private func write(_ place: CirclePlace, to svg: inout HTML) {
        let isChosen = place == self.place
        let hour = place.clockIndex
        svg.element(
            "g class=? id=? role=? aria-checked=? tabindex=? aria-label=? data-action=?",
            page("hour"), page(placeID(place)), page("radio"), page(isChosen ? "true" : "false"),
            page(isChosen ? "0" : "-1"), page(Spoken.place(place, presentation)), page("circle choose \(hour) major")
        ) { group in
            sector(CircleSVG.majorKeys, at: hour, "major", fill: isChosen ? "#bfe3df" : "#fffdf9", to: &group)
            text(
                presentation.tonics(of: place.keys(.major, order)), at: hour, in: CircleSVG.majorKeys, "major",
                size: 19, to: &group)
            group.element("g data-action=?", page("circle choose \(hour) minor")) { minor in
                sector(CircleSVG.minorKeys, at: hour, "minor", fill: isChosen ? "#dcefec" : "#f6f4ef", to: &minor)
                text(
                    presentation.tonics(of: place.keys(.minor, order)), at: hour, in: CircleSVG.minorKeys, "minor",
                    size: 15, to: &minor)
            }
            sector(CircleSVG.signatures, at: hour, "signature", fill: "#fffdf9", to: &group)
            let signature = place.signatures(order).map { presentation.short($0) }.joined(separator: "/")
            text(signature, at: hour, in: CircleSVG.signatures, "count", size: 11, to: &group)
        }
    }

    // MARK: Degrees

    /// A numeral is at the root of its chord in the ring of keys, with the chord's name: VI of C minor is next to A♭
    /// minor, but is A♭ major.
    private func write(_ mode: Mode, in ring: Ring, to svg: inout HTML) {
        let key = place.keys(mode, order)[0]
        svg.element(
            "g class=? aria-hidden=? transform=?",
            page("degrees turning"), page("true"), "rotate(\(30 * turn))"
        ) { turning in
            for triad in key.triads {
                // Relative to the tonic, because the ring itself is rotated.
                let hour = CirclePlace(of: key).steps(to: key.place(of: triad))
                let isTonic = triad.numeral.number == 1
                turning.element(
                    "g class=? data-action=?",
                    page(isTonic ? "degree tonic" : "degree"),
                    page(Playing(triad.chord.voicing.map { $0.pitch }).action)
                ) { cell in
                    sector(ring, at: hour, nil, fill: isTonic ? "#bfe3df" : "#ece8de", to: &cell)
                    let name = triad.numeral.text + " " + presentation.shortName(triad.chord)
                    along(name, at: hour, in: ring, size: mode == .major ? 13 : 12, to: &cell)
                }
            }
        }
    }

    // MARK: Chosen chords

    private func writeHub(to svg: inout HTML) {
        svg.element("g class=? aria-hidden=?", page("hub"), page("true")) { hub in
            hub.element(
                "circle r=? fill=? stroke=?",
                "\(CircleSVG.signatures.inner)", own("#fffdf9"), own("#a8a294"))
            for half in Half.allCases where chords[half] != nil {
                var outline = ""
                for hour in 0..<12 where holds(half, hour) {
                    let (x, y) = CircleSVG.corner(hour)
                    outline += (outline.isEmpty ? "M" : "L") + "\(x) \(y)"
                }
                let color = half == .lower ? CircleSVG.lower : CircleSVG.upper
                hub.element(
                    "path class=? d=? fill=? fill-opacity=? stroke=? stroke-width=? stroke-dasharray=?",
                    page("polygon " + half.rawValue), outline + "z", own(color), own("0.25"), own(color), own("3"),
                    half == .lower ? nil : own("7 4"))
            }
            for hour in 0..<12 {
                let isUpper = holds(.upper, hour)
                guard isUpper || holds(.lower, hour) else { continue }
                let part: Part = !isUpper ? .lower : holds(.lower, hour) ? .both : .upper
                let (x, y) = CircleSVG.corner(hour)
                if drawing.isDocument {
                    let fill = part == .both ? "#22252b" : part == .lower ? CircleSVG.lower : CircleSVG.upper
                    hub.element("circle r='5' stroke='#22252b' cx=? cy=? fill=?", "\(x)", "\(y)", fill)
                } else {
                    KeyboardPicture.writeGlyph(part, x: 2 * x, y: 2 * y, to: &hub)
                }
            }
            guard chords.lower == nil, chords.upper == nil else {
                // The page has a legend next to the drawing.
                if drawing.isDocument { writeNames(to: &hub) }
                return
            }
            label(presentation.tonics(of: place.keys(.major, order)), x: 0, y: 2, "major", size: 26, room: 6, to: &hub)
            label(presentation.tonics(of: place.keys(.minor, order)), x: 0, y: 26, "minor", size: 17, room: 9, to: &hub)
        }
    }

    /// Whether the chord has the note of this hour.
    private func holds(_ half: Half, _ hour: Int) -> Bool {
        chords[half]?.pitchClasses.contains(7 * hour % 12) ?? false
    }

    /// The names of the two chords in the free corners of the drawing.
    private func writeNames(to html: inout HTML) {
        for half in Half.allCases {
            guard let chord = chords[half] else { continue }
            let isLower = half == .lower
            html.element(
                "circle cy='-188' r='5' stroke='#22252b' cx=? fill=?",
                isLower ? "-190" : "190", isLower ? CircleSVG.lower : CircleSVG.upper)
            html.element(
                "text y='-184' font-size='12' fill='#22252b'",
                [("x", isLower ? "-181" : "181"), ("text-anchor", isLower ? "start" : "end")],
                text: presentation.shortName(chord))
        }
    }

    private static func corner(_ hour: Int) -> (x: Int, y: Int) {
        (corners * sine(hour) / 1000, -corners * sine(hour + 3) / 1000)
    }

    /// Sine and cosine in thousandths of an angle in hours.
    private static func sine(_ hour: Int) -> Int {
        let quarter = [0, 500, 866, 1000]
        let hour = hour % 12
        let half = hour % 6
        let value = quarter[half <= 3 ? half : 6 - half]
        return hour < 6 ? value : -value
    }

    // MARK: Shapes

    /// A sector of a ring, 30° wide, around an hour.
    private func sector(_ ring: Ring, at hour: Int, _ kind: String?, fill: String, to html: inout HTML) {
        // Sine and cosine of 15° in thousandths.
        func x(_ radius: Int) -> Int { (radius * 259 + 500) / 1000 }
        func y(_ radius: Int) -> Int { -(radius * 966 + 500) / 1000 }
        let (inner, outer) = ring
        let outline = """
            M-\(x(outer)) \(y(outer))A\(outer) \(outer) 0 0 1 \(x(outer)) \(y(outer))L\(x(inner)) \(y(inner))\
            A\(inner) \(inner) 0 0 0 -\(x(inner)) \(y(inner))z
            """
        html.element(
            "path class=? transform=? d=? fill=? stroke=?",
            kind.flatMap { page($0) }, "rotate(\(30 * hour))", outline, own(fill), own("#a8a294"))
    }

    /// An upright text in the middle of a sector.
    private func text(
        _ content: String, at hour: Int, in ring: Ring, _ kind: String, size: Int, to html: inout HTML
    ) {
        let middle = "rotate(\(30 * hour)) translate(0 -\((ring.inner + ring.outer) / 2)) rotate(\(-30 * hour))"
        html.element("g transform=?", middle) { label(content, x: 0, y: 5, kind, size: size, room: 6, to: &$0) }
    }

    /// A text along a rotating ring, never upside down.
    private func along(_ content: String, at hour: Int, in ring: Ring, size: Int, to html: inout HTML) {
        let middle = "rotate(\(30 * hour)) translate(0 -\((ring.inner + ring.outer) / 2))"
        let isBelow = 4...8 ~= CirclePlace(clockIndex: hour + turn).clockIndex
        html.element("g transform=?", middle) { place in
            place.element("g class=? transform=?", page("turning"), isBelow ? "rotate(180)" : "rotate(0)") {
                label(content, x: 0, y: 4, nil, size: size, room: 9, to: &$0)
            }
        }
    }

    /// - Parameter room: the number of characters that fit at that size. A longer text, such as `Fa♯/Sol♭`, is smaller.
    private func label(
        _ content: String, x: Int, y: Int, _ kind: String?, size: Int, room: Int, to html: inout HTML
    ) {
        let size = size * room / max(room, content.unicodeScalars.count)
        html.element(
            "text",
            [
                ("class", kind.flatMap { page($0) }), ("x", "\(x)"), ("y", "\(y)"), ("font-size", "\(size)"),
                ("fill", own("#22252b")),
            ],
            text: content)
    }
}

/// The element id of an hour of the circle.
package func placeID(_ place: CirclePlace) -> String { "hour-\(place.clockIndex)" }
