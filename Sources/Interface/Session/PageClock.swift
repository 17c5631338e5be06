/// Seconds of the page's clock, which counts milliseconds.
func seconds(_ milliseconds: Int) -> Double { Double(milliseconds) / 1000 }
