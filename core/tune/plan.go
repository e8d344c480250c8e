package tune

import "sheafscope/core/sgpc/settings"

// Sizes of the rungs: the number of configurations that the first and the second rung keep.
const keptByFirst, keptBySecond = 8, 3

// plan sets the stages.
// The first rung has at most half of all runs, and more than one run unless its validation set is large.
func (s *Search) plan(guess settings.Config) {
	all := max(len(s.splits), LeastRuns)
	// runsFor returns the number of runs with so many validation nodes in sum, at least least.
	runsFor := func(nodes, least int) int {
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
	first := min(runsFor(firstNodes, least), (all+1)/2)
	middle := max(first, runsFor(middleNodes, least))
	s.runs, s.most = max(middle, runsFor(lastNodes, LeastRuns)), affordable
	// Two stages add changes, and three rungs drop configurations.
	s.stages = []stage{{runs: first, changes: networkChanges, most: changesOfNetwork}, {runs: first, changes: trainingChanges, most: MaxTried},
		{runs: first, keep: keptByFirst}, {runs: middle, keep: keptBySecond}, {runs: s.runs, keep: 1}}
	if s.version > 1 {
		s.limitWork(guess)
	}
}

// Once makes every stage evaluate a single run, instead of the runs that the numbers of validation nodes require.
// Callers that repeat the search for each split call it before the first Pending.
func (s *Search) Once() {
	for k := range s.stages {
		s.stages[k].runs = 1
	}
}

// limitWork reduces the stages if the expected work exceeds affordableInAll. The expectation is the mean over the starts.
// The first rung then has fewer epochs, so that it takes its part of boundedWork.
// The middle rung begins again with more epochs, and the last rung has as many runs as fit.
func (s *Search) limitWork(guess settings.Config) {
	mean, usual, list := 0.0, 0.0, s.starts() // work of an epoch, and of a run with the usual number of epochs
	for _, v := range list {
		c, _ := withVariant(guess, v, s.fixed, s.shape)
		mean += s.runWork(c, 1) / float64(len(list))
		usual += s.runWork(c, 0) / float64(len(list))
	}
	first, middle := s.stages[0].runs, s.stages[3].runs
	runs := MaxTried*first + (keptByFirst+peerLikeStarts)*(middle-first) + (keptBySecond+peerLikeStarts)*(s.runs-middle)
	if usual*float64(runs) <= affordableInAll {
		return
	}
	// within returns how many epochs of each of the given runs fit into a part of the work, from least to most.
	within := func(part, runs float64, least, most int) int {
		return max(least, int(min(float64(most), part*boundedWork/(mean*runs))))
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

// starts returns the starts of a search with this version.
func (s *Search) starts() (out []variant) {
	for _, v := range allStarts(s.shape.Signed) {
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
