import Hummingbird
import JSONText

/// Draws QR codes of links. A link may be a key, so it comes in the body, and error messages never repeat it. Nothing
/// is stored.
struct QRCodeEndpoint: Sendable {
    let work: Work

    /// The maximum length in Unicode scalars, as in JSON Schema. Each has at most four bytes, so the text fits into a
    /// code.
    private static let maximumLength = 500

    var resource: Resource { Resource("/api/v1/qr", [.post: draw]) }

    private func draw(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        let svg = try await work.json(of: request, context, in: work.pool) { try Self.code(of: $0).svg }
        return Response(svg, type: "image/svg+xml", headers: [.cacheControl: "no-store"])
    }

    private static func code(of json: JSON) throws -> QRCode {
        guard let names = json.names, names.allSatisfy({ $0 == "text" }) else {
            throw RequestError("Send a JSON object with only “text”.")
        }
        guard let text = json["text"]?.string else { throw RequestError("“text” must be a string.") }
        guard 1...maximumLength ~= text.unicodeScalars.count else {
            throw RequestError("“text” must have 1 to \(maximumLength) characters.")
        }
        guard let code = QRCode(text) else {
            throw RequestError(
                .serviceUnavailable, "There is not enough memory to draw this. Try again in a moment.")
        }
        return code
    }
}
