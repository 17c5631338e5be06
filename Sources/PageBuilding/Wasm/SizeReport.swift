/// The code size of a WebAssembly module by Swift module, and its largest functions.
public struct SizeReport {
    public struct Module: Equatable {
        public let name: String
        public let functionCount: Int
        /// In bytes.
        public let size: Int
    }

    /// The largest module first.
    public let modules: [Module]
    /// The largest functions of all modules, the largest first.
    public let largest: [WasmModule.Function]
    /// The size of all functions in bytes.
    public var size: Int { modules.reduce(0) { $0 + $1.size } }
    public var functionCount: Int { modules.reduce(0) { $0 + $1.functionCount } }

    public init(of functions: [WasmModule.Function], largest count: Int = 40) {
        let groups = Dictionary(grouping: functions) { $0.name.map(swiftModule(ofMangledName:)) ?? "unnamed" }
        modules =
            groups
            .map { Module(name: $0, functionCount: $1.count, size: $1.reduce(0) { $0 + $1.size }) }
            .sorted { ($1.size, $0.name) < ($0.size, $1.name) }
        largest = Array(functions.sorted { ($1.size, $0.name ?? "") < ($0.size, $1.name ?? "") }.prefix(count))
    }

    /// The modules as a Markdown table.
    public var markdown: String {
        let rows = modules.map { ($0.name, $0.functionCount, $0.size) } + [("all", functionCount, size)]
        return
            (["| module | functions | bytes |", "|---|---:|---:|"]
            + rows.map { "| \($0) | \(grouped($1)) | \(grouped($2)) |" }).map { $0 + "\n" }.joined()
    }

    /// Modules and functions in aligned columns.
    ///
    /// - Parameter names: readable names of the largest functions, in their order.
    public func text(names: [String]) -> String {
        let moduleLines = modules.map { module in
            "\(padded(module.size)) \(module.name), \(grouped(module.functionCount)) functions"
        }
        let functionLines = zip(largest, names).map { function, name in
            "\(padded(function.size)) \(function.name.map(swiftModule(ofMangledName:)) ?? "unnamed"): \(name)"
        }
        return
            (["\(padded(size)) bytes of code in \(grouped(functionCount)) functions, by module:"] + moduleLines
            + ["The largest functions:"] + functionLines).map { $0 + "\n" }.joined()
    }

    private func padded(_ number: Int) -> String {
        let text = grouped(number)
        return String(repeating: " ", count: max(0, 10 - text.count)) + text
    }
}

/// The Swift module that a function comes from, by its mangled name. Specializations count for the module of the
/// function that was specialized. Functions of the C runtime count as `C`, and the standard library as `Swift`.
///
/// Mangling: https://github.com/swiftlang/swift/blob/main/docs/ABI/Mangling.rst
public func swiftModule(ofMangledName name: String) -> String {
    guard name.hasPrefix("$e") || name.hasPrefix("$s") else { return "C" }
    let rest = name.dropFirst(2)
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    // An identifier with substituted words begins with 0; no module has such a name.
    guard let count = Int(digits), count > 0 else { return "Swift" }
    let module = rest.dropFirst(digits.count).prefix(count)
    return module.count == count ? String(module) : "Swift"
}

/// A number with a comma between thousands.
func grouped(_ number: Int) -> String {
    var text = String(number)
    var index = text.count - 3
    while index > (number < 0 ? 1 : 0) {
        text.insert(",", at: text.index(text.startIndex, offsetBy: index))
        index -= 3
    }
    return text
}
