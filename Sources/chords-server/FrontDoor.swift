import Chordsets
import Foundation
import Hummingbird
import Interface

/// Answers every request: the API, the files of the site, and the screens.
///
/// A responder of our own instead of Hummingbird's router, which takes a path apart before decoding it, while a chord
/// symbol may hold a slash, and which answers a wrong method with 404.
struct FrontDoor: HTTPResponder {
    typealias Context = BasicRequestContext

    let site: Site
    let chordsets: ChordsetsAPI

    /// Longer addresses than any screen or question needs are not even read.
    private static let longestAddress = 8192

    func respond(to request: Request, context: Context) async -> Response {
        let start = ContinuousClock.now
        var response = await self.response(to: request)
        response.headers.append(contentsOf: HTTPFields.security)
        // A quarter of a kilobyte that each of the page's two dozen files would carry for nothing.
        let isPart = request.uri.path.hasPrefix("/assets/") && [.ok, .notModified].contains(response.status)
        if !isPart { response.headers.append(contentsOf: HTTPFields.policy) }
        let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
        context.logger.info("""
            \(request.method) \(request.uri.string.prefix(200)) \(response.status.code) \
            \((milliseconds * 1000).rounded() / 1000) ms
            """)
        return response
    }

    private func response(to request: Request) async -> Response {
        let path = request.uri.path.removingPercentEncoding ?? ""
        if ChordsetResource.owns(path), request.uri.string.utf8.count <= Self.longestAddress {
            return await chordsets.response(to: request, at: path)
        }
        // What the database does not tell the page finds out by itself.
        let kept = path.hasPrefix("/chordsets") ? try? await chordsets.store.snapshot().chordsets.map(\.chordset) : nil
        return document(for: request, keeping: kept).response(to: request)
    }

    /// - Parameter chordsets: nil where the screen is not about them.
    private func document(for request: Request, keeping chordsets: [Chordset]?) -> Document {
        let address = request.uri
        guard address.string.utf8.count <= Self.longestAddress else {
            return .refusal(.uriTooLong, "The address is too long.", at: address.path)
        }
        guard let path = address.path.removingPercentEncoding, !path.unicodeScalars.contains("\0") else {
            return API.owns(address.path)
                ? .refusal(.badRequest, "The path is not percent-encoded UTF-8 text.", at: address.path)
                : screen(Page(route: address.path), status: .badRequest)
        }
        if API.owns(path) {
            return API.answer(method: request.method, path: path, query: address.query)
        }
        let document: Document
        if let file = site.files[path] {
            document = file
        } else {
            let page = page(at: address.path, decoded: path, keeping: chordsets)
            guard page.isKnown else { return screen(page, status: .notFound) }
            document = screen(page)
        }
        return request.method.reads ? document : .methodNotAllowed(request.method, at: path)
    }

    /// Some programs escape the slash of a symbol such as C/E when they share a link; in our addresses it is a ⁄.
    private func page(at encodedPath: String, decoded path: String, keeping chordsets: [Chordset]?) -> Page {
        if path == "/index.html" { return Page(route: "/") }
        let whole = encodedPath.replacing("%2F", with: "⁄").replacing("%2f", with: "⁄")
        return Page(route: whole.removingPercentEncoding ?? path, chordsets: chordsets)
    }

    private func screen(_ page: Page, status: HTTPResponse.Status = .ok) -> Document {
        let text = page.document(template: site.template)
        let codings = Gzip.compressed(text).map { [(name: "gzip", body: $0)] } ?? []
        return Document(ByteBuffer(string: text), codings: codings, type: "text/html; charset=utf-8", status: status)
    }
}
