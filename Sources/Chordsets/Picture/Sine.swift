/// The sine of an angle in turns, by its series: the page's engine has no mathematical library, and the same picture is
/// the same everywhere only where the same additions make it. Off by less than a millionth of a thousandth.
func sine(turns: Double) -> Double {
    // To the quarter turn on either side of 0 where the sine is the same.
    var place = turns - Double(Int(turns))
    if place < 0 { place += 1 }
    if place > 0.75 { place -= 1 } else if place > 0.25 { place = 0.5 - place }
    let angle = place * 2 * .pi
    let square = angle * angle
    var term = angle
    var sum = angle
    for step in 1...7 {
        term *= -square / Double(2 * step * (2 * step + 1))
        sum += term
    }
    return sum
}
