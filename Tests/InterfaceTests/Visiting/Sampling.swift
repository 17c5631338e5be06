import Foundation

/// Some of the cases that together take a minute: one in `count` for `./test`, all for `./test --all`.
func sample<Case>(_ cases: some Sequence<Case>, oneIn count: Int) -> [Case] {
    let areAllTried = ProcessInfo.processInfo.environment["CHORDS_TEST_ALL"] != nil
    return cases.enumerated().filter { areAllTried || $0.offset % count == 0 }.map { $0.element }
}
