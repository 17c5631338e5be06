/// Random numbers of a simulated learner.
package struct Luck: Sendable {
    private var generator: PracticeRandom

    package init(seed: UInt64) { generator = PracticeRandom(seed: seed) }

    /// A random number from 0 to 1, without 1.
    mutating func unit() -> Double { Double(generator.below(1 << 30)) / Double(1 << 30) }

    /// A normally distributed number with mean 0 and standard deviation 1, by Marsaglia's polar method.
    package mutating func normal() -> Double {
        while true {
            let (x, y) = (2 * unit() - 1, 2 * unit() - 1)
            let square = x * x + y * y
            guard square > 0, square < 1 else { continue }
            // The square root is the power of half the logarithm.
            return x * powerOfTwo(logarithm(-2 * logarithm(square) / square) / (2 * logarithmOfTwo))
        }
    }
}
