import Hummingbird
import JSONText
import Store
import Sync

/// The endpoints of what devices write on a shelf. They need the key of its owner, for reading too.
struct DeviceEndpoints: Sendable {
    let authorizer: ShelfAuthorizer
    let work: Work

    var resources: [Resource] {
        [
            Resource(Route.shelf + "/devices", [.get: list]),
            Resource(Route.shelf + "/devices/{id}", [.get: read, .put: replace, .delete: remove]),
        ]
    }

    private func list(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        let devices = try await shelf(for: request).devices().map { device in
            JSON.object([("id", .string(device.id)), ("version", .int(device.version))])
        }
        return Response(.object([("devices", .array(devices))]))
    }

    private func read(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        let id = try Self.id(context)
        guard let device = try await shelf(for: request).device(id) else {
            throw RequestError(.notFound, "There is no device “\(id)” on this shelf.")
        }
        return Response(
            .object([("id", .string(id)), ("version", .int(device.version)), ("text", .string(device.text))]))
    }

    private func replace(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        let id = try Self.id(context)
        let store = try await shelf(for: request)
        let text = try await work.json(of: request, context) { json in
            guard json.names == ["text"], let text = json["text"]?.string else {
                throw RequestError("Send an object with “text”, a string.")
            }
            return text
        }
        let version = try await store.edit { try $0.setDevice(id, text) }
        return Response(.object([("id", .string(id)), ("version", .int(version))]))
    }

    private func remove(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        let id = try Self.id(context)
        try await shelf(for: request).edit { try $0.removeDevice(id) }
        return Response(status: .noContent)
    }

    private func shelf(for request: Request) async throws -> ShelfStore {
        let (store, access) = try await authorizer.opened(for: request)
        guard access != .reader else {
            throw RequestError(.forbidden, "This key is for reading chordsets and tunes only, not devices.")
        }
        return store
    }

    private static func id(_ context: ServerRequestContext) throws -> String {
        let id = context.parameter("id")
        guard ItemID.isValid(id) else {
            throw RequestError("The ID of a device has 1 to 64 letters, digits and hyphens.")
        }
        return id
    }
}
