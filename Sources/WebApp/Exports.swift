#if arch(wasm32)
    import Chordsets
    import Exchange
    import Harmony
    import Interface
    import Sync
    import Tunes

    // The functions that Web/loop/engine.js and Web/workers/tune-reader.js call. page-builder links a module for each
    // of them from the same object files (see its Toolchain.swift). Each has only the functions that it exports.
    //
    // WebAssembly calls have only numbers as arguments and results, so texts are passed in memory. The page gets memory
    // with `allocate` of WasmRuntime, writes UTF-8 to it, passes address and length, and frees it with `release`. A
    // text has one or more fields, each ending with NUL. A result is at the returned address, with `resultLength`
    // bytes, until the next call.

    /// Starts the app. Fields: the route, the place of routes in addresses (`path` or `fragment`), then stored keys and
    /// values in turn.
    @_cdecl("start")
    public func start(_ address: UnsafeRawPointer, _ count: Int) -> UnsafeRawPointer {
        let fields = fields(address, count)
        var remembered: [(key: String, value: String)] = []
        var index = 2
        while index + 1 < fields.count {
            remembered.append((key: fields[index], value: fields[index + 1]))
            index += 2
        }
        app = App()
        let inFragment = fields.count > 1 && fields[1] == "fragment"
        return returned(app.start(route: fields.first ?? "", inFragment: inFragment, remembered: remembered).json)
    }

    /// Sends an action. Fields: the action, and the value of its input field or the name of a file, if any.
    /// - Parameter file: the bytes of an opened file; nil for other actions.
    @_cdecl("send")
    public func send(
        _ address: UnsafeRawPointer, _ count: Int, _ file: UnsafeRawPointer?, _ fileCount: Int
    ) -> UnsafeRawPointer {
        let fields = fields(address, count)
        let value = fields.count > 1 ? fields[1] : nil
        return returned(app.send(action: fields.first ?? "", value: value, file: bytes(file, fileCount)).json)
    }

    /// Repeats an action of a previous engine instance: see `App.replay(action:value:file:)`. Same parameters as
    /// `send`.
    @_cdecl("replay")
    public func replay(_ address: UnsafeRawPointer, _ count: Int, _ file: UnsafeRawPointer?, _ fileCount: Int) {
        let fields = fields(address, count)
        let value = fields.count > 1 ? fields[1] : nil
        app.replay(action: fields.first ?? "", value: value, file: bytes(file, fileCount))
    }

    /// Renders the state after replaying.
    @_cdecl("show")
    public func show() -> UnsafeRawPointer { returned(app.show().json) }

    /// The picture on the canvas as 32-bit floating point numbers: see `App.picture(at:isStill:)`.
    @_cdecl("picture")
    public func picture(_ milliseconds: Int, _ isStill: Int) -> UnsafeRawPointer {
        let numbers = app.picture(at: milliseconds, isStill: isStill != 0)
        result.deallocate()
        let size = numbers.count * MemoryLayout<Float>.size
        result = .allocate(byteCount: max(size, 4), alignment: 4)
        numbers.withUnsafeBytes { result.copyMemory(from: $0) }
        result = UnsafeMutableRawBufferPointer(rebasing: result[..<size])
        return UnsafeRawPointer(result.baseAddress!)
    }

    /// Combines many pairs, one per line. Fields: the lines, and the vocabulary.
    @_cdecl("answer")
    public func answer(_ address: UnsafeRawPointer, _ count: Int) -> UnsafeRawPointer {
        let fields = fields(address, count)
        return returned(answerLines(fields.first ?? "", in: fields.count > 1 ? fields[1] : ""))
    }

    /// Reads tunes in any format for the engine: see `ImportedTunes`. One field: the note names of plain text.
    /// - Parameter file: the bytes of the file or of a pasted text.
    @_cdecl("readTunes")
    public func readTunes(
        _ address: UnsafeRawPointer, _ count: Int, _ file: UnsafeRawPointer?, _ fileCount: Int
    ) -> UnsafeRawPointer {
        let names = fields(address, count).first.flatMap(NoteNames.init) ?? .english
        return returned(ImportedTunes(TuneBook(reading: bytes(file, fileCount) ?? [], in: names)).message)
    }

    /// Decides about stored items: see `Sync.decide` and `Tunes.mergedText`. One field: the question as JSON.
    @_cdecl("decide")
    public func decide(_ address: UnsafeRawPointer, _ count: Int) -> UnsafeRawPointer {
        let question = fields(address, count).first ?? ""
        return returned(mergedText(question) ?? Sync.decide(question))
    }

    /// The number of bytes at the address that the last call returned.
    @_cdecl("resultLength")
    public func resultLength() -> Int {
        result.count
    }

    // nonisolated(unsafe), because the page calls from a single thread, one call at a time.
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

    /// Stores a result and returns its address.
    private func returned(_ text: String) -> UnsafeRawPointer {
        var text = text
        result.deallocate()
        result = text.withUTF8 { utf8 in
            // At least one byte, because even an empty text needs an address.
            let start = UnsafeMutableRawPointer.allocate(byteCount: max(utf8.count, 1), alignment: 1)
            let copy = UnsafeMutableRawBufferPointer(start: start, count: utf8.count)
            copy.copyBytes(from: utf8)
            return copy
        }
        return UnsafeRawPointer(result.baseAddress!)
    }
#endif
