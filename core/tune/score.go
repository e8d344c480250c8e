// This file defines the score of a run, and the versions of the search that compare scores.

package tune

// Version is the version of a new search. A link names the version of its search, so the old versions stay available.
// A start is a configuration with which a search begins. A rung is a stage that drops configurations.
//   - Version 0 compares only Score.Around. It has no start [twoSteps], and may drop the starts that resemble a peer ([isPeerLike]).
//   - Version 1 compares Score.Crossed, too, and keeps the starts that resemble a peer in all rungs.
//   - Versions 0 and 1 limit the work of the first rung by fewer configurations. Their starts with averages get the identity maps from
//     transport plans ([planAveragingSettings]).
//   - Version 2 limits the work of the whole search by fewer epochs, configurations and runs. Its starts with averages need no
//     transport plans.
const Version = 2

// Score is the result of a run on its validation nodes. Accuracies are in 0..1.
type Score struct {
	Around float64 // mean accuracy over the epochs around the best epoch ([frame.History.AroundBest])
	// Crossed is the mean accuracy of the two halves of the nodes, each at the epoch that the other half chose ([sgpc.Run.Crossed]). It is
	// −1 before the first epoch and for fewer than two labelled nodes.
	Crossed float64
}

// Judged returns a description of the accuracy that a version compares, for the end of a sentence.
func Judged(version int) string {
	if version == 0 {
		return "around the best epoch"
	}
	return "around the best epoch and, counting as much, at epochs that other validation nodes chose"
}

// Mean returns the accuracy that a search of the present version, [Version], compares.
func (s Score) Mean() float64 { return s.value(Version) }

// value returns the accuracy that a version compares.
// Around is biased upwards, because the accuracy on the same nodes chose the best epoch. Around also favours runs with small fluctuations.
// Crossed is free of both effects, but is noisy, because each choice of an epoch uses only half of the nodes.
func (s Score) value(version int) float64 {
	hasCrossed := s.Crossed >= 0 // false for a single labelled node, which has no halves
	if version == 0 || !hasCrossed {
		return s.Around
	}
	return (s.Around + s.Crossed) / 2
}
