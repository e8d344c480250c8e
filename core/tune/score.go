package tune

// Version is the version of a new search.
//
// Version 0 compared only Score.Around.
// It also dropped starts that resemble a peer, if they exceeded the work or were not among the best of a rung.
// Version 1 limited only the work of the first rung, and not its epochs. Its averages used plans that converge to the identity.
const Version = 2

// Score is the result of a run on its validation nodes.
type Score struct {
	// Around is the mean accuracy over the epochs around the best one ([frame.History.AroundBest]).
	Around float64
	// Crossed is the accuracy of each half of the nodes at the epoch chosen by the other half ([sgpc.Run.Crossed]).
	Crossed float64
}

// Judged returns a description of the accuracy that a version compares.
func Judged(version int) string {
	if version == 0 {
		return "around the best epoch"
	}
	return "around the best epoch and, counting as much, at epochs that other validation nodes chose"
}

// Mean returns the accuracy that the current version compares.
func (s Score) Mean() float64 { return s.value(Version) }

// value returns the accuracy that a version compares.
// The accuracy around the best epoch is biased upwards, since it chose that epoch, and it favours runs that fluctuate little.
// The crossed accuracy has neither bias, but is noisy, because each choice uses half of the nodes.
func (s Score) value(version int) float64 {
	if version == 0 || s.Crossed < 0 { // a single validation node has no halves
		return s.Around
	}
	return (s.Around + s.Crossed) / 2
}
