import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Sets up the pipeline of a connection: bytes, HTTP, ``Gate``, Hummingbird.
struct Connections: HTTPChannelHandler {
    typealias Value = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

    let house: House
    let responder: HTTPChannelHandler.Responder

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            let client = IPAddress(channel.remoteAddress)
            let rejection = house.crowd.enter(client)
            channel.closeFuture.whenComplete { [crowd = house.crowd] _ in crowd.leave(client) }
            let gate = Gate(house: house, client: client, local: IPAddress(channel.localAddress), rejection: rejection)
            // One read is the maximum that a client can make us buffer while it does not read its answers.
            let buffers = AdaptiveRecvByteBufferAllocator(minimum: 1024, initial: 2048, maximum: 16 * 1024)
            try channel.syncOptions?.setOption(.recvAllocator, value: buffers)
            try channel.syncOptions?.setOption(.maxMessagesPerRead, value: 1)
            let pipeline = channel.pipeline.syncOperations
            var decoding = NIOHTTPDecoderLimitConfiguration()
            // Large enough for the address, whose length is checked later with a better message.
            decoding.maxHeaderFieldSize = 80 * 1024
            decoding.maxHeaderListSize = 80 * 1024
            decoding.maxHeaderFieldCount = 100
            try pipeline.addHandler(Ear(gate: gate))
            try pipeline.configureHTTPServerPipeline(
                withPipeliningAssistance: false, withErrorHandling: false, withOutboundHeaderValidation: false,
                withEncoderConfiguration: .init(), withDecoderLimitConfiguration: decoding)
            try pipeline.addHandler(gate)
            try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
            return try NIOAsyncChannel(
                wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
        }
    }

    func handle(value: Value, logger: Logger) async {
        await handleHTTP(asyncChannel: value, logger: logger)
    }
}
