import Chordsets
import Rendering

extension ChordsetsState {
    /// The picture for the canvas; nil if the screen has none.
    /// - Parameters:
    ///   - seconds: the time of the page's clock.
    ///   - isStill: whether the user prefers reduced motion.
    private func picture(at place: ChordsetsRoute?, seconds: Double, isStill: Bool) -> Picture? {
        switch place {
        case .lightChord(let id, let position):
            guard let chord = list.chordset(id)?.chords[position] else { return nil }
            let isStill = isStill && editor.startedAt != nil
            return Picture(of: chord, at: isStill ? 0 : editor.seconds(at: seconds, bpm: chord.bpm))
        default: return performance?.stage.picture(at: seconds, isStill: isStill)
        }
    }

    /// The picture in the format of ``App/picture(at:isStill:)``.
    func pictureNumbers(at place: ChordsetsRoute?, milliseconds: Int, isStill: Bool) -> [Float] {
        guard let picture = picture(at: place, seconds: seconds(milliseconds), isStill: isStill) else { return [] }
        let (red, green, blue) = picture.background.rgb
        var numbers = [Float(red), Float(green), Float(blue)]
        numbers.reserveCapacity(3 + 10 * picture.shapes.count)
        for shape in picture.shapes {
            let (red, green, blue) = shape.color.rgb
            numbers.append(Float(shape.x))
            numbers.append(Float(shape.y))
            numbers.append(Float(shape.size))
            numbers.append(Float(shape.sides))
            numbers.append(Float(shape.turn))
            numbers.append(Float(shape.thickness))
            numbers.append(Float(red))
            numbers.append(Float(green))
            numbers.append(Float(blue))
            numbers.append(Float(shape.opacity))
        }
        return numbers
    }
}
