import ArgumentParser
import Foundation
import Testing

@testable import PageBuilding

/// A new folder that is deleted at the end of a test.
private final class TemporaryFolder {
    let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

    init(_ files: [String: String] = [:]) throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        for (path, text) in files {
            let file = url.appending(path: path)
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try write(text, to: file)
        }
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    var page: PageFolder { PageFolder(url) }
}

@Suite struct Folders {
    @Test func pathsAreSortedAndRelative() throws {
        let folder = try TemporaryFolder(["b.js": "", "a/z.js": "", "a/é.js": "", "B.js": ""])
        #expect(try folder.page.paths() == ["B.js", "a/z.js", "a/é.js", "b.js"])
    }

    @Test func theHashChangesWithPathsAndContents() throws {
        let files = [
            ["a.js": "one", "b.js": "two"], ["a.js": "onet", "b.js": "wo"], ["a.js": "one", "c.js": "two"], ["a.js": "one"],
        ]
        var hashes = try files.map { try TemporaryFolder($0).page.hash() }
        hashes.append(try TemporaryFolder(files[0]).page.hash(with: "template"))
        #expect(Set(hashes).count == hashes.count)
        #expect(try TemporaryFolder(files[0]).page.hash() == hashes[0])
        #expect(hashes.allSatisfy { $0.wholeMatch(of: /[0-9a-f]{16}/) != nil })
    }

    @Test func theHashIsFNV1a() {
        var hash = ContentHash()
        #expect(hash.text == "cbf29ce484222325")
        hash.add("foobar".utf8)
        #expect(hash.text == "85944171f73967e8")
    }

    @Test func onlyAPageIsReplaced() throws {
        try TemporaryFolder().page.checkIsReplaceable()
        try PageFolder(TemporaryFolder().url.appending(path: "new")).checkIsReplaceable()
        try TemporaryFolder(["index.html": "", "assets/0/main.js": ""]).page.checkIsReplaceable()
        for files in [["mine.txt": ""], ["index.html": "mine"], ["assets/picture.png": "mine"], [".hidden": ""]] {
            let folder = try TemporaryFolder(files)
            #expect(throws: PageBuildError.self) { try folder.page.checkIsReplaceable() }
        }
        let file = try TemporaryFolder(["file": ""])
        #expect(throws: PageBuildError.self) { try PageFolder(file.url.appending(path: "file")).checkIsReplaceable() }
    }

    @Test func aNewPageTakesThePlaceOfTheOldOne() throws {
        let parent = try TemporaryFolder(["page/old.html": "", "new/new.html": ""])
        try PageFolder(parent.url.appending(path: "page")).replace(with: PageFolder(parent.url.appending(path: "new")))
        #expect(try parent.page.paths() == ["page/new.html"])
    }
}

@Suite struct Templates {
    private let paths = [
        "LICENSE-all.txt", "assets/0/LICENSE-FluidR3.txt", "assets/0/chord-combiner.wasm", "assets/0/main.js",
        "assets/0/sound/electric-piano.mp3", "assets/0/sound/piano.mp3", "icons/icon-192.png", "icons/icon.svg", "index.html",
        "manifest.webmanifest",
    ]

    @Test func theServiceWorkerKnowsWhatToKeep() throws {
        let worker = ServiceWorker(paths: paths)
        #expect(worker.files == ["assets/0/chord-combiner.wasm", "assets/0/main.js", "icons/icon.svg", "manifest.webmanifest"])
        #expect(worker.later == ["assets/0/sound/piano.mp3"])
        let template = #"const all = ["{version}", "{assets}", "{files}", "{later}"];"#
        #expect(
            try worker.script(template: template, version: "1", assets: "assets/0/") == """
                const all = ["1", "assets/0/", "assets/0/chord-combiner.wasm assets/0/main.js icons/icon.svg manifest.webmanifest", \
                "assets/0/sound/piano.mp3"];
                """)
    }

    @Test func aTemplateWithoutAPlaceIsAnError() {
        let error = #expect(throws: PageBuildError.self) {
            try ServiceWorker(paths: paths).script(template: #""{version}" "{assets}" "{files}""#, version: "", assets: "")
        }
        #expect(error?.description.contains("{later}") == true)
        #expect(throws: PageBuildError.self) { try filledIndex(template: "{assets}", assets: "assets/0/", chunks: []) }
    }

    @Test func theIndexPreloadsChunks() throws {
        let template = "<!--modulepreload-->\n<script src=\"{assets}main.js\"></script>\n"
        #expect(
            try filledIndex(template: template, assets: "assets/0/", chunks: ["a.js", "b.js"]) == """
                <link rel="modulepreload" href="assets/0/a.js">
                <link rel="modulepreload" href="assets/0/b.js">
                <script src="assets/0/main.js"></script>

                """)
        #expect(
            try filledIndex(template: template, assets: "assets/0/", chunks: [])
                == "<script src=\"assets/0/main.js\"></script>\n")
    }

    @Test func styleSheetsAreJoinedInTheOrderOfTheirImports() throws {
        let folder = try TemporaryFolder([
            "page.css": "/* The page. */\n@import \"b.css\";\n@import \"a.css\";\n", "a.css": "a {}\n", "b.css": "b {}\n",
        ])
        #expect(try StyleSheet.joined(folder.url.appending(path: "page.css")) == "b {}\na {}\n")
    }

    @Test func everyStyleSheetIsImported() throws {
        let folder = URL(filePath: #filePath).appending(path: "../../../Web/style").standardized
        let imports = StyleSheet.imports(of: try String(contentsOf: folder.appending(path: "page.css"), encoding: .utf8))
        #expect(imports.sorted() == (try PageFolder(folder).paths()).filter { $0 != "page.css" })
    }
}

@Suite struct FirstVisits {
    @Test func chunksAreFollowedThroughStaticImports() throws {
        let metafile = """
            {"inputs": {}, "outputs": {
              "out/main.js": {"bytes": 1, "imports": [
                {"path": "out/a.js", "kind": "import-statement"}, {"path": "out/lazy.js", "kind": "dynamic-import"}]},
              "out/a.js": {"bytes": 1, "imports": [{"path": "out/b.js", "kind": "import-statement"}]},
              "out/b.js": {"bytes": 1, "imports": [{"path": "out/a.js", "kind": "import-statement"}]},
              "out/lazy.js": {"bytes": 1, "imports": []}}}
            """
        #expect(try Bundler.entry("main.js", in: Data(metafile.utf8)).chunks == ["a.js", "b.js"])
    }

    @Test func theSmallestCopyOfEachFileIsCounted() throws {
        let visit = FirstVisit(assets: "assets/0/", chunks: ["a.js"])
        var files = Dictionary(uniqueKeysWithValues: visit.paths.map { ($0, "12345") })
        files["assets/0/a.js.br"] = "1"
        files["assets/0/a.js.gz"] = "12"
        files["assets/0/main.js.gz"] = "1234567"
        let folder = try TemporaryFolder(files)
        #expect(try visit.size(in: folder.url) == 5 * (visit.paths.count - 1) + 1)
        #expect(
            try visit.summary(in: folder.url)
                == "A first visit loads 41 bytes in 9 requests. The engine is 5 of them, 5 uncompressed.")
        try FileManager.default.removeItem(at: folder.url.appending(path: "index.html"))
        #expect(throws: PageBuildError.self) { try visit.size(in: folder.url) }
    }
}

@Suite struct Options {
    @Test(arguments: [
        ([], PageBuild.Kind.release), (["--local"], .local), (["--debug"], .debug), (["--local", "--debug"], .debug),
    ])
    func theKindOfBuildIsAnOption(options: [String], kind: PageBuild.Kind) throws {
        let command = try PageBuilderCommand.parse(options + ["page"])
        #expect(command.kind == kind && command.output == "page" && command.sizeTable == nil)
    }

    @Test func theSizeTableIsAFile() throws {
        #expect(try PageBuilderCommand.parse(["page", "--size-table", "sizes.md"]).sizeTable == "sizes.md")
    }

    @Test(arguments: [[], [""], ["a", "b"], ["--output", "a"], ["page", "--size-table"]])
    func wrongUsageIsRefused(arguments: [String]) {
        #expect(throws: (any Error).self) { try PageBuilderCommand.parse(arguments) }
    }
}

@Suite struct Programs {
    @Test func aFailureHasTheOutputAndTheStatus() throws {
        let folder = try TemporaryFolder()
        let log = folder.url.appending(path: "log")
        let failure = #expect(throws: Program.Failure.self) {
            try Program(["sh", "-c", "echo out; echo err >&2; exit 3"], log: log).wait()
        }
        #expect(failure?.status == 3 && failure?.output == "out\nerr")
        #expect(throws: Program.Failure.self) { try Program(["no-such-program-here"], log: log) }
    }

    @Test func inputOutputAndEnvironmentAreFilesAndVariables() throws {
        let folder = try TemporaryFolder(["in": "text\n"])
        let output = folder.url.appending(path: "out")
        try Program(
            ["sh", "-c", "cat; echo $NOTE"], environment: ["NOTE": "F♯"], input: folder.url.appending(path: "in"),
            output: output, log: folder.url.appending(path: "log")
        ).wait()
        #expect(try String(contentsOf: output, encoding: .utf8) == "text\nF♯\n")
    }

    @Test func aStoppedProgramEnds() throws {
        let folder = try TemporaryFolder()
        let start = ContinuousClock.now
        try Program(["sleep", "60"], log: folder.url.appending(path: "log")).stop()
        #expect(ContinuousClock.now - start < .seconds(30))
    }
}

@Suite struct Toolsets {
    @Test(arguments: [(true, "-Osize"), (false, "-Onone")])
    func theToolsetIsJSON(isOptimized: Bool, option: String) throws {
        struct Toolset: Decodable {
            struct Tool: Decodable { let extraCLIOptions: [String] }
            let swiftCompiler: Tool
            let linker: Tool
        }
        let toolset = try JSONDecoder().decode(Toolset.self, from: Data(Toolchain.toolset(isOptimized: isOptimized).utf8))
        #expect(toolset.swiftCompiler.extraCLIOptions.contains(option))
        #expect(toolset.linker.extraCLIOptions.contains("--strip-debug"))
    }
}
