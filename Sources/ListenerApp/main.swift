// Empty: the page calls the functions in Exports.swift. A native build of this target is an empty program, so that
// `swift build` succeeds on every system.
