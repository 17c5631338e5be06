import Exchange

extension Endpoint {
    /// A scale.
    static let scale = Endpoint("/api/v1/scales/{root}/{name}") {
        try Answers.scale(root: $0["root"], name: $0["name"], notation: try $0.notation())
    }
}
