package tune

import "sheafscope/core/sgpc/settings"

// plan sets the stages. The first rung has at most half of all runs, and more than one unless that has many nodes.
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
	s.stages = []stage{{runs: first, changes: ofNetwork, most: changesOfNetwork}, {runs: first, changes: ofTraining, most: MaxTried},
		{runs: first, keep: 8}, {runs: middle, keep: 3}, {runs: s.runs, keep: 1}}
	if s.version > 1 {
		s.bound(guess)
	}
}

// Once makes every stage judge by one run alone, in the place of the runs that the numbers of validation nodes ask for. It is for the
// choice of each split apart, which repeats the search on every split, and comes before the first Pending.
func (s *Search) Once() {
	for k := range s.stages {
		s.stages[k].runs = 1
	}
}

// bound cuts the stages where the search is expected to take more than affordableInAll, by the mean over its
// starts. The first rung keeps to its part of bounded by fewer epochs, the middle one runs anew with more, and the last goes
// on with as many runs as fit.
func (s *Search) bound(guess settings.Config) {
	mean, usual, list := 0.0, 0.0, s.starts() // work of an epoch, and of a run
	for _, v := range list {
		c, _ := changed(guess, v, s.fixed, s.shape)
		mean += s.work(c, 1) / float64(len(list))
		usual += s.work(c, 0) / float64(len(list))
	}
	first, middle := s.stages[0].runs, s.stages[3].runs
	runs := MaxTried*first + (8+likePeers)*(middle-first) + (3+likePeers)*(s.runs-middle)
	if usual*float64(runs) <= affordableInAll {
		return
	}
	within := func(part, trials float64, least, most int) int {
		return max(least, int(min(float64(most), part*bounded/(mean*trials))))
	}
	middle = first
	short := within(partOfFirst, float64(MaxTried*first), leastEpochs, usualEpochs)
	long := within(partOfMiddle, float64(4*middle), max(short, leastEpochs*3/2), mostEpochs)
	s.runs = min(s.runs, middle+within(1-partOfFirst-partOfMiddle, float64(2*long), 0, s.runs))
	s.most = partOfFirst * bounded
	for k := range s.stages {
		s.stages[k].epochs = long
		if k < 3 {
			s.stages[k].epochs = short
		}
	}
	s.stages[2].spend, s.stages[3].spend = partOfMiddle*bounded, (1-partOfFirst-partOfMiddle)*bounded
	s.stages[3].runs, s.stages[4].runs = middle, s.runs
}

// starts are those of this version.
func (s *Search) starts() (out []variant) {
	for _, v := range starts(s.shape.Signed) {
		switch {
		case s.version == 0 && v.name == twoSteps:
			continue
		case s.version < 2 && v.set["maps"] == settings.MapsIdentity:
			v.set = with(v.set, alongPlans())
		}
		out = append(out, v)
	}
	return out
}
