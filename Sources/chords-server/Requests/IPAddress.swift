import NIOCore

/// An IP address. IPv4 addresses are stored as IPv4-mapped IPv6, so that both forms are equal.
struct IPAddress: Hashable, Sendable {
    fileprivate let high: UInt64
    fileprivate let low: UInt64

    /// - Parameter text: `192.168.1.5` or `fe80::1`. A zone (`%eth0`) is ignored. Short forms such as `127.1` are
    ///   invalid.
    init?(_ text: some StringProtocol) {
        self.init(try? SocketAddress(ipAddress: String(text.prefix { $0 != "%" }), port: 0))
    }

    init?(_ address: SocketAddress?) {
        switch address {
        case .v4(let address):
            self.init(high: 0, low: 0xffff_0000_0000 | UInt64(UInt32(bigEndian: address.address.sin_addr.s_addr)))
        case .v6(let address):
            let (high, low) = withUnsafeBytes(of: address.address.sin6_addr) {
                ($0.loadUnaligned(as: UInt64.self), $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            }
            self.init(high: UInt64(bigEndian: high), low: UInt64(bigEndian: low))
        default: return nil
        }
    }

    fileprivate init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    fileprivate var isFour: Bool { high == 0 && low >> 32 == 0xffff }

    /// Whether this is in 127.0.0.0/8 or ::1.
    var isLoopback: Bool { high == 0 && (low == 1 || isFour && low >> 24 & 0xff == 127) }

    /// The prefix to which limits apply: the address in IPv4, the /64 network in IPv6.
    var prefix: IPAddress { isFour || isLoopback ? self : IPAddress(high: high, low: 0) }
}

/// A network such as `10.0.0.0/8`, or a single address.
struct IPNetwork: Sendable, Hashable {
    private let address: IPAddress
    /// The prefix length in the 128 bits of IPv6.
    private let bits: Int

    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let address = IPAddress(parts[0]) else { return nil }
        let most = address.isFour ? 32 : 128
        let bits = parts.count == 1 ? most : Int(parts[1]) ?? -1
        guard (0...most).contains(bits) else { return nil }
        self.address = address
        self.bits = bits + 128 - most
    }

    func contains(_ other: IPAddress) -> Bool {
        let high = bits >= 64 ? UInt64.max : ~(.max >> UInt64(bits))
        let low = bits <= 64 ? 0 : bits == 128 ? UInt64.max : ~(.max >> UInt64(bits - 64))
        return (address.high ^ other.high) & high == 0 && (address.low ^ other.low) & low == 0
    }
}
