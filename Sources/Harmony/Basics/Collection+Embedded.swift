#if hasFeature(Embedded)
    // A copy of each of these functions for each type is compiled into the page's engine, over three hundred of `map`
    // alone. The standard library's versions are faster, and take two to ten times as much code.

    extension Collection {
        /// Returns what the closure makes of each element, in order.
        @inline(never)
        package func map<Result>(_ transform: (Element) -> Result) -> [Result] {
            // A loop in the closure that initializes the array would take three functions for each pair of types.
            let results: [Result]
            var next: UnsafeMutablePointer<Result>
            (results, next) = [Result].uninitialized(count)
            for element in self {
                next.initialize(to: transform(element))
                next += 1
            }
            return results
        }
    }

    extension Array {
        /// An array whose elements the caller must initialize before anything else, and its first element.
        @inline(never)
        fileprivate static func uninitialized(_ count: Int) -> (Self, UnsafeMutablePointer<Element>) {
            var first: UnsafeMutablePointer<Element>?
            let elements = Self(unsafeUninitializedCapacity: count) { buffer, count in
                first = buffer.baseAddress
                count = buffer.count
            }
            return (elements, first.unsafelyUnwrapped)
        }
    }

    extension Optional {
        /// Returns what the closure makes of the value. It is inlined together with the closure, which has one caller.
        @inline(__always)
        package func map<Result>(_ transform: (Wrapped) -> Result) -> Result? {
            guard let value = self else { return nil }
            return transform(value)
        }

        /// Returns what the closure makes of the value, which may be nothing.
        @inline(__always)
        package func flatMap<Result>(_ transform: (Wrapped) -> Result?) -> Result? {
            guard let value = self else { return nil }
            return transform(value)
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
