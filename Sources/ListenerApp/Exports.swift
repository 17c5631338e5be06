#if arch(wasm32)
    import Listening

    // The functions that Web/workers/listener.js calls. Texts and sound are passed in memory, as in WebApp's
    // Exports.swift.

    /// Starts listening, or starts again.
    /// - Parameters:
    ///   - rate: samples per second.
    ///   - tuning: the frequency of A4 in tenths of Hz.
    @_cdecl("startListening")
    public func startListening(_ rate: Int, _ tuning: Int) {
        listener = MicrophoneListener(rate: rate, tuning: tuning)
    }

    /// Changes what is asked for: see `MicrophoneListener.expect`. UTF-8 without a NUL.
    @_cdecl("expect")
    public func expect(_ address: UnsafeRawPointer, _ count: Int) {
        let bytes = UnsafeRawBufferPointer(start: address, count: count)
        listener?.expect(String(decoding: bytes, as: UTF8.self))
    }

    /// Hears samples, 32-bit floating point numbers, and returns the strikes as lines: see
    /// `MicrophoneListener.receive`.
    @_cdecl("hear")
    public func hear(_ address: UnsafeRawPointer, _ count: Int) -> UnsafeRawPointer {
        let samples = UnsafeBufferPointer(start: address.assumingMemoryBound(to: Float.self), count: count)
        result = Array((listener?.receive(Array(samples)) ?? "").utf8) + [0]
        return result.withUnsafeBytes { $0.baseAddress! }
    }

    /// The number of bytes at the address that `hear` returned.
    @_cdecl("resultLength")
    public func resultLength() -> Int {
        result.count - 1
    }

    // nonisolated(unsafe), because the worker calls from a single thread, one call at a time.
    nonisolated(unsafe) private var listener: MicrophoneListener?
    nonisolated(unsafe) private var result: [UInt8] = [0]
#endif
