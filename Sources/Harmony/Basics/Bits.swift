extension FixedWidthInteger {
    /// The bit at a position, counted from the lowest: a switch in a value that holds many.
    package subscript(bit position: Int) -> Bool {
        get { self &>> Self(truncatingIfNeeded: position) & 1 != 0 }
        set {
            let mask: Self = 1 &<< Self(truncatingIfNeeded: position)
            self = newValue ? self | mask : self & ~mask
        }
    }
}
