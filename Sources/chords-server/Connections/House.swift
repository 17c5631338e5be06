import Logging

/// What all connections share.
struct House: Sendable {
    let limits: Limits
    let hosts: HostRule
    let proxies: TrustedProxies
    let crowd: Crowd
    let traffic: Traffic
    /// Nil where no one counts requests.
    let allowance: Allowance?
    let door: any Answering
    let logger: Logger
    let date = HTTPDate()

    /// Whether each request is a line in the log.
    var logsRequests: Bool { logger.logLevel <= .info }
}
