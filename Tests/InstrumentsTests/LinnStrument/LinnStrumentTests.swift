import Instruments
import Testing
