#if hasFeature(Embedded)
extension Array {
    /// Returns what the closure makes of each element, in order.
    ///
    /// The page's engine has a copy of this function for each pair of types, over two hundred. The standard library's one,
    /// whose array can grow in the loop, takes three times as much code.
    @inline(never)
    package func map<Result>(_ transform: (Element) -> Result) -> [Result] {
        [Result](unsafeUninitializedCapacity: count) { results, count in
            for element in self {
                (results.baseAddress! + count).initialize(to: transform(element))
                count += 1
            }
        }
    }
}
#endif
