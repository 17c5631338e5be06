import ArgumentParser
import Exchange
import Foundation
import Interface
import JSONText

/// A hidden command for building and testing the web page: see page-builder and Tests/page.
struct PageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "page",
        abstract: "Put the first screen into the page's template (standard input).",
        shouldDisplay: false
    )

    @Flag(help: "List the addresses of every kind of screen instead, as JSON.") var screens = false

    func run() throws {
        if screens { return print(Self.screens.text) }
        let template = String(decoding: try FileHandle.standardInput.readToEnd() ?? Data(), as: UTF8.self)
        print(Page(route: "/", inFragment: true).document(template: template), terminator: "")
    }

    /// Name, address and title of each screen. If `needs` is `chordset`, `{id}` in the address is the ID of a stored
    /// chordset.
    private static var screens: JSON {
        .array(
            Page.examples.map { name, path in
                .object([
                    ("name", .string(name)), ("path", .string(path)), ("title", .string(Page(route: path).title)),
                    ("needs", .optional(Page.showsChordsets(path) ? "chordset" : nil)),
                ])
            })
    }
}
