/// The sine of an angle in turns by its Taylor series, with an error below 10⁻⁹.
///
/// The page's engine has no math library, and pictures must be identical on all platforms.
func sine(turns: Double) -> Double {
    // Reduced to ±¼ turn.
    var reduced = turns - Double(Int(turns))
    if reduced < 0 { reduced += 1 }
    if reduced > 0.75 { reduced -= 1 } else if reduced > 0.25 { reduced = 0.5 - reduced }
    let angle = reduced * 2 * .pi
    let square = angle * angle
    var term = angle
    var sum = angle
    for step in 1...7 {
        term *= -square / Double(2 * step * (2 * step + 1))
        sum += term
    }
    return sum
}
