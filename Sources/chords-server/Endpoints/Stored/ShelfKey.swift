import Chordsets
import Hummingbird
import Store

/// The key of a shelf: 128 random bits from a browser, as 22 characters of base64url. Only its hash is stored and
/// compared.
struct ShelfKey {
    let hash: KeyHash

    /// - Returns: nil for an invalid key.
    init?(_ text: String) {
        guard text.utf8.count == 22, let key = Base64URL.bytes(text) else { return nil }
        hash = KeyHash(Digest.bytes(of: key))
    }

    /// The key in `Authorization: Bearer …`.
    init?(of request: Request) {
        guard let text = request.headers.bearer else { return nil }
        self.init(text)
    }
}
