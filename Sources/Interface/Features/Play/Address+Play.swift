import Answers

extension Address {
    /// The screen of an instrument: `/play` for a piano, `/play/linnstrument`.
    static func play(_ instrument: Settings.Instrument) -> Address {
        Address(instrument == .piano ? "/play" : "/play/" + instrument.rawValue)
    }
}
