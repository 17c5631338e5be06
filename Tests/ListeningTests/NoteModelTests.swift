import Testing

@testable import Listening
