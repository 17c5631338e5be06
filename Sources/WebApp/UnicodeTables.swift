#if arch(wasm32)
    // What Swift's strings ask of Unicode's tables, answered without the tables, which would be a tenth of all that a first
    // visit loads. Names of notes and chords need them for nothing: none of their signs is composed of others, and no two
    // ways of writing one are equal. A text with combining marks, which can only be a typing error, is compared and cut
    // sign by sign.

    /// No sign is composed, and all are in order.
    @_cdecl("_swift_stdlib_getNormData")
    func normData(_ scalar: UInt32) -> UInt16 { 0 }

    @_cdecl("_swift_stdlib_getDecompositionEntry")
    func decompositionEntry(_ scalar: UInt32) -> UInt32 { 0 }

    /// Where the parts of composed signs would be listed; never looked at, since none is said to be composed.
    @_silgen_name("_swift_stdlib_nfd_decompositions")
    let decompositions: UInt = 0

    /// - Returns: the number that stands for "these two make nothing".
    @_cdecl("_swift_stdlib_getComposition")
    func composition(_ first: UInt32, _ second: UInt32) -> UInt32 { .max }

    /// - Returns: the number that stands for "a character may begin and end here".
    @_cdecl("_swift_stdlib_getGraphemeBreakProperty")
    func graphemeBreakProperty(_ scalar: UInt32) -> UInt8 { .max }

    @_cdecl("_swift_stdlib_isExtendedPictographic")
    func isExtendedPictographic(_ scalar: UInt32) -> Bool { false }

    @_cdecl("_swift_stdlib_isInCB_Consonant")
    func isInCBConsonant(_ scalar: UInt32) -> Bool { false }
#endif
