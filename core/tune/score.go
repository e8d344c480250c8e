package tune

// Version is that of the search that New begins anew. Version 0 went by Score.Around alone, and left a start out
// that was not affordable, or not among the best of a rung, whatever it was. Version 1 bounded the work of the
// first rung alone, and had no epochs bounded, and averaged along plans that come to the identity.
const Version = 2

// Score is what a run came to on its validation nodes.
type Score struct {
	// Around is the mean accuracy over the epochs around the best one ([frame.History.AroundBest]).
	Around float64
	// Crossed is the accuracy of each half of the nodes at the epoch that the other half chose ([sgpc.Run.Crossed]).
	Crossed float64
}

// Judged says of which accuracies a version takes the mean.
func Judged(version int) string {
	if version == 0 {
		return "around the best epoch"
	}
	return "around the best epoch and, counting as much, at epochs that other validation nodes chose"
}

// Mean is the accuracy that counts in the present version.
func (s Score) Mean() float64 { return s.of(Version) }

// of is the accuracy that counts. That around the best epoch was chosen by being large, and favours runs that go up
// and down little; the crossed one is neither, but of half the nodes each, which few nodes tell only roughly.
func (s Score) of(version int) float64 {
	if version == 0 || s.Crossed < 0 { // a single validation node has no halves
		return s.Around
	}
	return (s.Around + s.Crossed) / 2
}
