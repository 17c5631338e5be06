import Exchange
import Rendering

extension Address {
    /// What is played on an instrument: `/play` on a piano, `/play/linnstrument`.
    static func play(_ instrument: Settings.Instrument) -> Address {
        Address(instrument == .piano ? "/play" : "/play/" + instrument.rawValue)
    }
}
