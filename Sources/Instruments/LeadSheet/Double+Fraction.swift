extension Double {
    /// The part after the point of a positive number; 0 for one beyond 32 bits, as `Int` has in the browser.
    var fraction: Double { self < 2_147_483_647 ? self - Double(Int(self)) : 0 }
}
