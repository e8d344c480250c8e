package tune

// Version is the version of a new search.
// Version 0 compared Score.Around alone.
// It also dropped a start that exceeded the work or was not among the best of a rung, even one that resembles a peer.
// Version 1 limited the work of the first rung only, without fewer epochs, and averaged along plans that come to the identity.
const Version = 2

// Score is the result of a run on its validation nodes.
type Score struct {
	// Around is the mean accuracy over the epochs around the best one ([frame.History.AroundBest]).
	Around float64
	// Crossed is the accuracy of each half of the nodes at the epoch chosen by the other half ([sgpc.Run.Crossed]).
	Crossed float64
}

// Judged describes the accuracy that a version compares.
func Judged(version int) string {
	if version == 0 {
		return "around the best epoch"
	}
	return "around the best epoch and, counting as much, at epochs that other validation nodes chose"
}

// Mean returns the accuracy that the present version compares.
func (s Score) Mean() float64 { return s.value(Version) }

// value returns the accuracy that a version compares.
// The accuracy around the best epoch is biased upwards, since that epoch was chosen by it, and prefers runs that fluctuate little.
// The crossed accuracy has neither bias, but it is noisy, as it rests on half of the nodes each time.
func (s Score) value(version int) float64 {
	if version == 0 || s.Crossed < 0 { // a single validation node has no halves
		return s.Around
	}
	return (s.Around + s.Crossed) / 2
}
