import ArgumentParser
import Foundation
import Testing

@testable import PageBuilding

/// Calls `body` with a temporary folder of text files.
private func withFolder<Result>(_ files: [String: String] = [:], _ body: (URL) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (path, text) in files {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try write(text, to: file)
    }
    return try body(folder)
}

@Suite struct Folders {
    @Test func pathsAreSortedAndRelative() throws {
        let paths = try withFolder(["b.js": "", "a/z.js": "", "a/é.js": "", "B.js": ""]) { try PageFolder($0).paths() }
        #expect(paths == ["B.js", "a/z.js", "a/é.js", "b.js"])
    }

    @Test func theHashChangesWithPathsAndContents() throws {
        let files = [
            ["a.js": "one", "b.js": "two"], ["a.js": "onet", "b.js": "wo"], ["a.js": "one", "c.js": "two"],
            ["a.js": "one"],
        ]
        func hash(_ files: [String: String], with text: String = "") throws -> String {
            try withFolder(files) { try PageFolder($0).hash(with: text) }
        }
        let hashes = try files.map { try hash($0) } + [hash(files[0], with: "template")]
        #expect(Set(hashes).count == hashes.count)
        #expect(try hash(files[0]) == hashes[0])
        #expect(hashes.allSatisfy { $0.wholeMatch(of: /[0-9a-f]{16}/) != nil })
    }

    @Test func theHashIsFNV1a() {
        var hash = ContentHash()
        #expect(hash.text == "cbf29ce484222325")
        hash.add("foobar".utf8)
        #expect(hash.text == "85944171f73967e8")
    }

    @Test(arguments: [[:], ["index.html": "", "assets/0/main.js": ""]])
    func aPageOrAnEmptyFolderIsReplaced(files: [String: String]) throws {
        try withFolder(files) { folder in
            try PageFolder(folder).checkIsReplaceable()
            try PageFolder(folder.appending(path: "new")).checkIsReplaceable()
        }
    }

    @Test(arguments: [["mine.txt": ""], ["index.html": "mine"], ["assets/picture.png": "mine"], [".hidden": ""]])
    func anotherFolderIsRefused(files: [String: String]) throws {
        try withFolder(files) { folder in
            #expect(throws: PageBuildError.self) { try PageFolder(folder).checkIsReplaceable() }
            let file = folder.appending(path: files.keys.first!)
            #expect(throws: PageBuildError.self) { try PageFolder(file).checkIsReplaceable() }
        }
    }

    @Test func aNewPageReplacesTheOldOne() throws {
        try withFolder(["page/old.html": "", "new/new.html": ""]) { folder in
            try PageFolder(folder.appending(path: "page")).replace(with: PageFolder(folder.appending(path: "new")))
            #expect(try PageFolder(folder).paths() == ["page/new.html"])
        }
    }
}

@Suite struct Templates {
    private let paths = [
        "LICENSE-all.txt", "assets/0/LICENSE-FluidR3.txt", "assets/0/chord-combiner.wasm", "assets/0/main.js",
        "assets/0/sound/electric-piano.mp3", "assets/0/sound/piano.mp3", "icons/icon-192.png", "icons/icon.svg",
        "index.html",
        "manifest.webmanifest",
    ]

    @Test func theServiceWorkerListsStoredFiles() throws {
        let worker = ServiceWorker(paths: paths)
        #expect(
            worker.files == [
                "assets/0/chord-combiner.wasm", "assets/0/main.js", "icons/icon.svg", "manifest.webmanifest",
            ])
        #expect(worker.later == ["assets/0/sound/electric-piano.mp3", "assets/0/sound/piano.mp3"])
        let template = #"const all = ["{version}", "{assets}", "{files}", "{later}", "{hashes}"];"#
        let hashes = ["icons/icon.svg": "ab", "assets/0/main.js": "cd"]
        #expect(
            try worker.script(template: template, version: "1", assets: "assets/0/", hashes: hashes) == """
                const all = ["1", "assets/0/", "assets/0/chord-combiner.wasm assets/0/main.js icons/icon.svg \
                manifest.webmanifest", "assets/0/sound/electric-piano.mp3 assets/0/sound/piano.mp3", \
                "assets/0/main.js:cd icons/icon.svg:ab"];
                """)
    }

    @Test func theListenerIsStoredWhenItIsUsed() {
        let worker = ServiceWorker(paths: [
            "assets/0/listener.wasm", "assets/0/listening/LICENSE-basic-pitch.txt",
            "assets/0/listening/NOTICE-basic-pitch.txt", "assets/0/listening/microphone.js",
            "assets/0/workers/listener-frames.js", "assets/0/workers/listener.js", "assets/0/workers/ticker.js",
        ])
        #expect(worker.files == ["assets/0/listening/microphone.js", "assets/0/workers/ticker.js"])
        #expect(
            worker.later == [
                "assets/0/listener.wasm", "assets/0/workers/listener-frames.js", "assets/0/workers/listener.js",
            ])
    }

    @Test func aTemplateWithoutAPlaceholderIsAnError() {
        let error = #expect(throws: PageBuildError.self) {
            try ServiceWorker(paths: paths).script(
                template: #""{version}" "{assets}" "{files}""#, version: "", assets: "")
        }
        #expect(error?.description.contains("{later}") == true)
        #expect(throws: PageBuildError.self) { try filledIndex(template: "main.js", assets: "assets/0/") }
    }

    @Test func theIndexNamesTheFolder() throws {
        let template = "<link href=\"{assets}page.css\">\n<script src=\"{assets}main.js\"></script>\n"
        #expect(
            try filledIndex(template: template, assets: "assets/0/")
                == "<link href=\"assets/0/page.css\">\n<script src=\"assets/0/main.js\"></script>\n")
    }

    @Test func styleSheetsAreJoinedInTheOrderOfTheirImports() throws {
        let sheets = [
            "page.css": "/* The page. */\n@import \"b.css\";\n@import \"a.css\";\n", "a.css": "a {}\n",
            "b.css": "b {}\n",
        ]
        let joined = try withFolder(sheets) { try StyleSheet.joined($0.appending(path: "page.css")) }
        #expect(joined == "b {}\na {}\n")
    }

    @Test func everyStyleSheetIsImported() throws {
        let folder = URL(filePath: #filePath).appending(path: "../../../Web/style").standardized
        let imports = StyleSheet.imports(
            of: try String(contentsOf: folder.appending(path: "page.css"), encoding: .utf8))
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
        try withFolder(files) { folder in
            #expect(try visit.size(in: folder) == 5 * (visit.paths.count - 1) + 1)
            #expect(
                try visit.summary(in: folder)
                    == "A first visit loads 41 bytes in 9 requests. The engine is 5 of them, 5 uncompressed.")
            try FileManager.default.removeItem(at: folder.appending(path: "index.html"))
            #expect(throws: PageBuildError.self) { try visit.size(in: folder) }
        }
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
        try withFolder { folder in
            let log = folder.appending(path: "log")
            let failure = #expect(throws: Program.Failure.self) {
                try Program(["sh", "-c", "echo out; echo err >&2; exit 3"], log: log).wait()
            }
            #expect(failure?.status == 3 && failure?.output == "out\nerr")
            #expect(throws: Program.Failure.self) { try Program(["no-such-program-here"], log: log) }
        }
    }

    @Test func inputOutputAndEnvironmentArePassedOn() throws {
        try withFolder(["in": "text\n"]) { folder in
            let output = folder.appending(path: "out")
            try Program(
                ["sh", "-c", "cat; echo $NOTE"], environment: ["NOTE": "F♯"], input: folder.appending(path: "in"),
                output: output, log: folder.appending(path: "log")
            ).wait()
            #expect(try String(contentsOf: output, encoding: .utf8) == "text\nF♯\n")
        }
    }

    @Test func aStoppedProgramEnds() throws {
        try withFolder { folder in
            let start = ContinuousClock.now
            try Program(["sleep", "600"], log: folder.appending(path: "log")).stop()
            #expect(ContinuousClock.now - start < .seconds(300))
        }
    }
}

@Suite struct Toolsets {
    @Test func theToolsetIsJSON() throws {
        struct Toolset: Decodable {
            struct Tool: Decodable { let extraCLIOptions: [String] }
            let swiftCompiler: Tool
            let linker: Tool
        }
        let toolset = try JSONDecoder().decode(Toolset.self, from: Data(Toolchain.toolset.utf8))
        #expect(toolset.swiftCompiler.extraCLIOptions.contains("Embedded"))
        #expect(toolset.linker.extraCLIOptions.contains("--strip-debug"))
    }
}
