import Hummingbird
import JSONText
import NIOCore

/// Links as QR codes. They come in a body, since a link may be a key, which belongs in no address; and no sentence about
/// what is wrong repeats anything of it. Nothing is kept.
struct QRCodeAPI: Sendable {
    /// As `openapi.json` names it.
    static let path = "/api/v1/qr"

    /// Characters, as JSON Schema counts them. Each is at most four bytes, so the largest code has room for them.
    private static let longestText = 500

    private let requests: KeptRequests

    init(work: Work) { requests = KeptRequests(things: "QR codes", work: work) }

    static func owns(_ path: String) -> Bool { path == Self.path }

    func response(to request: Request) async -> Response {
        guard request.method == .post else {
            return await requests.response(to: request, current: { nil }) { requests.notPossible(request.method, [.post]) }
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
