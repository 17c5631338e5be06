import Hummingbird
import JSONText
import NIOCore

/// Draws QR codes of links. A link may be a key, so it comes in the body, and error messages never repeat it. Nothing
/// is stored.
struct QRCodeAPI: Sendable {
    /// The path as in `openapi.json`.
    static let path = "/api/v1/qr"

    /// The maximum length in Unicode scalars, as in JSON Schema. Each has at most four bytes, so the text fits into a
    /// code.
    private static let longestText = 500

    private let requests: KeptRequests

    init(work: Work) { requests = KeptRequests(things: "QR codes", work: work) }

    static func owns(_ path: String) -> Bool { path == Self.path }

    func response(to request: Request) async -> Response {
        guard request.method == .post else {
            return await requests.response(to: request, current: { nil }) {
                requests.notPossible(request.method, [.post])
            }
        }
        let svg: String
        do {
            svg = try await requests.body(request, isLight: false) { try Self.code(of: $0).svg }
        } catch {
            return await requests.response(to: request, current: { nil }) { throw error }
        }
        return Response(
            status: .ok, headers: [.contentType: "image/svg+xml", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(string: svg)))
    }

    private static func code(of json: JSON) throws -> QRCode {
        guard let names = json.names, names.allSatisfy({ $0 == "text" }) else {
            throw BadRequest("Send an object with only “text”, in braces.")
        }
        guard let text = json["text"]?.string else { throw BadRequest("“text” must be a string.") }
        guard 1...longestText ~= text.unicodeScalars.count else {
            throw BadRequest("“text” must have 1 to \(longestText) characters.")
        }
        guard let code = QRCode(text) else {
            throw RefusedRequest(.serviceUnavailable, "There is not enough memory to draw this. Try again in a moment.")
        }
        return code
    }
}
