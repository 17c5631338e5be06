/// What a column holds, and what stands for a parameter.
public enum SQLValue: Sendable, Hashable {
    case null
    case int(Int)
    case real(Double)
    case text(String)
}

/// What can be written into a column.
public protocol SQLConvertible: Sendable {
    var sqlValue: SQLValue { get }
}

extension SQLValue: SQLConvertible {
    public var sqlValue: SQLValue { self }
}

extension Int: SQLConvertible {
    public var sqlValue: SQLValue { .int(self) }
}

extension Double: SQLConvertible {
    public var sqlValue: SQLValue { .real(self) }
}

extension String: SQLConvertible {
    public var sqlValue: SQLValue { .text(self) }
}

/// As 0 and 1, which all databases have.
extension Bool: SQLConvertible {
    public var sqlValue: SQLValue { .int(self ? 1 : 0) }
}

extension Optional: SQLConvertible where Wrapped: SQLConvertible {
    public var sqlValue: SQLValue { self?.sqlValue ?? .null }
}

/// One row of an answer.
public struct SQLRow: Sendable {
    /// The names of the columns with their places; one for all rows of an answer.
    public final class Columns: Sendable {
        fileprivate let places: [String: Int]

        public init(_ names: [String]) {
            places = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
        }
    }

    private let columns: Columns
    private let values: [SQLValue]

    public init(_ columns: Columns, _ values: [SQLValue]) {
        self.columns = columns
        self.values = values
    }

    /// - Returns: null also where there is no such column. Databases that know no capitals in names give them back without.
    public subscript(_ name: String) -> SQLValue {
        guard let place = columns.places[name] ?? columns.places[name.lowercased()] else { return .null }
        return values[place]
    }

    /// In no order.
    public var columnNames: [String] { Array(columns.places.keys) }

    /// The first column.
    public var first: SQLValue { values.first ?? .null }

    /// A whole number; 0 where there is none.
    public func int(_ name: String) -> Int { self[name].int ?? 0 }

    /// A text; empty where there is none.
    public func text(_ name: String) -> String { self[name].text ?? "" }
}

extension SQLValue {
    public var int: Int? { if case .int(let value) = self { value } else { nil } }

    public var text: String? { if case .text(let value) = self { value } else { nil } }

    /// A number, whole or not.
    public var real: Double? {
        switch self {
        case .real(let value): value
        case .int(let value): Double(value)
        case .null, .text: nil
        }
    }
}
