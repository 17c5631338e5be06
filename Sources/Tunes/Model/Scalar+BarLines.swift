extension Unicode.Scalar {
    /// The bar lines of plain text for a sign that looks like some, as box drawings and musical symbols do.
    var barLines: [Unicode.Scalar]? {
        switch self {
        case "│", "┃", "｜", "∣", "❘", "¦", "𝄀": ["|"]
        case "║", "‖", "𝄁": ["|", "|"]
        case "𝄂": ["|", "]"]
        case "𝄆": ["|", ":"]
        case "𝄇": [":", "|"]
        default: nil
        }
    }
}
