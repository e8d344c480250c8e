package cost

// This file defines the measured time and the counted work of an epoch. sgpc.Run.Dissect
// measures them, and package anatomy reports them.

// Phases of an epoch. An [Anatomy] divides the time of each operation by phase.
const (
	PhaseEvaluation = iota // forward pass without dropout, and the gap ascent
	PhaseForward           // forward half of the training pass
	PhaseBackward          // backward half of the training pass
	PhaseUpdate            // rest of the training pass, and the record of the epoch
	Phases                 // number of phases
)

// Anatomy is the mean time and the mean work of an epoch, over Epochs epochs.
type Anatomy struct {
	Epochs int
	// Seconds is the time of an epoch, in seconds: the sum over Parts, and the time of two
	// readings of the clock.
	Seconds float64
	// Parts are in the order of their stages. Parts outside the stages come last. Their times
	// are means, too.
	Parts []AnatomyPart
	// Work is the work by stage and phase. It is zero if [WorkOf] does not count the
	// work of the model.
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

// SolveCount counts the diffusion solves of a layer in an epoch. Iterations has the
// iterations of conjugate gradients by phase. If the training pass factors the operator,
// Factor is the number of multiplications of the factorisation, and Solve is the number of
// multiplications of one solve. Otherwise both are 0.
type SolveCount struct {
	Iterations    [Phases]float64
	Factor, Solve float64
}

// PieceAdam is the name of the parameter update in an [Anatomy].
const PieceAdam = "Adam"
