import Foundation
import Input
import Testing

@testable import chords

@Suite("Files named on standard input")
struct ListedFileTests {
    /// The error message of reading; nil if it succeeds.
    private func refusal(_ name: [UInt8], limit: Int = 10) -> String? {
        do throws(InputError) {
            _ = try ListedFile(name).contents(limit: limit)
            return nil
        } catch {
            return error.message
        }
    }

    private func withFolder(_ task: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try task(folder)
    }

    @Test("A file is read up to its limit, even if its name is not UTF-8")
    func contents() throws {
        try withFolder { folder in
            let name = Array(folder.path.utf8) + [UInt8(ascii: "/"), 0xff]
            let file = fopen(name.map { CChar(bitPattern: $0) } + [0], "w")
            fputs("0123456789", file)
            fclose(file)
            let contents = try ListedFile(name).contents(limit: 10)
            #expect(contents == Array("0123456789".utf8))
            #expect(refusal(name, limit: 9)?.contains("more than 9 bytes") == true)
            #expect(ListedFile(name).title.hasSuffix("\u{fffd}"))
        }
    }

    @Test("Only regular files are read, and pipes do not block")
    func others() throws {
        try withFolder { folder in
            let pipe = folder.appending(path: "pipe").path
            #expect(mkfifo(pipe, 0o600) == 0)
            #expect(refusal(Array(pipe.utf8))?.contains("pipe") == true)
            #expect(refusal(Array(folder.path.utf8))?.contains("folder") == true)
            #expect(refusal(Array("/dev/null".utf8))?.contains("device") == true)
            #expect(refusal(Array((folder.path + "/none").utf8))?.contains("There is no file") == true)
        }
    }

    @Test("Invalid names are rejected")
    func names() {
        #expect(refusal([])?.contains("empty") == true)
        #expect(refusal(Array("-".utf8))?.contains("standard input") == true)
        #expect(refusal(Array("a\0b".utf8))?.contains("zero byte") == true)
        #expect(refusal([UInt8](repeating: 97, count: 4096))?.contains("4095") == true)
    }
}
