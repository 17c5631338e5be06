/// Converts milliseconds of the page’s clock, which starts at 0, to seconds.
func seconds(_ milliseconds: Int) -> Double { Double(max(milliseconds, 0)) / 1000 }
