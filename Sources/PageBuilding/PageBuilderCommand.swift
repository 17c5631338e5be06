import ArgumentParser
import Foundation

/// The command `page-builder`.
public struct PageBuilderCommand: ParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "page-builder",
        abstract: "Build the page as a folder of static files for any web host.",
        discussion: "Run it in the folder of Package.swift."
    )

    @Argument(help: ArgumentHelp("The folder to create, or a page to replace.", valueName: "output-dir"))
    var output: String

    @Flag(help: "Build for this machine only: quicker, not bundled and not compressed.")
    var local = false

    @Flag(help: "Do not optimize the engine; implies --local.")
    var debug = false

    @Option(help: ArgumentHelp("Write the size of each module to a file, as a Markdown table.", valueName: "file"))
    var sizeTable: String?

    public init() {}

    public func validate() throws {
        guard !output.isEmpty else { throw ValidationError("The name of the output folder is empty.") }
    }

    var kind: PageBuild.Kind { debug ? .debug : local ? .local : .release }

    public func run() throws {
        try PageBuild(kind, output: URL(filePath: output), sizeTable: sizeTable.map { URL(filePath: $0) }).run()
    }
}
