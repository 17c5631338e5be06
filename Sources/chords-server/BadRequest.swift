/// A request that cannot be understood, with a sentence for whoever sent it.
struct BadRequest: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}
