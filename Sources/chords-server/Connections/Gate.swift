import HTTPTypes
import NIOCore
import NIOHTTP1

/// The channel handler between the HTTP codec and Hummingbird.
///
/// It handles one request at a time. It rejects invalid requests, answers cheap ones directly, forwards the others, and
/// closes connections that exceed a limit of time or memory.
///
/// Direct answers need no task and no change of thread. Hummingbird's answers pass through this handler too.
final class Gate: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// A request and the state of its answer.
    private struct Exchange {
        let number: Int
        let head: HTTPRequestHead
        let start: NIODeadline
        var keepsAlive: Bool
        var isHummingbirds = false
        /// The answer to send when the request has been read completely.
        var reply: Reply?
        /// Whether the request has been read completely.
        var isWhole = false
        var bodyBytes = 0
        var route = Traffic.Route.none
        /// The status of an answer that has begun.
        var status: HTTPResponseStatus?
        var isAnswered = false
        /// Whether the answer is an event stream that has begun.
        var isListening = false
    }

    /// The next input that the client must send in time.
    private enum Awaited {
        case request, restOfHead, restOfBody, nothing
    }

    private let house: House
    private let client: IPAddress?
    private let local: IPAddress?
    /// The reason for rejecting this connection.
    private let rejection: String?
    private let tally: Traffic.Tally

    private var context: ChannelHandlerContext?
    private var exchange: Exchange?
    private var exchanges = 0
    /// Pipelined requests. Reading stops while there are any, so these come from one read at most.
    private var waiting = CircularBuffer<HTTPServerRequestPart>()
    private var readIsHeld = false
    private var requestsLeft = Limits.requestsPerTurn
    private var turnIsPlanned = false
    /// The error that ends this connection after all earlier requests are answered.
    private var fault: Question.Refused?
    private var isClosing = false
    /// Whether the server is shutting down.
    private var isLeaving = false
    private var inputIsClosed = false
    private var knownHost: String?

    private var awaited = Awaited.request
    private var deadline = NIODeadline.now()
    private var headBytes = 0
    /// Bytes not yet in the metrics.
    private var uncounted = (received: 0, sent: 0)
    /// The unsent bytes when the client last read some, and that time.
    private var backlog = (bytes: 0, since: NIODeadline.now())
    private var watch: Scheduled<Void>?

    init(house: House, client: IPAddress?, local: IPAddress?, rejection: String?) {
        self.house = house
        self.client = client
        self.local = local
        self.rejection = rejection
        tally = house.traffic.tally()
    }

    // MARK: Lifecycle

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        expect(.request)
        if context.channel.isActive { begin() }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        watch?.cancel()
        self.context = nil
    }

    func channelActive(context: ChannelHandlerContext) {
        begin()
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        watch?.cancel()
        isClosing = true
        if exchange?.isListening == true { tally.stopListening() }
        exchange = nil
        countBytes()
        waiting.removeAll()
        context.fireChannelInactive()
    }

    private func begin() {
        guard watch == nil else { return }
        keepWatch()
        if let rejection { refuse(.serviceUnavailable, rejection, headers: ["Retry-After": "5"]) }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case is ChannelShouldQuiesceEvent:
            if exchange == nil { hangUp() } else { isLeaving = true }
        case ChannelEvent.inputClosed:
            inputIsClosed = true
            guard !isClosing else { return context.close(promise: nil) }
            // Complete requests are still answered.
            if exchange?.isHummingbirds == true {
                if waiting.isEmpty { context.fireUserInboundEventTriggered(event) }
            } else if waiting.isEmpty, exchange?.isWhole != true {
                hangUp()
            }
        default:
            context.fireUserInboundEventTriggered(event)
        }
    }

    // MARK: Reading

    /// Counts received bytes before HTTP decoding.
    func hear(_ count: Int) {
        uncounted.received += count
        guard exchange == nil, waiting.isEmpty, !isClosing else { return }
        if awaited == .request {
            expect(.restOfHead)
            headBytes = 0
        }
        headBytes += count
        if headBytes > Limits.longestHead {
            refuse(.requestHeaderFieldsTooLarge, "The request headers are longer than \(Limits.longestHead) bytes.")
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isClosing else { return }
        let part = unwrapInboundIn(data)
        if waiting.isEmpty, canTake { take(part) } else { waiting.append(part) }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        goOn()
        context.flush()
        context.fireChannelReadComplete()
    }

    func read(context: ChannelHandlerContext) {
        if isClosing || mayRead { context.read() } else { readIsHeld = true }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable {
            goOn()
            context.flush()
        }
        context.fireChannelWritabilityChanged()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? HTTPParserError else { return context.fireErrorCaught(error) }
        fault =
            if error == .headerOverflow {
                Question.Refused(
                    status: .requestHeaderFieldsTooLarge, message: "The request has too many or too long headers.")
            } else {
                Question.Refused(status: .badRequest, message: "This is not HTTP: \(error).")
            }
        goOn()
        context.flush()
    }

    /// Whether the next part of a request can be handled.
    private var canTake: Bool {
        if let exchange { return !exchange.isWhole }
        return requestsLeft > 0 && context?.channel.isWritable == true
    }

    private var mayRead: Bool { waiting.isEmpty && (exchange?.isWhole == false || context?.channel.isWritable == true) }

    private func take(_ part: HTTPServerRequestPart) {
        switch part {
        case .head(let head): take(head)
        case .body(let bytes):
            guard exchange != nil else { return }
            exchange?.bodyBytes += bytes.readableBytes
            deadline = deadline + .milliseconds(Int64(bytes.readableBytes / 4))
            if (exchange?.bodyBytes ?? 0) > house.limits.longestBody {
                refuseBody()
            } else if exchange?.isHummingbirds == true {
                context?.fireChannelRead(wrapInboundOut(part))
            }
        case .end:
            guard let exchange else { return }
            self.exchange?.isWhole = true
            expect(.nothing)
            if exchange.isHummingbirds {
                context?.fireChannelRead(wrapInboundOut(part))
                if exchange.isAnswered { finish() }
            } else if let reply = exchange.reply {
                send(reply)
            }
        }
    }

    private func take(_ head: HTTPRequestHead) {
        requestsLeft -= 1
        exchanges += 1
        let now = NIODeadline.now()
        var head = head
        // After an upgrade or CONNECT, the parser ignores all further bytes.
        let isLast = head.headers.contains(name: "Upgrade") || head.method == .CONNECT
        exchange = Exchange(number: exchanges, head: head, start: now, keepsAlive: head.isKeepAlive && !isLast)
        awaited = .restOfBody
        deadline = now + house.limits.patience
        if let length = head.headers.first(name: "Content-Length"), Int(length) ?? .max > house.limits.longestBody {
            return refuseBody()
        }
        do throws(Question.Refused) {
            let question = try question(&head, now: now)
            let (route, handling) = house.door.handling(of: question)
            exchange?.route = route
            if house.door.stores(question) { try charge(question, now: now) }
            switch handling {
            case .reply(let reply): exchange?.reply = reply
            case .later(let work): wait(for: work)
            case .responder:
                exchange?.isHummingbirds = true
                head.headers.remove(name: HTTPField.Name.client.rawName)
                if let client = question.client {
                    head.headers.add(name: HTTPField.Name.client.rawName, value: client.hexadecimal)
                }
                context?.fireChannelRead(wrapInboundOut(.head(head)))
            }
        } catch {
            exchange?.reply = house.door.refusal(error.status, error.message, at: head.uri, headers: error.headers)
        }
    }

    /// Checks the request line and headers.
    /// - Parameter head: its URI is changed to start with a slash.
    private func question(_ head: inout HTTPRequestHead, now: NIODeadline) throws(Question.Refused) -> Question {
        let (address, authority) = head.target
        try checkHost(head, authority)
        let client = house.proxies.client(of: head.headers, from: client)
        try checkWait(house.allowance?.secondsToWait(client, method: head.method, now: now))
        try refuseOtherSites(head)
        let question = try Question(address, of: head, from: client)
        if authority != nil { head.uri = String(address) }
        return question
    }

    private func charge(_ question: Question, now: NIODeadline) throws(Question.Refused) {
        // The length of a chunked body is unknown.
        let unknown = question.headers.contains(name: "Transfer-Encoding") ? house.limits.longestBody : 0
        let bytes = question.headers.first(name: "Content-Length").flatMap { Int($0) } ?? unknown
        try checkWait(house.allowance?.secondsToWait(question.client, bytes: bytes, now: now))
    }

    private func checkWait(_ seconds: Int?) throws(Question.Refused) {
        guard let seconds else { return }
        throw Question.Refused(
            status: .tooManyRequests, message: "Too many requests from your address. Try again in \(seconds) s.",
            headers: ["Retry-After": "\(seconds)"])
    }

    /// Rejects changes by pages of other sites. Browsers always send `Sec-Fetch-Site`; other programs need not. Reading
    /// is open to all.
    private func refuseOtherSites(_ head: HTTPRequestHead) throws(Question.Refused) {
        guard !head.method.isSafe, head.headers.first(name: "Sec-Fetch-Site")?.lowercased() == "cross-site" else {
            return
        }
        throw Question.Refused(
            status: .forbidden, message: "Pages of other sites may only read: \(head.method.rawValue) is refused.")
    }

    private func checkHost(_ head: HTTPRequestHead, _ authority: Substring?) throws(Question.Refused) {
        let hosts = head.headers[canonicalForm: "Host"]
        if hosts.count == 1, authority == nil, hosts.first.map(String.init) == knownHost { return }
        guard hosts.count == 1 || hosts.isEmpty && head.version.minor == 0 else {
            throw Question.Refused(
                status: .badRequest, message: "Send one “Host” header, not \(hosts.count).")
        }
        for text in hosts + (authority.map { [$0] } ?? []) {
            guard let name = Authority(text) else {
                throw Question.Refused(
                    status: .badRequest, message: "“\(text.prefix(80))” in “Host” is not the name of a server.")
            }
            guard house.hosts.answers(name, at: local) else {
                throw Question.Refused(
                    status: .misdirectedRequest,
                    message: """
                        This server does not accept the name “\(name.host.prefix(80))”. If it is this server’s name, \
                        start it with --allowed-host \(name.host.prefix(80))
                        """)
            }
        }
        knownHost = hosts.first.map(String.init)
    }

    private func refuseBody() {
        refuse(.payloadTooLarge, "The request body is longer than \(house.limits.longestBody) bytes.")
    }

    // MARK: Answering

    /// Counts sent bytes after HTTP encoding.
    func say(_ count: Int) { uncounted.sent += count }

    private func wait(for work: @escaping @Sendable () async -> Reply) {
        guard let context, let number = exchange?.number else { return }
        let gate = NIOLoopBound(self, eventLoop: context.eventLoop)
        let eventLoop = context.eventLoop
        Task {
            let reply = await work()
            eventLoop.execute { gate.value.deliver(reply, of: number) }
        }
    }

    private func deliver(_ reply: Reply, of number: Int) {
        guard let exchange, exchange.number == number, !isClosing else { return }
        if exchange.isWhole {
            send(reply)
            context?.flush()
            goOn()
        } else {
            self.exchange?.reply = reply
        }
    }

    private func send(_ reply: Reply) {
        guard let exchange, let context else { return }
        var head = HTTPResponseHead(version: exchange.head.version, status: reply.status, headers: reply.headers)
        head.headers.add(name: "Date", value: house.date.text)
        decorate(&head)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if exchange.head.method != .HEAD, reply.body.readableBytes > 0 {
            context.write(wrapOutboundOut(.body(.byteBuffer(reply.body))), promise: nil)
        }
        context.write(wrapOutboundOut(.end(nil)), promise: nil)
        finish()
    }

    /// Adds the `Connection` header, and counts the answer.
    private func decorate(_ head: inout HTTPResponseHead) {
        if let exchange {
            let isListening = exchange.route == .events && head.status == .ok
            self.exchange?.isListening = isListening
            tally.begin(exchange.route, exchange.head.method, head.status, isListening: isListening)
        }
        exchange?.status = head.status
        if isLeaving { exchange?.keepsAlive = false }
        if exchange?.keepsAlive == false {
            head.headers.replaceOrAdd(name: "Connection", value: "close")
        } else if head.version.minor == 0 {
            head.headers.replaceOrAdd(name: "Connection", value: "keep-alive")
        }
    }

    /// Forwards Hummingbird's answer.
    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isClosing, let exchange, exchange.isHummingbirds else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(var head):
            head.version = exchange.head.version
            // In HTTP/1.0, only closing the connection ends a body of unknown length.
            if head.version.minor == 0, !head.headers.contains(name: "Content-Length") {
                self.exchange?.keepsAlive = false
            }
            decorate(&head)
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body: context.write(data, promise: promise)
        case .end:
            context.write(data, promise: promise)
            self.exchange?.isAnswered = true
            if exchange.isWhole {
                finish()
                goOn()
            }
        }
    }

    /// Ends an exchange whose request is read and answered completely.
    private func finish() {
        guard let exchange else { return }
        let time = NIODeadline.now() - exchange.start
        log(exchange, time)
        count(exchange, time)
        self.exchange = nil
        expect(.request)
        if !exchange.keepsAlive || isLeaving || inputIsClosed && waiting.isEmpty { hangUp() }
    }

    private func count(_ exchange: Exchange, _ time: TimeAmount) {
        if exchange.isListening { tally.stopListening() }
        guard exchange.route != .events else { return countBytes() }
        tally.end(exchange.route, after: time, received: uncounted.received, sent: uncounted.sent)
        uncounted = (0, 0)
    }

    private func countBytes() {
        guard uncounted != (0, 0) else { return }
        tally.carry(received: uncounted.received, sent: uncounted.sent)
        uncounted = (0, 0)
    }

    private func log(_ exchange: Exchange, _ time: TimeAmount) {
        guard house.logsRequests else { return }
        let microseconds = time.nanoseconds / 1000
        house.logger.info(
            """
            \(exchange.head.method.rawValue) \(LoggedAddress.text(of: exchange.head.uri)) \
            \(exchange.status?.code ?? 0) \
            \(Double(microseconds) / 1000) ms
            """)
    }

    /// Handles waiting requests, up to the limit of this connection's turn.
    private func goOn() {
        let wasWaiting = !waiting.isEmpty
        while !isClosing, canTake, let part = waiting.popFirst() { take(part) }
        guard let context, !isClosing else { return }
        // Hummingbird handles what it received after a read-complete event.
        if wasWaiting, exchange?.isHummingbirds == true { context.fireChannelReadComplete() }
        if let fault, waiting.isEmpty, exchange?.isWhole != true { return refuse(fault.status, fault.message) }
        if exchange == nil {
            if waiting.isEmpty {
                requestsLeft = Limits.requestsPerTurn
            } else if requestsLeft == 0, !turnIsPlanned {
                planTurn(context)
            }
        }
        if readIsHeld, mayRead {
            readIsHeld = false
            context.read()
        }
    }

    /// Schedules the next turn of this connection after those of others.
    private func planTurn(_ context: ChannelHandlerContext) {
        turnIsPlanned = true
        context.eventLoop.assumeIsolated().execute {
            self.turnIsPlanned = false
            self.requestsLeft = Limits.requestsPerTurn
            self.goOn()
            self.context?.flush()
        }
    }

    // MARK: Ending

    /// Sends an error, unless an answer has begun, and ends the connection.
    private func refuse(_ status: HTTPResponseStatus, _ message: String, headers: HTTPHeaders = [:]) {
        guard let context, !isClosing else { return }
        if exchange?.status == nil, exchange?.isWhole != true {
            let version = exchange?.head.version ?? .http1_1
            let head = exchange?.head ?? HTTPRequestHead(version: version, method: .GET, uri: "")
            if exchange == nil { exchange = Exchange(number: 0, head: head, start: .now(), keepsAlive: false) }
            exchange?.keepsAlive = false
            exchange?.isWhole = true
            send(house.door.refusal(status, message, at: head.uri, headers: headers))
        } else {
            hangUp()
        }
        context.flush()
    }

    private func hangUp() {
        guard let context, !isClosing else { return }
        isClosing = true
        waiting.removeAll()
        watch?.cancel()
        context.flush()
        context.close(mode: .output, promise: nil)
        // Closing with unread bytes would reset the connection and lose the answer.
        let channel = context.channel
        context.eventLoop.assumeIsolated().scheduleTask(in: Limits.lingering) { channel.close(promise: nil) }
        context.read()
    }

    // MARK: Time

    private func expect(_ what: Awaited) {
        awaited = what
        let limits = house.limits
        deadline = .now() + (what == .request ? limits.rest : limits.patience)
    }

    private func keepWatch() {
        let interval = TimeAmount.nanoseconds(house.limits.patience.nanoseconds / 4)
        watch = context?.eventLoop.assumeIsolated().scheduleTask(in: interval) {
            self.look()
            if !self.isClosing { self.keepWatch() }
        }
    }

    private func look() {
        guard let context else { return }
        // Count periodically, because a stream may last for days.
        countBytes()
        let now = NIODeadline.now()
        if now > deadline {
            switch awaited {
            case .request: hangUp()
            case .restOfHead: refuse(.requestTimeout, "The request headers took too long.")
            case .restOfBody: refuse(.requestTimeout, "The request body took too long.")
            case .nothing: break
            }
        }
        let bytes = (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
        if bytes == 0 || backlog.bytes == 0 || bytes + Limits.leastTaken <= backlog.bytes {
            backlog = (bytes, now)
        } else if now - backlog.since > house.limits.stall {
            context.close(promise: nil)
        }
    }
}

/// Counts bytes for the ``Gate`` before decoding and after encoding. Only here is an endless request head visible.
final class Ear: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private let gate: Gate

    init(gate: Gate) {
        self.gate = gate
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        gate.hear(unwrapInboundIn(data).readableBytes)
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        gate.say(unwrapOutboundIn(data).readableBytes)
        context.write(data, promise: promise)
    }
}
