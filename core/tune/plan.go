package tune

import "sheafscope/core/sgpc/settings"

// plan sets the stages.
// The first rung has at most half of all runs, and more than one run unless its validation set is large.
func (s *Search) plan(guess settings.Config) {
	all := max(len(s.splits), LeastRuns)
	holding := func(nodes, least int) int {
		k := 0
		for sum := 0; k < all && (sum < nodes || k < least); k++ {
			sum += s.splits[k%len(s.splits)].Val
		}
		return k
	}
	least := 2
	if s.splits[0].Val >= manyNodes {
		least = 1
	}
	first := min(holding(firstNodes, least), (all+1)/2)
	middle := max(first, holding(middleNodes, least))
	s.runs, s.most = max(middle, holding(lastNodes, LeastRuns)), affordable
	s.stages = []stage{{runs: first, changes: networkChanges, most: changesOfNetwork}, {runs: first, changes: trainingChanges, most: MaxTried},
		{runs: first, keep: 8}, {runs: middle, keep: 3}, {runs: s.runs, keep: 1}}
	if s.version > 1 {
		s.limitWork(guess)
	}
}

// Once makes every stage evaluate by a single run, instead of the runs that the numbers of validation nodes require.
// It serves a choice for each split, which repeats the search, and precedes the first Pending.
func (s *Search) Once() {
	for k := range s.stages {
		s.stages[k].runs = 1
	}
}

// limitWork reduces the stages where the expected work exceeds affordableInAll, by the mean over the starts.
// The first rung then has fewer epochs, for its part of boundedWork.
// The middle one begins again with more epochs, and the last has as many runs as fit.
func (s *Search) limitWork(guess settings.Config) {
	mean, usual, list := 0.0, 0.0, s.starts() // work of an epoch, and of a run
	for _, v := range list {
		c, _ := withVariant(guess, v, s.fixed, s.shape)
		mean += s.runWork(c, 1) / float64(len(list))
		usual += s.runWork(c, 0) / float64(len(list))
	}
	first, middle := s.stages[0].runs, s.stages[3].runs
	runs := MaxTried*first + (8+peerLikeStarts)*(middle-first) + (3+peerLikeStarts)*(s.runs-middle)
	if usual*float64(runs) <= affordableInAll {
		return
	}
	within := func(part, trials float64, least, most int) int {
		return max(least, int(min(float64(most), part*boundedWork/(mean*trials))))
	}
	middle = first
	short := within(partOfFirst, float64(MaxTried*first), leastEpochs, usualEpochs)
	long := within(partOfMiddle, float64(4*middle), max(short, leastEpochs*3/2), mostEpochs)
	s.runs = min(s.runs, middle+within(1-partOfFirst-partOfMiddle, float64(2*long), 0, s.runs))
	s.most = partOfFirst * boundedWork
	for k := range s.stages {
		s.stages[k].epochs = long
		if k < 3 {
			s.stages[k].epochs = short
		}
	}
	s.stages[2].spend, s.stages[3].spend = partOfMiddle*boundedWork, (1-partOfFirst-partOfMiddle)*boundedWork
	s.stages[3].runs, s.stages[4].runs = middle, s.runs
}

// starts returns the starts of the search's version.
func (s *Search) starts() (out []variant) {
	for _, v := range starts(s.shape.Signed) {
		switch {
		case s.version == 0 && v.name == twoSteps:
			continue
		case s.version < 2 && v.set["maps"] == settings.MapsIdentity:
			v.set = merged(v.set, planAveragingSettings())
		}
		out = append(out, v)
	}
	return out
}
