import Hummingbird
import JSONText
import Store

/// Whether the database answers. Without keys, the response also reports the content.
struct ReadinessEndpoint: Sendable {
    private let state: Shared<JSON>

    /// The timeout, less than the two seconds that monitors are promised.
    private static let timeout = Duration.milliseconds(1500)

    init(_ authorizer: ShelfAuthorizer) { state = Shared { try await Self.state(authorizer) } }

    var resource: Resource { Resource("/readyz", [.get: { _, _ in await response() }]) }

    private func response() async -> Response {
        let message: String
        do {
            return Response(try await state.value(within: Self.timeout))
        } catch is Shared<JSON>.TimedOut {
            message = "The database has not answered for \(Self.timeout). It hangs or is too busy."
        } catch {
            message = RequestError(error).message
        }
        return Response(
            .object([("status", .string("unavailable")), ("error", .string(message))]), status: .serviceUnavailable,
            headers: [.retryAfter: "5"])
    }

    private static func state(_ authorizer: ShelfAuthorizer) async throws -> JSON {
        let shelves = authorizer.shelves
        guard !authorizer.requiresKey else {
            _ = try await shelves.states(of: [shelves.keyless.shelf])
            return .object([("status", .string("ok"))])
        }
        let (origin, revision, chordsets) = try await shelves.keyless.state()
        return .object([
            ("status", .string("ok")), ("database", .string(origin.database)), ("revision", .int(revision)),
            ("chordsets", .int(chordsets)),
        ])
    }
}
