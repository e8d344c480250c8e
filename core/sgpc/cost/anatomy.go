package cost

// Phases of an epoch, by which an [Anatomy] divides the time of an operation.
const (
	PhaseEvaluation = iota // forward, without dropout, and the gap ascent
	PhaseForward           // of the training pass
	PhaseBackward
	PhaseUpdate // what else the training pass does, and the books of the epoch
	Phases
)

// Anatomy says where the time of an epoch goes and what its stages ask for, in
// the mean over so many Epochs.
type Anatomy struct {
	Epochs int
	// Seconds is what an epoch took by the clock around it: the sum over Parts,
	// but for two looks at the clock.
	Seconds float64
	Parts   []AnatomyPart
	// Work is zero where nothing is counted.
	Work StageWork
}

// AnatomyPart is an operation of a stage, or with stage 0 a part of an epoch that
// belongs to none; Work is that of the latter. Operations of one name in one stage are together.
type AnatomyPart struct {
	Stage   int
	Name    string
	Seconds [Phases]float64
	Work    Work
}

// SolveCount is what the solves of a layer took in an epoch: iterations by phase or, where
// the training pass has a factor, the multiplications of that and of a solve.
type SolveCount struct {
	Iterations    [Phases]float64
	Factor, Solve float64
}

// PieceAdam is the name of the piece of the training pass that updates the parameters.
const PieceAdam = "Adam"
