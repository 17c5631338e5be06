import Chordsets
import JSONText

/// A still picture of a light chord.
public enum PictureSVG {
    private static let width = 1600.0
    private static let height = 1000.0

    /// The picture as a standalone document.
    public static func document(_ picture: Picture) -> String {
        var html = HTML()
        html.element("svg viewBox='0 0 1600 1000' width='1600' height='1000' xmlns=?", Drawing.namespace) { svg in
            svg.element("rect width='1600' height='1000' fill=?", picture.background.hex)
            for shape in picture.shapes { draw(shape, to: &svg) }
        }
        return Drawing.declaration + html.text
    }

    private static func draw(_ shape: Picture.Shape, to svg: inout HTML) {
        let x = shape.x * width
        let y = shape.y * height
        let unit = height / 2
        let isFilled = shape.thickness >= 1 && shape.sides != 2
        let stroke = shape.size * shape.thickness * unit
        // The outline is inside the size, and the line width is the thickness.
        let reach = isFilled ? shape.size * unit : shape.sides == 2 ? shape.size * unit : shape.size * unit - stroke / 2
        let color = shape.color.hex
        let paint: [(StaticString, String?)] = [
            ("fill", isFilled ? color : "none"), ("stroke", isFilled ? nil : color),
            ("stroke-width", isFilled ? nil : text(stroke)), ("stroke-linejoin", isFilled ? nil : "round"),
            ("opacity", text(shape.opacity)),
        ]
        if shape.sides == 1 {
            svg.element("circle", [("cx", text(x)), ("cy", text(y)), ("r", text(reach))] + paint)
        } else {
            let points = shape.corners(size: reach).map { text(x + $0.x) + "," + text(y + $0.y) }
            svg.element("polygon", [("points", points.joined(separator: " "))] + paint)
        }
    }

    private static func text(_ value: Double) -> String { JSON.thousandths(value).text }
}
