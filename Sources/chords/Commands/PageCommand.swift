import ArgumentParser
import Foundation
import Interface

/// Part of the build of the web page: see Web/build.
struct PageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "page",
        abstract: "Put the first screen into the page's template (standard input).",
        shouldDisplay: false
    )

    func run() throws {
        let template = String(decoding: try FileHandle.standardInput.readToEnd() ?? Data(), as: UTF8.self)
        print(Page(route: "/", inFragment: true).document(template: template), terminator: "")
    }
}
