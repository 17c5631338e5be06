/// The value of a column or parameter.
public enum SQLValue: Sendable, Hashable {
    case null
    case int(Int)
    case real(Double)
    case text(String)
}

/// A type that can be a parameter.
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

/// U+0000 becomes U+FFFD. PostgreSQL cannot have it in a text, and SQLite would end the text there, so that an id with
/// a NUL would find another item.
extension String: SQLConvertible {
    public var sqlValue: SQLValue { .text(utf8.contains(0) ? replacing("\0", with: "\u{FFFD}") : self) }
}

/// Stored as 0 and 1 in all databases.
extension Bool: SQLConvertible {
    public var sqlValue: SQLValue { .int(self ? 1 : 0) }
}

extension Optional: SQLConvertible where Wrapped: SQLConvertible {
    public var sqlValue: SQLValue { self?.sqlValue ?? .null }
}

/// A row of a result.
public struct SQLRow: Sendable {
    /// The column names and their indices, shared by all rows of a result.
    public final class Columns: Sendable {
        fileprivate let names: [String]
        fileprivate let places: [String: Int]

        public init(_ names: [String]) {
            self.names = names
            places = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
        }
    }

    private let columns: Columns
    private let values: [SQLValue]

    public init(_ columns: Columns, _ values: [SQLValue]) {
        self.columns = columns
        self.values = values
    }

    /// - Returns: null if there is no such column. PostgreSQL folds column names to lowercase.
    public subscript(_ name: String) -> SQLValue {
        guard let place = columns.places[name] ?? columns.places[name.lowercased()] else { return .null }
        return values[place]
    }

    public var columnNames: [String] { columns.names }

    /// The first column.
    public var first: SQLValue { values.first ?? .null }

    /// An integer; 0 for null.
    public func int(_ name: String) -> Int { self[name].int ?? 0 }

    /// A text; empty for null.
    public func text(_ name: String) -> String { self[name].text ?? "" }
}

extension SQLValue {
    public var int: Int? { if case .int(let value) = self { value } else { nil } }

    public var text: String? { if case .text(let value) = self { value } else { nil } }

    /// The value as a floating-point number.
    public var real: Double? {
        switch self {
        case .real(let value): value
        case .int(let value): Double(value)
        case .null, .text: nil
        }
    }
}
