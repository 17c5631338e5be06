import Hummingbird
import Store

/// Finds and authorizes the shelf of a request.
struct Shelfkeeper: Sendable {
    let shelves: Shelves
    /// Whether requests need a key. Otherwise all clients share one shelf.
    let asksForKeys: Bool
    /// The rate limit for new shelves; nil for none.
    let newShelves: Allowance?

    /// - Parameter changing: whether the request is a change.
    /// - Throws: ``RefusedRequest`` with 401 without a valid key, and with 403 for a change with a key for reading.
    func shelf(for request: Request, changing: Bool) async throws -> ShelfStore {
        try await opened(for: request, changing: changing).store
    }

    /// The shelf with its access; the access is nil if the server needs no keys.
    func opened(for request: Request, changing: Bool) async throws -> (store: ShelfStore, access: ShelfAccess?) {
        guard asksForKeys else { return (shelves.keyless, nil) }
        guard let key = ShelfKey(of: request) else {
            throw RefusedRequest(
                .unauthorized,
                """
                A shelf key is missing. Send it as “Authorization: Bearer” and 22 letters.
                """)
        }
        guard let (store, access) = try await shelves.shelf(with: key.hash) else { throw StoreError.noShelf }
        guard access == .owner || !changing else {
            throw RefusedRequest(.forbidden, "This key is for reading only. Changes need the shelf’s own key.")
        }
        return (store, access)
    }
}
