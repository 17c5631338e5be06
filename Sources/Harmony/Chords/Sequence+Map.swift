#if hasFeature(Embedded)
    // A copy of `map` for each pair of types is compiled into the page's engine, over three hundred in all. The
    // standard library's version can grow its array in the loop, and takes three times as much code.

    extension Collection {
        /// Returns what the closure makes of each element, in order.
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

    extension Sequence {
        /// Returns what the closure makes of each element, in order.
        @inline(never)
        package func map<Result>(_ transform: (Element) -> Result) -> [Result] {
            var results: [Result] = []
            for element in self { results.append(transform(element)) }
            return results
        }
    }
#endif
