#if hasFeature(Embedded)
    extension Array {
        /// Returns what the closure makes of each element, in order.
        ///
        /// A copy for each pair of types is compiled into the page's engine, over two hundred in all. The standard
        /// library's version can grow its array in the loop and takes three times as much code.
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
