// Nothing runs by itself: the page calls what Exports.swift offers. A native build of this target is
// an empty program, which keeps `swift build` whole on every system.
