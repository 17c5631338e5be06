import Hummingbird
import Store

/// Who finds the shelf that a request is about.
struct Shelfkeeper: Sendable {
    let shelves: Shelves
    /// Whether anyone who asks needs a key; otherwise there is one shelf for all who can reach this server.
    let asksForKeys: Bool
    /// How many an address may make; nil where no one counts them.
    let newShelves: Allowance?

    /// - Parameter changing: whether something is to be changed.
    /// - Throws: ``RefusedRequest`` with 401 without the key of a shelf, and with 403 for a change by who may only read.
    func shelf(for request: Request, changing: Bool) async throws -> ChordsetStore {
        try await opened(for: request, changing: changing).store
    }

    /// The same, and what it is opened for; nil where no one is asked for a key.
    func opened(for request: Request, changing: Bool) async throws -> (store: ChordsetStore, access: ShelfAccess?) {
        guard asksForKeys else { return (shelves.keyless, nil) }
        guard let key = ShelfKey(of: request) else {
            throw RefusedRequest(.unauthorized, """
                What is kept here lies on shelves: send the key of one, as “Authorization: Bearer” and 22 letters.
                """)
        }
        guard let (store, access) = try await shelves.shelf(with: key.hash) else { throw StoreError.noShelf }
        guard access == .owner || !changing else {
            throw RefusedRequest(.forbidden, "This key is for reading only. Changes need the shelf’s own key.")
        }
        return (store, access)
    }
}
