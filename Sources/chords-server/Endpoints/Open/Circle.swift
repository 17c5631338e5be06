import Exchange
import Rendering

extension Endpoint {
    /// A key on the circle of fifths as a drawing.
    static let circle = Endpoint("/api/v1/keys/{name}/circle.svg", type: MediaTypes.svg) {
        let notation = try $0.notation()
        return CircleSVG.document(try Answers.circle($0["name"], notation: notation), notation: notation)
    }
}
