/// 2 to a power, without a math library, which the page's engine does not have.
func powerOfTwo(_ exponent: Double) -> Double {
    guard exponent > -1000 else { return 0 }
    let exponent = min(exponent, 1000)
    let whole = Int(exponent)
    // e^x by its series, with |x| < 0.7.
    let x = (exponent - Double(whole)) * logarithmOfTwo
    var (sum, term) = (1.0, 1.0)
    for index in 1...20 {
        term *= x / Double(index)
        sum += term
    }
    for _ in 0..<abs(whole) { sum *= whole < 0 ? 0.5 : 2 }
    return sum
}

/// The natural logarithm of a positive number.
func logarithm(_ number: Double) -> Double {
    var (mantissa, twos) = (number, 0)
    while mantissa > 1.5 { (mantissa, twos) = (mantissa / 2, twos + 1) }
    while mantissa < 0.75 { (mantissa, twos) = (mantissa * 2, twos - 1) }
    // ln m = 2 artanh ((m − 1)/(m + 1))
    let x = (mantissa - 1) / (mantissa + 1)
    var (sum, power) = (0.0, x)
    for index in 0..<20 {
        sum += power / Double(2 * index + 1)
        power *= x * x
    }
    return 2 * sum + Double(twos) * logarithmOfTwo
}

let logarithmOfTwo = 0.693_147_180_559_945_3
