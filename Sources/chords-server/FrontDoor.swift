import Chordsets
import Hummingbird
import Interface
import NIOCore
import NIOHTTP1
import Store

/// The router: API, files of the site, and screens.
struct FrontDoor: Answering {
    let site: Site
    /// The store for rendering screens; nil if shelves need keys, because browsers do not send a key when they load a
    /// screen.
    private let store: ChordsetStore?
    private let first: FirstChordsets?
    private let renderer: Renderer
    private let work: Work
    private let metrics: Metrics
    private let metricsReaders: MetricsReaders

    init(
        site: Site, keeper: Shelfkeeper, renderer: Renderer, work: Work, metrics: Metrics,
        readBy metricsReaders: MetricsReaders
    ) {
        self.site = site
        self.renderer = renderer
        self.work = work
        self.metrics = metrics
        self.metricsReaders = metricsReaders
        store = keeper.asksForKeys ? nil : keeper.shelves.keyless
        first = store.map(FirstChordsets.init(of:))
    }

    func handling(of question: Question) -> (route: Traffic.Route, handling: Handling) {
        let path = question.path
        if KeptResponder.owns(path) { return (Self.route(ofKept: path), .responder) }
        if PracticeAPI.owns(path) || QRCodeAPI.owns(path) { return (.api, .responder) }
        if API.owns(path) { return (path == "/healthz" ? .probe : .api, handling(ofAPI: question)) }
        if let file = site.files[path] { return (.asset, reply(to: question, file)) }
        if path == Metrics.path, question.method.reads, metricsReaders.include(question) {
            return (.probe, .later { await replyWithMetrics(to: question) })
        }
        return (.page, handling(ofScreen: question))
    }

    func stores(_ question: Question) -> Bool {
        !question.method.isSafe && KeptResponder.owns(question.path) && TuneResource(question.path) != .reading
    }

    private static func route(ofKept path: String) -> Traffic.Route {
        if path.hasSuffix("/events") { return .events }
        return path == "/readyz" ? .probe : .kept
    }

    private func handling(ofScreen question: Question) -> Handling {
        let path = question.path
        guard question.method.reads else { return reply(to: question, .methodNotAllowed(question.method, at: path)) }
        let asked = Self.route(of: question), route = Page.readable(asked)
        // An escaped fragment may contain a shelf key, which only the page can handle.
        let losesFragment = ["#", "%23", "%2523"].contains { asked.hasPrefix(route + $0) }
        guard route == asked || losesFragment else {
            return .reply(Document.moved(to: route, query: question.query).reply(to: question.headers))
        }
        // If the database fails, the page loads its data itself.
        guard Page.showsChordsets(route) else { return render(question, route) { screen(Page(route: route)) } }
        return .later { await replyWithChordsets(to: question, route) }
    }

    private func replyWithMetrics(to question: Question) async -> Reply {
        Document(ByteBuffer(string: await metrics.text()), type: Metrics.type, caching: "no-store").reply(
            to: question.headers)
    }

    private func replyWithChordsets(to question: Question, _ route: String) async -> Reply {
        guard let store, let first, let revision = try? await store.revision() else {
            return await rendered(question, route) { screen(Page(route: route)) }
        }
        let name = "\(revision) \(route)"
        if let document = renderer.remembered(name) { return document.reply(to: question.headers) }
        // Without room for rendering, skip reading from the database.
        guard renderer.hasRoom(for: name) else { return overworked(question) }
        guard let kept = try? await kept(store, first, for: route, at: revision) else {
            return await rendered(question, route) { screen(Page(route: route)) }
        }
        return await rendered(question, name) { screen(Page(route: route, chordsets: kept)) }
    }

    /// The first chordsets and the requested one. Empty if the requested one does not exist.
    private func kept(
        _ store: ChordsetStore, _ first: FirstChordsets, for path: String, at revision: Int
    ) async throws -> (shown: [Chordset], count: Int) {
        let parts = path.split(separator: "/")
        guard parts.count > 1 else { return try await first.chordsets(at: revision) }
        do {
            let asked = try await store.chordset(String(parts[1])).chordset
            let (first, count) = try await first.chordsets(at: revision)
            return (first.contains { $0.id == asked.id } ? first : first + [asked], count)
        } catch StoreError.unknown {
            return ([], 0)
        }
    }

    func refusal(_ status: HTTPResponseStatus, _ message: String, at path: String, headers: HTTPHeaders) -> Reply {
        let path = String(path.prefix { $0 != "?" })
        let document = Document.refusal(status, message, at: path, headers: headers.map { ($0.name, $0.value) })
        return document.reply(to: [:])
    }

    private func reply(to question: Question, _ document: Document) -> Handling {
        .reply(
            (question.method.reads ? document : .methodNotAllowed(question.method, at: question.path)).reply(
                to: question.headers))
    }

    private func handling(ofAPI question: Question) -> Handling {
        guard let (endpoint, items) = API.endpoint(at: question.path) else {
            return .reply(API.nothing(at: question.path).reply(to: question.headers))
        }
        guard question.method.reads, endpoint.pace != .instant else {
            return reply(to: question, API.answer(question, endpoint, items))
        }
        let name = question.encodedPath + "?" + (question.query ?? "")
        if endpoint.pace == .drawn { return render(question, name) { API.answer(question, endpoint, items) } }
        if let document = renderer.remembered(name) { return .reply(document.reply(to: question.headers)) }
        return .later { await workedOut(question, name) { API.answer(question, endpoint, items) } }
    }

    /// Makes a document that takes too long for the rendering threads.
    private func workedOut(_ question: Question, _ name: String, _ make: @escaping @Sendable () -> Document) async
        -> Reply
    {
        guard let document = try? await work.pool.run(for: question.client, make) else { return overworked(question) }
        renderer.remember(document, as: name)
        return document.reply(to: question.headers)
    }

    /// Returns a cached document at once, otherwise renders it.
    private func render(_ question: Question, _ name: String, _ make: @escaping @Sendable () -> Document) -> Handling {
        if let document = renderer.remembered(name) { return .reply(document.reply(to: question.headers)) }
        return .later { await rendered(question, name, make) }
    }

    private func rendered(_ question: Question, _ name: String, _ make: @escaping @Sendable () -> Document) async
        -> Reply
    {
        do throws(Renderer.Overworked) {
            return try await renderer.document(name, make: make).reply(to: question.headers)
        } catch {
            return overworked(question)
        }
    }

    private func overworked(_ question: Question) -> Reply {
        Document.refusal(
            .serviceUnavailable, "The server is busy drawing. Try again in a moment.", at: question.path,
            headers: [("Retry-After", "1")]
        ).reply(to: question.headers)
    }

    /// The requested route. Some programs escape the slash of a symbol such as C/E in links; our addresses have ⁄
    /// instead.
    private static func route(of question: Question) -> String {
        if question.path == "/index.html" { return "/" }
        guard question.encodedPath.utf8.contains(UInt8(ascii: "%")) else { return question.path }
        let whole = question.encodedPath.replacing("%2F", with: "⁄").replacing("%2f", with: "⁄")
        return whole.percentDecoded ?? question.path
    }

    private func screen(_ page: Page) -> Document {
        let text = page.document(template: site.template)
        let codings = Gzip.compressed(text).map { [(name: "gzip", body: $0)] } ?? []
        return Document(
            ByteBuffer(string: text), codings: codings, type: "text/html; charset=utf-8",
            status: page.isKnown ? .ok : .notFound)
    }
}

/// The Hummingbird responder for requests with bodies or streams: stored data, judging recordings, and QR codes.
struct KeptResponder: HTTPResponder {
    typealias Context = BasicRequestContext

    let chordsets: ChordsetsAPI
    let tunes: TunesAPI
    let shelf: ShelfAPI
    let practice: PracticeAPI
    let codes: QRCodeAPI

    init(keeper: Shelfkeeper, news: News, work: Work) {
        chordsets = ChordsetsAPI(keeper: keeper, news: news, work: work)
        tunes = TunesAPI(keeper: keeper, news: news, work: work)
        shelf = ShelfAPI(keeper: keeper, work: work)
        practice = PracticeAPI(work: work)
        codes = QRCodeAPI(work: work)
    }

    /// Whether a path belongs to stored data.
    static func owns(_ path: String) -> Bool {
        ChordsetResource.owns(path) || TuneResource.owns(path) || ShelfResource.owns(path)
    }

    func respond(to request: Request, context: Context) async -> Response {
        let path = request.uri.path.percentDecoded ?? ""
        var response =
            if TuneResource.owns(path) {
                await tunes.response(to: request, at: path)
            } else if ShelfResource.owns(path) {
                await shelf.response(to: request, at: path)
            } else if PracticeAPI.owns(path) {
                await practice.response(to: request)
            } else if QRCodeAPI.owns(path) {
                await codes.response(to: request)
            } else {
                await chordsets.response(to: request, at: path)
            }
        response.headers.append(contentsOf: SecurityHeaders.fields)
        return response
    }
}
