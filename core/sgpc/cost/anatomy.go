package cost

// Phases of an epoch. An [Anatomy] divides the time of each operation by phase.
const (
	PhaseEvaluation = iota // forward pass without dropout, and the gap ascent
	PhaseForward           // forward half of the training pass
	PhaseBackward          // backward half of the training pass
	PhaseUpdate            // rest of the training pass, and the record of the epoch
	Phases                 // number of phases
)

// Anatomy is the mean time and the mean work of an epoch, over Epochs epochs.
// sgpc.Run.Dissect measures it, and package anatomy reports it.
type Anatomy struct {
	Epochs int
	// Seconds is the time of an epoch: the sum over Parts, and the time of two calls of the clock.
	Seconds float64
	// Parts have mean times, in the order of the stages. Parts outside the stages come last.
	Parts []AnatomyPart
	// Work is by stage and phase. It is zero if [WorkOf] does not count the model's work.
	Work StageWork
}

// AnatomyPart is the sum over all operations with one name in one stage. Stages count from
// 1. Stage 0 stands for a part of the epoch outside the stages, and only such a part has a
// Work. Seconds holds the time by phase.
type AnatomyPart struct {
	Stage   int
	Name    string
	Seconds [Phases]float64
	Work    Work
}

// SolveCount counts the diffusion solves of a layer in an epoch. Iterations are those of
// conjugate gradients, by phase. Factor and Solve are the multiplications of a factorisation
// of the operator and of one solve, or 0 if the training pass does not factor the operator.
type SolveCount struct {
	Iterations    [Phases]float64
	Factor, Solve float64
}

// PieceAdam is the name of the parameter update in an [Anatomy].
const PieceAdam = "Adam"
