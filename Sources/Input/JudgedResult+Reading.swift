import JSONText
import Practice

extension JudgedResult {
    /// Reads the result of an assignment, and judges its answers again.
    public init(reading json: JSON) throws(InputError) {
        do throws(ExerciseError) {
            self.init(try AssignmentResult(reading: json))
        } catch {
            throw InputError(error)
        }
    }
}
