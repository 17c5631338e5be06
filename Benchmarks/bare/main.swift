import Hummingbird
import Logging

// The maximum speed of Hummingbird on this machine, as a reference for our server (`Tests/attacks/wrk.py`). It has one
// route with a fixed answer as long as that for Cma7 and D, no log, and listens on the given port.

let port = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 8081
let answer = ByteBuffer(repeating: UInt8(ascii: "x"), count: 638)
let router = Router()
router.get("api/v1/combine") { _, _ in
    Response(status: .ok, headers: [.contentType: "application/json"], body: ResponseBody(byteBuffer: answer))
}
var logger = Logger(label: "bare") { _ in SwiftLogNoOpLogHandler() }
logger.logLevel = .critical
try await Application(
    router: router,
    configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port), backlog: 4096),
    logger: logger
).runService()
