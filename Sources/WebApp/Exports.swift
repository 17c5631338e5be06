#if arch(wasm32)
    import Answers
    import Chordsets
    import Interface

    // The page's side of this is Web/loop/engine.js.
    //
    // Only numbers cross the border, so texts go through memory. What the page says is one text: the
    // page asks for room with `allocate`, writes UTF-8 there, names address and length in the call, and
    // gives the room back with `release`. A text may have several fields, each closed by a NUL. What
    // Swift says stands at the address a call returns, as many bytes as `resultLength` tells, until the
    // next call.

    /// Room for `count` bytes, to be given back with `release`.
    @_expose(wasm, "allocate") @_cdecl("allocate")
    func allocate(_ count: Int) -> UnsafeMutableRawPointer {
        .allocate(byteCount: count, alignment: 1)
    }

    @_expose(wasm, "release") @_cdecl("release")
    func release(_ address: UnsafeMutableRawPointer) {
        address.deallocate()
    }

    /// Begins anew. Fields: the route, where routes stand (`path` or `fragment`), then what was remembered: key, value, key,
    /// value …
    @_expose(wasm, "start") @_cdecl("start")
    func start(_ address: UnsafeRawPointer, _ count: Int) -> UnsafeRawPointer {
        let fields = fields(address, count)
        var remembered: [(key: String, value: String)] = []
        var index = 2
        while index + 1 < fields.count {
            remembered.append((key: fields[index], value: fields[index + 1]))
            index += 2
        }
        app = App()
        let inFragment = fields.count > 1 && fields[1] == "fragment"
        return handOver(app.start(route: fields.first ?? "", inFragment: inFragment, remembered: remembered).json)
    }

    /// Carries out an action. Fields: the action, and the text of the field it came from, or the name of a file.
    /// - Parameter file: the bytes of a file that was opened; nil for other actions.
    @_expose(wasm, "send") @_cdecl("send")
    func send(
        _ address: UnsafeRawPointer, _ count: Int, _ file: UnsafeRawPointer?, _ fileCount: Int
    ) -> UnsafeRawPointer {
        let fields = fields(address, count)
        let value = fields.count > 1 ? fields[1] : nil
        return handOver(app.send(action: fields.first ?? "", value: value, file: bytes(file, fileCount)).json)
    }

    /// Repeats an action of an engine that failed: see `App.replay(action:value:file:)`. Parameters as of `send`.
    @_expose(wasm, "replay") @_cdecl("replay")
    func replay(_ address: UnsafeRawPointer, _ count: Int, _ file: UnsafeRawPointer?, _ fileCount: Int) {
        let fields = fields(address, count)
        let value = fields.count > 1 ? fields[1] : nil
        app.replay(action: fields.first ?? "", value: value, file: bytes(file, fileCount))
    }

    /// Shows what that has come to.
    @_expose(wasm, "show") @_cdecl("show")
    func show() -> UnsafeRawPointer { handOver(app.show().json) }


    /// The picture on the canvas as 32-bit floating point numbers: see `App.picture(at:isStill:)`.
    @_expose(wasm, "picture") @_cdecl("picture")
    func picture(_ milliseconds: Int, _ isStill: Int) -> UnsafeRawPointer {
        let numbers = app.picture(at: milliseconds, isStill: isStill != 0)
        result.deallocate()
        let size = numbers.count * MemoryLayout<Float>.size
        result = .allocate(byteCount: max(size, 4), alignment: 4)
        numbers.withUnsafeBytes { result.copyMemory(from: $0) }
        result = UnsafeMutableRawBufferPointer(rebasing: result[..<size])
        return UnsafeRawPointer(result.baseAddress!)
    }

    /// Combines many pairs at once, one a line. Fields: the lines, and the vocabulary that names them.
    @_expose(wasm, "answer") @_cdecl("answer")
    func answer(_ address: UnsafeRawPointer, _ count: Int) -> UnsafeRawPointer {
        let fields = fields(address, count)
        return handOver(answerLines(fields.first ?? "", in: fields.count > 1 ? fields[1] : ""))
    }

    /// Decides what becomes of something that was changed in two places: see `Chordsets.decide` and `Interface.mergedText`.
    /// One field: the question.
    @_expose(wasm, "decide") @_cdecl("decide")
    func decide(_ address: UnsafeRawPointer, _ count: Int) -> UnsafeRawPointer {
        let question = fields(address, count).first ?? ""
        return handOver(mergedText(question) ?? Chordsets.decide(question))
    }

    /// The number of bytes at the address that the last call returned.
    @_expose(wasm, "resultLength") @_cdecl("resultLength")
    func resultLength() -> Int {
        result.count
    }

    // nonisolated(unsafe): the page calls from its one thread only, and a call is over before the next.
    nonisolated(unsafe) private var app = App()
    nonisolated(unsafe) private var result = UnsafeMutableRawBufferPointer(start: nil, count: 0)

    private func fields(_ address: UnsafeRawPointer, _ count: Int) -> [String] {
        var fields: [String] = []
        var rest = UnsafeRawBufferPointer(start: address, count: count)[...]
        while let end = rest.firstIndex(of: 0) {
            fields.append(String(decoding: rest[..<end], as: UTF8.self))
            rest = rest[(end + 1)...]
        }
        return fields
    }

    private func bytes(_ address: UnsafeRawPointer?, _ count: Int) -> [UInt8]? {
        address.map { [UInt8](UnsafeRawBufferPointer(start: $0, count: count)) }
    }

    private func handOver(_ text: String) -> UnsafeRawPointer {
        var text = text
        result.deallocate()
        result = text.withUTF8 { utf8 in
            // At least one byte, so that there is an address even for an empty text.
            let start = UnsafeMutableRawPointer.allocate(byteCount: max(utf8.count, 1), alignment: 1)
            let copy = UnsafeMutableRawBufferPointer(start: start, count: utf8.count)
            copy.copyBytes(from: utf8)
            return copy
        }
        return UnsafeRawPointer(result.baseAddress!)
    }
#endif
