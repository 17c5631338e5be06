/// A key of the computer's keyboard, by the host's name for it.
enum KeyboardKey: String {
    case left = "ArrowLeft"
    case right = "ArrowRight"
    case up = "ArrowUp"
    case down = "ArrowDown"
    case home = "Home"
    case end = "End"
    case enter = "Enter"
    case escape = "Escape"
    /// With Control, or Command on Apple's keyboards.
    case modHome = "Mod+Home"
    case modEnd = "Mod+End"
}
