package tune

import "sheafscope/core/sgpc/settings"

// Numbers of configurations that the first rung and the middle rung keep.
const keptByFirst, keptBySecond = 8, 3

// plan sets the stages of the search. guess has the settings of the first trial.
// The first rung has at most half of all runs of a configuration. It has at least two runs, or one run if the validation set is large.
func (s *Search) plan(guess settings.Config) {
	all := max(len(s.splits), LeastRuns)
	// runsFor returns the smallest number of runs that has the given number of validation nodes in sum. It returns at least least and at
	// most all runs.
	runsFor := func(nodes, least int) int {
		runs, sum := 0, 0
		for runs < all {
			isEnough := sum >= nodes && runs >= least
			if isEnough {
				break
			}
			sum += s.splits[runs%len(s.splits)].Val
			runs++
		}
		return runs
	}
	least := 2
	if s.splits[0].Val >= manyNodes {
		least = 1
	}
	first := min(runsFor(firstNodes, least), (all+1)/2)
	middle := max(first, runsFor(middleNodes, least))
	s.runs = max(middle, runsFor(lastNodes, LeastRuns))
	s.most = affordable
	// The first two stages add changes. The other three stages are the rungs, which drop configurations.
	s.stages = []stage{{runs: first, changes: networkChanges, most: changesOfNetwork}, {runs: first, changes: trainingChanges, most: MaxTried},
		{runs: first, keep: keptByFirst}, {runs: middle, keep: keptBySecond}, {runs: s.runs, keep: 1}}
	if s.version > 1 {
		s.limitWork(guess)
	}
}

// Once makes every stage evaluate a single run of a configuration, although the numbers of validation nodes may require more runs.
// Callers that repeat the search for each split call Once before the first Pending.
func (s *Search) Once() {
	for k := range s.stages {
		s.stages[k].runs = 1
	}
}

// Indices of the rungs in Search.stages.
const (
	firstRung  = 2
	middleRung = 3
	lastRung   = 4
)

// Expected numbers of configurations in the middle and the last rung of a reduced search.
const inMiddle, inLast = 4, 2

// limitWork reduces the stages if the expected work exceeds affordableInAll. The expected work of a run is the mean over the starts.
// In a reduced search the first rung has fewer epochs, so that its work is the part partOfFirst of boundedWork.
// The middle rung repeats the runs of the first rung with more epochs, and the last rung has as many further runs as fit into its part.
func (s *Search) limitWork(guess settings.Config) {
	meanEpoch, meanRun := 0.0, 0.0 // mean work of an epoch, and of a run with the usual number of epochs
	list := s.starts()
	for _, v := range list {
		c, _ := withVariant(guess, v, s.fixed, s.shape)
		meanEpoch += s.runWork(c, 1) / float64(len(list))
		meanRun += s.runWork(c, 0) / float64(len(list))
	}
	first, middle := s.stages[0].runs, s.stages[middleRung].runs
	runs := MaxTried*first +
		(keptByFirst+peerLikeStarts)*(middle-first) + // further runs in the middle rung
		(keptBySecond+peerLikeStarts)*(s.runs-middle) // further runs in the last rung
	if meanRun*float64(runs) <= affordableInAll {
		return
	}
	// fitting returns how many times the given number of epochs fits into a part of boundedWork, at least least and at most most.
	fitting := func(part, epochs float64, least, most int) int {
		return max(least, int(min(float64(most), part*boundedWork/(meanEpoch*epochs))))
	}
	const partOfLast = 1 - partOfFirst - partOfMiddle
	short := fitting(partOfFirst, float64(MaxTried*first), leastEpochs, usualEpochs) // epochs of a run in the first rung
	leastLong := max(short, leastEpochs*3/2)
	long := fitting(partOfMiddle, float64(inMiddle*first), leastLong, mostEpochs) // epochs of a run in the other rungs
	s.runs = min(s.runs, first+fitting(partOfLast, float64(inLast*long), 0, s.runs))
	s.most = partOfFirst * boundedWork
	for k := range s.stages {
		s.stages[k].epochs = long
		if k <= firstRung {
			s.stages[k].epochs = short
		}
	}
	s.stages[firstRung].spend = partOfMiddle * boundedWork
	s.stages[middleRung].spend = partOfLast * boundedWork
	s.stages[middleRung].runs = first
	s.stages[lastRung].runs = s.runs
}

// starts returns the starts of a search of this version. Version 0 has no start with averages of two steps. Versions 0 and 1 average by
// transport plans that converge to the identity.
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
