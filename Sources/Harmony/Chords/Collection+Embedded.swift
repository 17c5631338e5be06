#if hasFeature(Embedded)
    // A copy of each of these functions for each type is compiled into the page's engine, over three hundred of `map`
    // alone. The standard library's versions are faster, and take two to ten times as much code.

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

    extension Array {
        /// Removes the elements that satisfy a condition.
        @inline(never)
        package mutating func removeAll(where isRemoved: (Element) -> Bool) {
            var kept: [Element] = []
            for element in self where !isRemoved(element) { kept.append(element) }
            self = kept
        }
    }

    // An iterator over the bytes of a string is long, and one over those of an array is short.
    extension Sequence<UInt8> {
        /// Whether the first bytes are those of a text.
        @inline(never)
        package func starts(with text: String.UTF8View) -> Bool { starts(with: Array(text)) }

        /// Whether the bytes are those of a text.
        @inline(never)
        package func elementsEqual(_ text: String.UTF8View) -> Bool { Array(self) == Array(text) }
    }
#endif
