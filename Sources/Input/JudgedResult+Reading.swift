import JSONText
import Practice

extension JudgedResult {
    /// Reads the result of an assignment, and judges its answers again.
    public init(reading json: JSON) throws(InputError) {
        guard AssignmentResult.isResult(json) else {
            throw InputError(
                "This is not the result of an assignment. To judge an exercise, give its recording, too.")
        }
        do throws(ExerciseError) {
            self.init(try AssignmentResult(reading: json))
        } catch {
            throw InputError(error)
        }
    }
}
