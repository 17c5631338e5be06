/// A request that cannot be understood, with a sentence for anyone who sent it.
struct BadRequest: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}
