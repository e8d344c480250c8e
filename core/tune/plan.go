// This file plans the stages of a search: the runs, the epochs, and the number of configurations of each stage.

package tune

import "sheafscope/core/sgpc/settings"

// Numbers of configurations that the first rung and the middle rung keep. A rung is a stage that drops configurations.
const keptByFirst, keptByMiddle = 8, 3

// plan sets the stages of the search. guess has the settings of the first trial.
// In a rung, a configuration has as many runs as firstNodes, middleNodes or lastNodes require: a run has the validation nodes of its split.
// From version 2 on, limitWork may reduce these numbers.
func (s *Search) plan(guess settings.Config) {
	mostRuns := max(len(s.splits), LeastRuns) // a run for each split, or LeastRuns runs if these are more
	// runsFor returns the smallest number of runs whose validation sets together have at least the required number of nodes.
	// The result is from least to mostRuns.
	runsFor := func(required, least int) int {
		runs, sum := 0, 0
		for runs < mostRuns {
			isEnough := sum >= required && runs >= least
			if isEnough {
				break
			}
			sum += s.splits[runs%len(s.splits)].Val
			runs++
		}
		return runs
	}
	fewestRuns := 2 // in the first and the middle rung
	if s.splits[0].Val >= manyNodes {
		fewestRuns = 1
	}
	first := min(runsFor(firstNodes, fewestRuns), (mostRuns+1)/2) // at most half of mostRuns, rounded up
	middle := max(first, runsFor(middleNodes, fewestRuns))
	s.runs = max(middle, runsFor(lastNodes, LeastRuns))
	s.mostSpent = affordable // limitWork may lower it
	// The first two stages add changes, and the other three are the rungs.
	s.stages = []stage{{runs: first, changes: networkChanges, mostAdded: changesOfNetwork},
		{runs: first, changes: trainingChanges, mostAdded: MaxTried}, // no limit besides that of the search
		{runs: first, keep: keptByFirst}, {runs: middle, keep: keptByMiddle}, {runs: s.runs, keep: 1}}
	if s.version > 1 {
		s.limitWork(guess)
	}
}

// Once makes every stage evaluate a single run of a configuration, for callers that repeat the search for each split. They call it before
// the first Pending.
func (s *Search) Once() {
	for k := range s.stages {
		s.stages[k].runs = 1
	}
}

// Indices of the rungs in Search.stages, from 0: plan puts two other stages before the rungs.
const (
	firstRung  = 2
	middleRung = 3
	lastRung   = 4
)

// Expected numbers of configurations in the middle and the last rung of a reduced search.
const inMiddle, inLast = 4, 2

// limitWork reduces the stages if the expected work exceeds affordableInAll. The expected work of a run is the mean over the starts.
// Each rung of a reduced search has a share of boundedWork.
//   - The first rung has as many epochs as its share allows, from leastEpochs to usualEpochs.
//   - The middle rung repeats the runs of the first rung with more epochs.
//   - The last rung has the number of epochs of the middle rung, and as many further runs as its share allows.
func (s *Search) limitWork(guess settings.Config) {
	meanEpoch, meanRun := 0.0, 0.0 // mean work of an epoch, and of a run with the usual number of epochs
	list := s.starts()
	for _, v := range list {
		c, _ := withVariant(guess, v, s.fixed, s.shape) // an invalid start counts, too: the work is only an estimate
		meanEpoch += s.runWork(c, 1) / float64(len(list))
		meanRun += s.runWork(c, 0) / float64(len(list)) // 0 stands for usualEpochs
	}
	first, middle := s.stages[0].runs, s.stages[middleRung].runs
	runs := MaxTried*first + // runs in the first rung, with all configurations
		(keptByFirst+peerLikeStarts)*(middle-first) + // further runs in the middle rung
		(keptByMiddle+peerLikeStarts)*(s.runs-middle) // further runs in the last rung
	if meanRun*float64(runs) <= affordableInAll {
		return
	}
	// timesIn returns how many times the work of the given number of epochs fits into a share of boundedWork.
	// The result is not below lower, and not above upper.
	timesIn := func(share, epochs float64, lower, upper int) int {
		return max(lower, int(min(float64(upper), share*boundedWork/(meanEpoch*epochs))))
	}
	const shareOfLast = 1 - shareOfFirst - shareOfMiddle
	// One epoch of each run of the first rung is MaxTried·first epochs. The middle rung has inMiddle configurations in place of MaxTried.
	short := timesIn(shareOfFirst, float64(MaxTried*first), leastEpochs, usualEpochs) // epochs of a run in the first rung
	// The other rungs train at least as long as the first rung, and longer than the shortest possible first rung.
	leastLong := max(short, leastEpochs*3/2)
	long := timesIn(shareOfMiddle, float64(inMiddle*first), leastLong, mostEpochs) // epochs of a run in the other rungs
	// The last rung does not repeat the runs of the middle rung. A further run of its inLast configurations takes
	// inLast·long epochs.
	s.runs = min(s.runs, first+timesIn(shareOfLast, float64(inLast*long), 0, s.runs))
	s.mostSpent = shareOfFirst * boundedWork
	for k := range s.stages {
		s.stages[k].epochs = long
		if k <= firstRung {
			s.stages[k].epochs = short
		}
	}
	s.stages[firstRung].spend = shareOfMiddle * boundedWork
	s.stages[middleRung].spend = shareOfLast * boundedWork
	s.stages[middleRung].runs = first
	s.stages[lastRung].runs = s.runs
}

// starts returns the starts of a search of this version. Version 0 has no start with averages of two steps.
// In versions 0 and 1, the settings of planAveragingSettings replace the identity maps of a start.
func (s *Search) starts() (out []variant) {
	for _, v := range allStarts(s.shape) {
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
