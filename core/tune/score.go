// This file defines the score of a run, and the versions of the search that compare scores.

package tune

// Version is the version of a new search.
//
// Version 0 compared only Score.Around. The limit of work and the ranking of a rung could drop starts that resemble a peer.
// Version 1 limited the work of the first rung, but not the epochs of the runs in this rung.
// The averages of versions 0 and 1 used transport plans that converge to the identity.
// Version 2 limits the work of the whole search by fewer epochs, and averages with identity maps.
const Version = 2

// Score is the result of a run on its validation nodes.
type Score struct {
	// Around is the mean accuracy over the epochs around the best epoch ([frame.History.AroundBest]).
	Around float64
	// Crossed is the mean accuracy of the two halves of the nodes, each at the epoch that the other half chose ([sgpc.Run.Crossed]). It is
	// −1 for fewer than two nodes.
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
// Around is biased upwards, because the same accuracy chose the best epoch, and it favours runs with small fluctuations.
// Crossed is free of both effects, but is noisy, because each choice of an epoch uses only half of the nodes.
func (s Score) value(version int) float64 {
	if version == 0 || s.Crossed < 0 { // a single validation node has no halves
		return s.Around
	}
	return (s.Around + s.Crossed) / 2
}
