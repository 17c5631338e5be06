import JSONText

extension Picture {
    /// For other painters: places as parts of width and height, sizes in halves of the shorter side, turns.
    public var json: JSON {
        .object([
            ("background", .string(background.hex)),
            ("shapes", .array(shapes.map { shape in
                .object([
                    ("x", .thousandths(shape.x)), ("y", .thousandths(shape.y)), ("size", .thousandths(shape.size)),
                    ("sides", .int(shape.sides)), ("turn", .thousandths(shape.turn)),
                    ("thickness", .thousandths(shape.thickness)), ("color", .string(shape.color.hex)),
                    ("opacity", .thousandths(shape.opacity)),
                ])
            })),
        ])
    }
}
