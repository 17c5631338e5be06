import Hummingbird
import JSONText
import NIOCore
import Store

/// A request that is refused, with a sentence for whoever sent it.
struct RefusedRequest: Error {
    let status: HTTPResponse.Status
    let message: String

    init(_ status: HTTPResponse.Status, _ message: String) {
        self.status = status
        self.message = message
    }
}

/// What is answered about things that are kept.
struct Answer {
    let status: HTTPResponse.Status
    let json: JSON?
    var headers: HTTPFields = [:]
    /// Whether the tag says that nothing at all has changed.
    var isComparable = true
    private let tag: Int?
    private var stream: (body: ResponseBody, type: String)?
    private var file: (bytes: [UInt8], type: String)?

    init(_ status: HTTPResponse.Status, _ json: JSON? = nil, tag: Int? = nil) {
        self.status = status
        self.json = json
        self.tag = tag
    }

    init(_ status: HTTPResponse.Status, _ stored: Stored<some Keepable>) {
        self.init(status, stored.versioned, tag: stored.version)
    }

    /// A file that is made of something that is kept.
    init(file: [UInt8], type: String, tag: Int) {
        status = .ok
        json = nil
        self.tag = tag
        self.file = (file, type)
    }

    /// What is told where the store cannot do it.
    /// - Parameter current: what there is now, so that one can choose between that and one's own.
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

    /// What is written bit by bit.
    init(stream: ResponseBody, type: String) {
        status = .ok
        json = nil
        tag = nil
        self.stream = (stream, type)
    }

    func response(to request: Request) -> Response {
        // Where it depends on a key, no other program keeps it either.
        let isForAll = request.headers[.authorization] == nil
        var headers = self.headers + [.cacheControl: isForAll ? "no-cache" : "private, no-cache", .vary: "Authorization"]
        if let tag { headers[.eTag] = "\"\(tag)\"" }
        if let stream {
            headers[.contentType] = stream.type
            // All that somebody has, or what happens to it.
            headers[.cacheControl] = "no-store"
            return Response(status: status, headers: headers, body: request.method == .head ? .init() : stream.body)
        }
        if isComparable, status == .ok, let tag, request.method.reads, request.headers.haveTag("\(tag)") {
            return Response(status: .notModified, headers: headers)
        }
        guard let content = file?.bytes ?? json.map({ Array($0.text.utf8) }) else {
            return Response(status: status, headers: headers)
        }
        headers[.contentType] = file?.type ?? Document.json
        let response = Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: content)))
        return request.method == .head ? response.createHeadResponse() : response
    }
}
