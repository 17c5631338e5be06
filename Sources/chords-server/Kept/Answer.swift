import Hummingbird
import JSONText
import NIOCore
import Store
import Sync

/// An answer about stored items.
struct Answer {
    let status: HTTPResponse.Status
    let json: JSON?
    var headers: HTTPFields = [:]
    /// Whether encoding may take more than a millisecond.
    var isHeavy = false
    /// Whether an equal tag means that nothing has changed.
    var isComparable = true
    private let tag: Int?
    private var stream: (body: ResponseBody, type: String)?
    private var file: (bytes: [UInt8], type: String)?

    init(_ status: HTTPResponse.Status, _ json: JSON? = nil, tag: Int? = nil) {
        self.status = status
        self.json = json
        self.tag = tag
    }

    init(_ status: HTTPResponse.Status, _ stored: Versioned<some DatabaseItem>) {
        self.init(status, stored.versioned, tag: stored.version)
    }

    /// An encoded file.
    /// - Parameter tag: the version of its source.
    init(file: [UInt8], type: String, tag: Int? = nil) {
        status = .ok
        json = nil
        self.tag = tag
        self.file = (file, type)
    }

    /// An error of the store.
    /// - Parameter current: the current state, with which the client can resolve a conflict.
    init(_ error: StoreError, current: JSON? = nil) {
        var members: [(String, JSON)] = [("error", .string(error.message))]
        switch error {
        case .unknown: self.init(.notFound, .object(members))
        case .noShelf: self.init(.unauthorized, .object(members))
        case .taken, .keyTaken: self.init(.conflict, .object(members))
        case .full: self.init(.init(code: 507, reasonPhrase: "Insufficient Storage"), .object(members))
        case .tooLarge: self.init(.contentTooLarge, .object(members))
        case .unusable, .unavailable: self.init(.serviceUnavailable, .object(members))
        case .conflict(let version, _):
            if let current { members.append(("current", current)) }
            self.init(.preconditionFailed, .object(members), tag: version)
        }
    }

    private func content(for request: Request, _ work: Work) async throws -> ByteBuffer? {
        if let file { return ByteBuffer(bytes: file.bytes) }
        guard let json else { return nil }
        guard isHeavy, json.isLong else { return ByteBuffer(string: json.text) }
        return try await work.storing.run(for: request.client) { ByteBuffer(string: json.text) }
    }

    /// A streamed answer.
    init(stream: ResponseBody, type: String) {
        status = .ok
        json = nil
        tag = nil
        self.stream = (stream, type)
    }

    /// - Throws: if it is too long, or if there is no memory or thread for it.
    func response(to request: Request, _ work: Work) async throws -> Response {
        // Answers that depend on a key must not be in shared caches.
        let isForAll = request.headers[.authorization] == nil
        var headers =
            self.headers + [.cacheControl: isForAll ? "no-cache" : "private, no-cache", .vary: "Authorization"]
        if let tag { headers[.eTag] = "\"\(tag)\"" }
        if let stream {
            headers[.contentType] = stream.type
            // Private data or events.
            headers[.cacheControl] = "no-store"
            return Response(status: status, headers: headers, body: request.method == .head ? .init() : stream.body)
        }
        if isComparable, status == .ok, let tag, request.method.reads, request.headers.haveTag("\(tag)") {
            return Response(status: .notModified, headers: headers)
        }
        guard let content = try await content(for: request, work) else {
            return Response(status: status, headers: headers)
        }
        guard content.readableBytes <= Work.longestAnswer else {
            throw RefusedRequest(
                .contentTooLarge,
                """
                The answer would have \(content.readableBytes) bytes; the maximum is \(Work.longestAnswer). Ask for \
                less at once.
                """)
        }
        headers[.contentType] = file?.type ?? Document.json
        let response = Response(status: status, headers: headers, body: try work.responseBody(content, for: request))
        return request.method == .head ? response.createHeadResponse() : response
    }
}

extension JSON {
    /// Whether encoding takes milliseconds. Each value and each sixteen bytes of text count as one.
    fileprivate var isLong: Bool {
        var left = 2000
        count(&left)
        return left < 0
    }

    private func count(_ left: inout Int) {
        left -= 1
        switch self {
        case .string(let text): left -= text.utf8.count / 16
        case .array(let elements): for element in elements where left >= 0 { element.count(&left) }
        case .object(let members): for (_, member) in members where left >= 0 { member.count(&left) }
        default: break
        }
    }
}
