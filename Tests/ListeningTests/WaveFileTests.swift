import Listening
import Testing

struct WaveFileTests {
    /// A chunk with its name and length, and the byte that makes its length even.
    private func chunk(_ name: String, _ content: [UInt8], declared: UInt32? = nil) -> [UInt8] {
        Array(name.utf8) + bytes(declared ?? UInt32(content.count)) + content
            + (content.count % 2 == 1 ? [0] : [])
    }

    private func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }

    private func format(
        tag: UInt16 = 1, channels: UInt16 = 1, rate: UInt32 = 44_100, bits: UInt16 = 16, after: [UInt8] = []
    ) -> [UInt8] {
        let frame = channels * ((bits + 7) / 8)
        return chunk(
            "fmt ",
            bytes(tag) + bytes(channels) + bytes(rate) + bytes(rate * UInt32(frame)) + bytes(frame) + bytes(bits)
                + after)
    }

    private func file(_ chunks: [UInt8], kind: String = "RIFF", size: UInt32? = nil) -> [UInt8] {
        Array(kind.utf8) + bytes(size ?? UInt32(chunks.count + 4)) + Array("WAVE".utf8) + chunks
    }

    private func read(_ file: [UInt8]) throws(WaveFileError) -> (wave: WaveFile, samples: [Float]) {
        let wave = try WaveFile(size: file.count) { Array(file[$0]) }
        return (wave, wave.samples(Array(file[wave.data])))
    }

    // A half, silence and minus one in each depth.
    @Test(arguments: [
        (8, [0xC0, 0x80, 0x00]),
        (16, [0, 0x40, 0, 0, 0, 0x80]),
        (24, [0, 0, 0x40, 0, 0, 0, 0, 0, 0x80]),
        (32, [0, 0, 0, 0x40, 0, 0, 0, 0, 0, 0, 0, 0x80]),
    ] as [(UInt16, [UInt8])])
    func depthsOfIntegers(bits: UInt16, content: [UInt8]) throws {
        let (wave, samples) = try read(file(format(bits: bits) + chunk("data", content)))
        #expect(samples == [0.5, 0, -1])
        #expect(wave.rate == 44_100)
        #expect(wave.remarks.isEmpty)
    }

    @Test func floats() throws {
        let content = [0.25, -2, .nan, .infinity] as [Float]
        #expect(
            try read(
                file(format(tag: 3, bits: 32) + chunk("data", content.flatMap { bytes($0.bitPattern) }))
            ).samples == [0.25, -2, 0, 0])
        #expect(
            try read(
                file(
                    format(tag: 3, bits: 64)
                        + chunk("data", content.flatMap { bytes(Double($0).bitPattern) }))
            ).samples == [0.25, -2, 0, 0])
    }

    @Test func channelsAreMixed() throws {
        // 0.5 and 0 in the first frame, −0.5 and −0.5 in the second.
        let content: [UInt8] = [0, 0x40, 0, 0, 0, 0xC0, 0, 0xC0]
        let (wave, samples) = try read(file(format(channels: 2) + chunk("data", content)))
        #expect(wave.channels == 2)
        #expect(samples == [0.25, -0.5])
    }

    @Test func extensibleFormat() throws {
        // 24 valid bits in 32, and the identifier of PCM.
        let after: [UInt8] = [22, 0, 24, 0, 4, 0, 0, 0, 1, 0] + [UInt8](repeating: 9, count: 14)
        let chunks = format(tag: 0xFFFE, bits: 32, after: after) + chunk("data", [0, 0, 0, 0x40])
        #expect(try read(file(chunks)).samples == [0.5])
    }

    @Test func otherChunksInAnyOrder() throws {
        let data = chunk("data", [0, 0x40])
        let list = chunk("LIST", [1, 2, 3])
        #expect(try read(file(list + format() + chunk("fact", [0, 0, 0, 0]) + data + list)).samples == [0.5])
        #expect(try read(file(data + list + format())).samples == [0.5])
        // An odd chunk without the byte that makes it even.
        #expect(try read(file(Array(list.dropLast()) + format() + data)).samples == [0.5])
    }

    @Test func cutOffFiles() throws {
        let cut = try read(file(format() + chunk("data", [0, 0x40, 7], declared: 100).dropLast()))
        #expect(cut.samples == [0.5])
        #expect(cut.wave.remarks == ["The file is cut off: its “data” chunk should have 100 bytes, and has 3."])
        let odd = try read(file(format() + chunk("data", [0, 0x40, 7])))
        #expect(odd.samples == [0.5])
        #expect(odd.wave.remarks == ["The last sample is cut off."])
    }

    // As programs write that do not know the length: to the end of the file.
    @Test(arguments: [0, UInt32.max]) func openFiles(size: UInt32) throws {
        let (wave, samples) = try read(file(format() + chunk("data", [0, 0x40], declared: size), size: size))
        #expect(samples == [0.5])
        #expect(wave.remarks.isEmpty)
    }

    @Test func noSamples() throws {
        let (wave, samples) = try read(file(format() + chunk("data", [])))
        #expect(samples.isEmpty)
        #expect(wave.seconds == 0)
    }

    @Test func errors() {
        let data = chunk("data", [0, 0x40])
        let cases: [([UInt8], WaveFileError)] = [
            ([], .notWave),
            (Array("ID3 something else".utf8), .notWave),
            (file(format() + data, kind: "RIFX"), .bigEndian),
            (Array("RIFF".utf8) + bytes(UInt32(4)) + Array("AVI ".utf8), .notWave),
            (file(data), .noFormat),
            (file(chunk("fmt ", [1, 0]) + data), .noFormat),
            (file(format()), .noData),
            (file(format(tag: 2, bits: 4) + data), .compressed(2)),
            (file(format(tag: 7, bits: 8) + data), .compressed(7)),
            (file(format(bits: 64) + data), .unknownDepth(bits: 64, isFloat: false)),
            (file(format(tag: 3, bits: 16) + data), .unknownDepth(bits: 16, isFloat: true)),
            (file(format(rate: 4_000) + data), .unknownRate(4_000)),
            (file(format(rate: 384_000) + data), .unknownRate(384_000)),
            (file(format(channels: 0) + data), .badChannels(0)),
        ]
        for (file, error) in cases {
            #expect(throws: error) { try read(file) }
        }
    }

    // Any damage is an error or fewer samples, never a trap.
    @Test func damagedFiles() {
        let whole = file(chunk("LIST", [1, 2, 3]) + format(channels: 2, bits: 24) + chunk("data", Array(1...60)))
        for length in 0..<whole.count { _ = try? read(Array(whole.prefix(length))) }
        for index in whole.indices {
            for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
                var damaged = whole
                damaged[index] = value
                _ = try? read(damaged)
            }
        }
    }
}
