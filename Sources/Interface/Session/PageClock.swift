/// Seconds of the page’s clock, which counts milliseconds from 0 on.
func seconds(_ milliseconds: Int) -> Double { Double(max(milliseconds, 0)) / 1000 }
