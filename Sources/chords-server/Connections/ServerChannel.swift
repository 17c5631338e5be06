import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// The pipeline of a connection: its guard, NIO’s HTTP/1 codec and pipelining, HTTP/1 rules, Hummingbird.
struct ServerChannel: HTTPChannelHandler {
    typealias Value = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

    let limits: Limits
    let limiter: ConnectionLimiter
    let metrics: HTTPMetrics
    let responder: HTTPChannelHandler.Responder

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            let rejection = limiter.open(IPAddress(channel.remoteAddress), closed: channel.closeFuture)
            let connectionGuard = ConnectionGuard(limits: limits, metrics: metrics, rejection: rejection)
            // One read is the maximum that a client can make us buffer while it does not read its responses.
            let buffers = AdaptiveRecvByteBufferAllocator(minimum: 1024, initial: 2048, maximum: 16 * 1024)
            try channel.syncOptions?.setOption(.recvAllocator, value: buffers)
            try channel.syncOptions?.setOption(.maxMessagesPerRead, value: 1)
            var decoding = NIOHTTPDecoderLimitConfiguration()
            // Large enough for the target, whose length is checked later with a better message.
            decoding.maxHeaderFieldSize = 80 * 1024
            decoding.maxHeaderListSize = 80 * 1024
            decoding.maxHeaderFieldCount = 100
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(connectionGuard)
            try pipeline.configureHTTPServerPipeline(
                withPipeliningAssistance: true, withErrorHandling: false, withOutboundHeaderValidation: false,
                withEncoderConfiguration: .init(), withDecoderLimitConfiguration: decoding)
            try pipeline.addHandler(HTTP1Handler(connectionGuard))
            try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
            try pipeline.addHandler(
                HTTPConnectionStateHandler(idleTimeout: Duration(limits.idleTimeout), logger: logger))
            return try NIOAsyncChannel(
                wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
        }
    }

    func handle(value: Value, logger: Logger) async {
        await handleHTTP(asyncChannel: value, logger: logger)
    }
}
