package cost

// This file defines the measured time and the counted work of an epoch.

// Phases of an epoch. An [Anatomy] has the time of each operation by phase.
const (
	PhaseEvaluation = iota // forward pass without dropout, and the gap ascent
	PhaseForward           // forward half of the training pass
	PhaseBackward          // backward half of the training pass
	PhaseUpdate            // rest of the training pass, and the record of the epoch
	Phases                 // number of phases
)

// Anatomy is the time and the work of an epoch by part, as means over Epochs epochs.
type Anatomy struct {
	Epochs int
	// Seconds is the time of an epoch. Beside the sum over Parts it contains two
	// readings of the clock.
	Seconds float64
	Parts   []AnatomyPart
	// Work is zero for runs whose work is not counted; see [WorkOf].
	Work StageWork
}

// AnatomyPart is the total of all operations with one name in one stage. Stage 0
// stands for a part of the epoch outside the stages; Work is set for Stage 0 only.
type AnatomyPart struct {
	Stage   int
	Name    string
	Seconds [Phases]float64
	Work    Work
}

// SolveCount counts the solves of a layer in an epoch. Iterations has the iterations
// of conjugate gradients by phase. If the training pass factors the operator
// instead, Factor and Solve are the multiplications of the factorisation and of a
// solve; otherwise both are 0.
type SolveCount struct {
	Iterations    [Phases]float64
	Factor, Solve float64
}

// PieceAdam is the name of the parameter update in an [Anatomy].
const PieceAdam = "Adam"
