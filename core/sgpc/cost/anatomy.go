package cost

// Phases of an epoch, by which an [Anatomy] divides the time of an operation.
const (
	PhaseEvaluation = iota // forward pass without dropout, and the gap ascent
	PhaseForward           // forward half of the training pass
	PhaseBackward          // backward half of the training pass
	PhaseUpdate            // rest of the training pass, and the record of the epoch
	Phases                 // number of phases
)

// Anatomy is the time and the work of the parts of an epoch, as means over Epochs
// epochs.
type Anatomy struct {
	Epochs int
	// Seconds is the time of an epoch: the sum over Parts and two readings of the
	// clock.
	Seconds float64
	Parts   []AnatomyPart
	// Work is zero for runs whose work is not counted.
	Work StageWork
}

// AnatomyPart is the total of all operations of one name in a stage, or for Stage 0
// a part of the epoch outside the stages. Work is set for Stage 0 only.
type AnatomyPart struct {
	Stage   int
	Name    string
	Seconds [Phases]float64
	Work    Work
}

// SolveCount counts the solves of a layer in an epoch: the iterations by phase or,
// when the training pass factors the operator, the multiplications of the
// factorisation and of a solve.
type SolveCount struct {
	Iterations    [Phases]float64
	Factor, Solve float64
}

// PieceAdam is the name of the parameter update in an [Anatomy].
const PieceAdam = "Adam"
