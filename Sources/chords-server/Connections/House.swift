import Logging

/// The state that all connections share.
struct House: Sendable {
    let limits: Limits
    let hosts: HostRule
    let proxies: TrustedProxies
    let crowd: Crowd
    let traffic: Traffic
    /// Nil without a rate limit.
    let allowance: Allowance?
    let door: any Answering
    let logger: Logger
    let date = HTTPDate()

    /// Whether each request is logged.
    var logsRequests: Bool { logger.logLevel <= .info }
}
