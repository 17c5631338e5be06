import JSONText

extension Picture {
    /// The picture for other renderers. Positions are fractions of width and height, sizes are halves of the shorter
    /// side, and rotations are in turns.
    public var json: JSON {
        .object([
            ("background", .string(background.hex)),
            (
                "shapes",
                .array(
                    shapes.map { shape in
                        .object([
                            ("x", .thousandths(shape.x)), ("y", .thousandths(shape.y)),
                            ("size", .thousandths(shape.size)),
                            ("sides", .int(shape.sides)), ("turn", .thousandths(shape.turn)),
                            ("thickness", .thousandths(shape.thickness)), ("color", .string(shape.color.hex)),
                            ("opacity", .thousandths(shape.opacity)),
                        ])
                    })
            ),
        ])
    }
}
