/// An invalid request with a message for the client.
struct BadRequest: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}
