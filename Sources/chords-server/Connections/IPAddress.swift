import Foundation
import NIOCore

/// The address of a machine, IPv4 as its counterpart in IPv6, so that one machine has one address whichever way it is said.
struct IPAddress: Hashable, Sendable {
    fileprivate let high: UInt64
    fileprivate let low: UInt64

    /// - Parameter text: `192.168.1.5` or `fe80::1`, the latter perhaps with its zone (`%eth0`), which only says by which
    ///   cable it is reached. Other ways to write a number, such as `127.1`, are none.
    init?(_ text: some StringProtocol) {
        let bare = String(text.prefix { $0 != "%" })
        var bytes = [UInt8](repeating: 0, count: 16)
        var four = in_addr()
        if inet_pton(AF_INET, bare, &four) == 1 {
            self.init(four: UInt32(bigEndian: four.s_addr))
        } else if inet_pton(AF_INET6, bare, &bytes) == 1 {
            self.init(bytes)
        } else {
            return nil
        }
    }

    init?(_ address: SocketAddress?) {
        switch address {
        case .v4(let address): self.init(four: UInt32(bigEndian: address.address.sin_addr.s_addr))
        case .v6(let address): self.init(withUnsafeBytes(of: address.address.sin6_addr) { Array($0) })
        default: return nil
        }
    }

    private init(four: UInt32) {
        high = 0
        low = 0xffff_0000_0000 | UInt64(four)
    }

    private init(_ bytes: [UInt8]) {
        high = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        low = bytes.dropFirst(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    fileprivate init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// As ``hexadecimal`` writes it.
    init?(hexadecimal text: some StringProtocol) {
        let parts = text.split(separator: "-")
        guard parts.count == 2, let high = UInt64(parts[0], radix: 16), let low = UInt64(parts[1], radix: 16) else { return nil }
        self.init(high: high, low: low)
    }

    /// For what is passed on within this program.
    var hexadecimal: String { String(high, radix: 16) + "-" + String(low, radix: 16) }

    fileprivate var isFour: Bool { high == 0 && low >> 32 == 0xffff }

    /// Whether only this machine has it: 127.0.0.0/8 and ::1.
    var isLoopback: Bool { high == 0 && (low == 1 || isFour && low >> 24 & 0xff == 127) }

    /// What one household is given: with IPv6 that is a network of 2^64 addresses, which count as one.
    var household: IPAddress { isFour || isLoopback ? self : IPAddress(high: high, low: 0) }
}

/// Addresses with a common beginning: `10.0.0.0/8`, or one address.
struct IPNetwork: Sendable, Hashable {
    private let address: IPAddress
    /// How many bits are common, of the 128 of IPv6.
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
