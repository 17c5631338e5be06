import Hummingbird
import Store

/// Finds and authorizes the shelf of a request.
struct ShelfAuthorizer: Sendable {
    let shelves: Shelves
    /// Whether requests need a key. Otherwise all clients share one shelf.
    let requiresKey: Bool
    /// The rate limit for new shelves; nil for none.
    let newShelves: RateLimiter?

    /// The shelf of a request.
    /// - Throws: ``RequestError`` with 401 without a valid key, and with 403 for a change with a key for reading.
    func shelf(for request: Request) async throws -> ShelfStore { try await opened(for: request).store }

    /// The shelf with its access; the access is nil if the server needs no keys.
    func opened(for request: Request) async throws -> (store: ShelfStore, access: ShelfAccess?) {
        guard requiresKey else { return (shelves.keyless, nil) }
        guard let key = ShelfKey(of: request) else {
            throw RequestError(.unauthorized, "The shelf key is missing. Send it as “Authorization: Bearer KEY”.")
        }
        guard let (store, access) = try await shelves.shelf(with: key.hash) else { throw StoreError.noShelf }
        guard access == .owner || request.method.reads else {
            throw RequestError(.forbidden, "This key is for reading only. Changes need the shelf’s own key.")
        }
        return (store, access)
    }
}
