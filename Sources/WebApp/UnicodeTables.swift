#if arch(wasm32)
    // Replacements for the Unicode tables of Swift's strings, which would be a tenth of a first visit.
    //
    // Note and chord names have no composed characters. A text with combining marks, which can only be a typing error,
    // is compared and split by scalars.

    /// No scalar is composed or reordered.
    @_cdecl("_swift_stdlib_getNormData")
    func normData(_ scalar: UInt32) -> UInt16 { 0 }

    @_cdecl("_swift_stdlib_getDecompositionEntry")
    func decompositionEntry(_ scalar: UInt32) -> UInt32 { 0 }

    /// The table of decompositions, which is never read.
    @_silgen_name("_swift_stdlib_nfd_decompositions")
    let decompositions: UInt = 0

    /// - Returns: the value for “no composition”.
    @_cdecl("_swift_stdlib_getComposition")
    func composition(_ first: UInt32, _ second: UInt32) -> UInt32 { .max }

    /// - Returns: the value for “any”, with a break on both sides.
    @_cdecl("_swift_stdlib_getGraphemeBreakProperty")
    func graphemeBreakProperty(_ scalar: UInt32) -> UInt8 { .max }

    @_cdecl("_swift_stdlib_isExtendedPictographic")
    func isExtendedPictographic(_ scalar: UInt32) -> Bool { false }

    @_cdecl("_swift_stdlib_isInCB_Consonant")
    func isInCBConsonant(_ scalar: UInt32) -> Bool { false }
#endif
