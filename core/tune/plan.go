package tune

import "sheafscope/core/sgpc/settings"

// A search has five stages: two that add changes, and then three rungs, which drop configurations.
// Both stages with changes and the first rung evaluate the same runs.

// Indices of the rungs in Search.stages.
const firstRung, middleRung, lastRung = 2, 3, 4

// Numbers of configurations that the first and the middle rung keep.
const keptByFirst, keptByMiddle = 8, 3

// plan sets the stages.
// The first rung has at most half of all runs. It has at least two runs unless the validation set of the first split is large.
func (s *Search) plan(guess settings.Config) {
	all := max(len(s.splits), LeastRuns) // largest number of runs of a configuration
	// runsFor returns the smallest number of runs whose validation sets have a total size of at least nodes.
	// The result is limited to least … all.
	runsFor := func(nodes, least int) int {
		runs := 0
		for sum := 0; runs < all && (sum < nodes || runs < least); runs++ {
			sum += s.splits[runs%len(s.splits)].Val
		}
		return runs
	}
	least := 2
	if s.splits[0].Val >= manyNodes {
		least = 1
	}
	first := min(runsFor(firstNodes, least), (all+1)/2)
	middle := max(first, runsFor(middleNodes, least))
	s.runs, s.most = max(middle, runsFor(lastNodes, LeastRuns)), affordable
	s.stages = []stage{{runs: first, changes: networkChanges, most: changesOfNetwork}, {runs: first, changes: trainingChanges, most: MaxTried},
		firstRung: {runs: first, keep: keptByFirst}, middleRung: {runs: middle, keep: keptByMiddle}, lastRung: {runs: s.runs, keep: 1}}
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

// limitWork reduces the stages if the expected work of the search exceeds affordableInAll. The starts stand for all configurations:
// the expected work of an epoch is the mean over the starts.
//
// In a reduced search each rung has its part of boundedWork. The first rung has fewer epochs.
// The middle rung repeats the runs of the first rung with more epochs, and the last rung adds as many runs as fit.
func (s *Search) limitWork(guess settings.Config) {
	starts := s.starts()
	epochMean, runMean := 0.0, 0.0 // work of an epoch, and of a run with the usual number of epochs
	for _, v := range starts {
		c, _ := withVariant(guess, v, s.fixed, s.shape)
		epochMean += s.runWork(c, 1) / float64(len(starts))
		runMean += s.runWork(c, 0) / float64(len(starts))
	}
	first, middle := s.stages[0].runs, s.stages[middleRung].runs
	runs := MaxTried*first + (keptByFirst+peerLikeStarts)*(middle-first) + (keptByMiddle+peerLikeStarts)*(s.runs-middle)
	if runMean*float64(runs) <= affordableInAll {
		return
	}
	// fitting returns the largest k for which k·count epochs fit into a part of boundedWork. The result is limited to least … most.
	fitting := func(part, count float64, least, most int) int {
		return max(least, int(min(float64(most), part*boundedWork/(epochMean*count))))
	}
	// The part of a later rung suffices for so many configurations with the mean work.
	const configurationsInMiddle, configurationsInLast = 4, 2
	middle = first
	short := fitting(partOfFirst, float64(MaxTried*first), leastEpochs, usualEpochs)
	long := fitting(partOfMiddle, float64(configurationsInMiddle*middle), max(short, leastEpochs*3/2), mostEpochs)
	addedRuns := fitting(1-partOfFirst-partOfMiddle, float64(configurationsInLast*long), 0, s.runs)
	s.runs = min(s.runs, middle+addedRuns)
	s.most = partOfFirst * boundedWork
	for k := range s.stages {
		s.stages[k].epochs = long
		if k <= firstRung {
			s.stages[k].epochs = short
		}
	}
	// A rung limits the work of the next rung.
	s.stages[firstRung].spend, s.stages[middleRung].spend = partOfMiddle*boundedWork, (1-partOfFirst-partOfMiddle)*boundedWork
	s.stages[middleRung].runs, s.stages[lastRung].runs = middle, s.runs
}

// starts returns the starts of a search of its version.
// Version 0 lacks the start twoSteps. Versions 0 and 1 average by transport plans.
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
