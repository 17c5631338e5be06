import Hummingbird
import NIOCore

/// Ends connections that exceed a limit of number, time or size, with a response if possible.
///
/// It is the first handler, because only here a request head without end is visible. Against `Tests/attacks/gate.py`:
/// `drip` (slow heads and bodies), `crowd` (connections), `bombs` (endless heads) and `pipeline` (unread responses).
/// Stock handlers cannot replace it: NIO’s idle timeouts do not end a client that sends one byte in each interval.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    /// What the client must send in time.
    enum Expected {
        /// A request. Hummingbird’s idle timeout applies.
        case request
        case restOfHead
        case restOfBody
        /// Nothing, while the response is made.
        case nothing
    }

    /// Whether the connection is being closed. Further requests are ignored.
    private(set) var isClosing = false
    /// The current request, for errors.
    var request: (method: HTTPRequest.Method, path: String) = (.get, "/")
    var responseHasBegun = false
    private let limits: Limits
    private let metrics: HTTPMetrics
    /// The reason for rejecting this connection.
    private let rejection: String?
    private var context: ChannelHandlerContext?
    private var expected = Expected.request
    private var deadline = NIODeadline.distantFuture
    private var headBytes = 0
    /// Bytes not yet in the metrics.
    private var uncounted = (received: 0, sent: 0)
    /// All bytes written to the channel, including those that wait in it.
    private var written = 0
    /// How many of them the client had taken at the last progress, and that time.
    private var progress = (taken: 0, time: NIODeadline.now())
    private var check: Scheduled<Void>?

    init(limits: Limits, metrics: HTTPMetrics, rejection: String?) {
        self.limits = limits
        self.metrics = metrics
        self.rejection = rejection
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelActive(context: ChannelHandlerContext) {
        scheduleCheck()
        if let rejection { refuse(.serviceUnavailable, rejection) }
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        check?.cancel()
        isClosing = true
        countBytes()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isClosing else { return }
        let count = unwrapInboundIn(data).readableBytes
        uncounted.received += count
        if expected == .request { expect(.restOfHead) }
        if expected == .restOfHead {
            headBytes += count
            guard headBytes <= Limits.maximumHead else {
                return refuse(
                    .requestHeaderFieldsTooLarge,
                    "The request headers are longer than \(Limits.maximumHead) bytes.")
            }
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        context.fireChannelReadComplete()
        // What the client still sends is read, because closing with unread bytes would lose the response.
        if isClosing { context.read() }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isClosing else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        count(sent: unwrapOutboundIn(data).readableBytes)
        context.write(data, promise: promise)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if isClosing, case ChannelEvent.inputClosed = event { return context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    // MARK: Limits

    /// Sets what the client must send next.
    func expect(_ expected: Expected) {
        self.expected = expected
        headBytes = 0
        deadline = expected == .restOfHead || expected == .restOfBody ? .now() + limits.patience : .distantFuture
        if expected == .request {
            responseHasBegun = false
            countBytes()
        }
    }

    /// Extends the deadline for a body by one second per 4 KiB.
    func extendDeadline(by bytes: Int) { deadline = deadline + .milliseconds(Int64(bytes / 4)) }

    /// Sends an error, unless a response has begun, and ends the connection.
    func refuse(_ status: HTTPResponse.Status, _ message: String) {
        guard let context, !isClosing else { return }
        guard !responseHasBegun else { return closeOutput() }
        metrics.count(.none, request.method, status)
        let error = RequestError(status, message).http1Text(method: request.method, path: request.path)
        let bytes = context.channel.allocator.buffer(string: error)
        count(sent: bytes.readableBytes)
        context.write(wrapOutboundOut(.byteBuffer(bytes)), promise: nil)
        closeOutput()
    }

    /// Ends the connection after what has been written.
    func closeOutput() {
        guard let context, !isClosing else { return }
        isClosing = true
        countBytes()
        context.flush()
        let (channel, sent) = (context.channel, context.eventLoop.makePromise(of: Void.self))
        sent.futureResult.whenComplete { _ in
            _ = channel.eventLoop.scheduleTask(in: Limits.lingerTime) { channel.close(promise: nil) }
        }
        context.close(mode: .output, promise: sent)
        context.read()
    }

    private func count(sent bytes: Int) {
        uncounted.sent += bytes
        written += bytes
    }

    private func countBytes() {
        metrics.count(received: uncounted.received, sent: uncounted.sent)
        uncounted = (0, 0)
    }

    private func scheduleCheck() {
        let interval = TimeAmount.nanoseconds(limits.patience.nanoseconds / 4)
        check = context?.eventLoop.assumeIsolated().scheduleTask(in: interval) {
            self.checkProgress()
            self.scheduleCheck()
        }
    }

    private func checkProgress() {
        guard let context else { return }
        // Periodically, because a stream may last for days.
        countBytes()
        let now = NIODeadline.now()
        if now > deadline {
            refuse(.requestTimeout, "The request \(expected == .restOfHead ? "headers" : "body") took too long.")
        }
        let waiting = (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
        if waiting == 0 || written - waiting >= progress.taken + Limits.minimumProgress {
            progress = (written - waiting, now)
        } else if now - progress.time > limits.stallTimeout {
            context.close(promise: nil)
        }
    }
}

extension RequestError {
    /// The whole response as HTTP/1.1.
    fileprivate func http1Text(method: HTTPRequest.Method, path: String) -> String {
        var response = response(at: path)
        ResponseHeaders.complete(&response, at: path)
        response.headers[.connection] = "close"
        response.headers[.date] = UTCTime.text("%a, %d %b %Y %H:%M:%S GMT")
        let fields = response.headers.map { "\($0.name.rawName): \($0.value)\r\n" }.joined()
        return "HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\n\(fields)\r\n"
            + (method == .head ? "" : body(at: path).text)
    }
}
