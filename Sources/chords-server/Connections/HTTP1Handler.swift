import HTTPTypes
import NIOCore
import NIOHTTP1

/// The rules of HTTP/1 that Hummingbird’s version-free types cannot express: versions, `Connection`, several hosts, and
/// errors of the parser. It also limits bodies, even those that no handler reads (`Tests/attacks/gate.py`, `drip`).
///
/// NIO’s pipelining handler is before it, so it has one request at a time.
final class HTTP1Handler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let connectionGuard: ConnectionGuard
    private var version = HTTPVersion.http1_1
    private var keepsAlive = true
    private var bodyBytes = 0
    private var requestIsComplete = false
    private var responseIsComplete = false
    /// Whether the connection ends with the current response.
    private var isLast = false

    init(_ connectionGuard: ConnectionGuard) { self.connectionGuard = connectionGuard }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isLast, !connectionGuard.isClosing else { return }
        switch unwrapInboundIn(data) {
        case .head(var head):
            begin(&head)
            guard !connectionGuard.isClosing else { return }
            context.fireChannelRead(wrapInboundOut(.head(head)))
        case .body(let bytes):
            bodyBytes += bytes.readableBytes
            guard bodyBytes <= Limits.maximumBody else { return refuseBody() }
            connectionGuard.extendDeadline(by: bytes.readableBytes)
            context.fireChannelRead(data)
        case .end:
            requestIsComplete = true
            connectionGuard.expect(.nothing)
            context.fireChannelRead(data)
            if responseIsComplete { finish() }
        }
    }

    private func begin(_ head: inout HTTPRequestHead) {
        connectionGuard.expect(.restOfBody)
        connectionGuard.request = (
            (try? HTTPRequest.Method(head.method)) ?? .get, String(head.uri.prefix { $0 != "?" })
        )
        connectionGuard.responseHasBegun = false
        version = head.version
        // After an upgrade or CONNECT, the parser ignores all further bytes.
        keepsAlive = head.isKeepAlive && !head.headers.contains(name: "Upgrade") && head.method != .CONNECT
        bodyBytes = 0
        requestIsComplete = false
        responseIsComplete = false
        let hosts = head.headers["Host"].count
        if hosts != 1, hosts > 0 || version.minor > 0 {
            return connectionGuard.refuse(.badRequest, "Send one “Host” header, not \(hosts).")
        }
        if let length = head.headers.first(name: "Content-Length"), Int(length) ?? .max > Limits.maximumBody {
            return refuseBody()
        }
        splitAbsoluteForm(&head)
    }

    /// Changes a target in absolute form, which clients send to proxies, to a path and a second host to check.
    private func splitAbsoluteForm(_ head: inout HTTPRequestHead) {
        guard head.uri.utf8.first != UInt8(ascii: "/"), let scheme = head.uri.range(of: "://") else { return }
        let rest = head.uri[scheme.upperBound...]
        let end = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? rest.endIndex
        head.headers.add(name: "Host", value: String(rest[..<end]))
        head.uri = (rest[end...].first == "/" ? "" : "/") + rest[end...]
    }

    private func refuseBody() {
        connectionGuard.refuse(.contentTooLarge, "The request body is longer than \(Limits.maximumBody) bytes.")
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? HTTPParserError else { return context.fireErrorCaught(error) }
        if error == .headerOverflow {
            connectionGuard.refuse(.requestHeaderFieldsTooLarge, "The request has too many or too long headers.")
        } else {
            connectionGuard.refuse(.badRequest, "This is not HTTP: \(error).")
        }
    }

    // MARK: Responses

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head):
            connectionGuard.responseHasBegun = true
            head.version = version
            // In HTTP/1.0, only closing the connection ends a body of unknown length.
            if version.minor == 0, !head.headers.contains(name: "Content-Length") { keepsAlive = false }
            if !keepsAlive {
                head.headers.replaceOrAdd(name: "Connection", value: "close")
            } else if version.minor == 0 {
                head.headers.replaceOrAdd(name: "Connection", value: "keep-alive")
            }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body: context.write(data, promise: promise)
        case .end:
            responseIsComplete = true
            isLast = !keepsAlive
            // Before writing, which may deliver the next request.
            if requestIsComplete, !isLast { finish() }
            context.write(data, promise: promise)
            if requestIsComplete, isLast { finish() }
        }
    }

    /// Ends a request that is read and answered completely.
    private func finish() {
        isLast ? connectionGuard.closeOutput() : connectionGuard.expect(.request)
    }
}
