/// A reproducible random number generator.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed | 1
    }

    /// Lehmer's multiplication. The upper half is the random one.
    mutating func next() -> UInt64 {
        func half(_ state: inout UInt64) -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state >> 32
        }
        return half(&state) << 32 | half(&state)
    }
}
