package explain

import (
	"slices"
	"sort"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/train"
)

// Bounds of a [FlipSearch]: edges tried one by one, the node's own first, and
// edges of the node and its features that are tried in pairs.
const (
	flipEdges = 400
	flipPairs = 12
)

// FlipSearch looks for the smallest changes that flip a node, one a step.
type FlipSearch struct {
	fork  *sgpc.Fork
	split graph.Split
	flips Flips
	list  []Change
	at    int
	pairs bool // of list
	// lead is what each of list leaves of the lead of the class from before over the next, −1 when it flips.
	lead []float64
	// own edges of the node, the first of list, far others, and words features: these are joined in pairs.
	own, far, words int
}

// SearchFlips starts a search in the evaluation on show. It fails when Node does.
func SearchFlips(r *sgpc.Run, node int) (*FlipSearch, error) {
	if err := explains(r, node); err != nil {
		return nil, err
	}
	s := &FlipSearch{fork: r.Fork(), split: r.Split, flips: Flips{Node: node, Found: []Flip{}}}
	before, err := whatIf(s.fork, s.split, Change{})
	if err != nil {
		return nil, err
	}
	s.flips.From = before.Pred[node]
	g := r.Graph
	var own, far []Change
	for _, e := range g.Edges {
		c := Change{RemoveEdges: [][2]int{{int(e.I), int(e.J)}}}
		if int(e.I) == node || int(e.J) == node {
			own = append(own, c)
		} else if len(far) < flipEdges {
			far = append(far, c)
		}
	}
	far = far[:min(len(far), max(0, flipEdges-len(own)))]
	s.own, s.far, s.list = len(own), len(far), append(own, far...)
	for k := g.X.Ptr[node]; k < g.X.Ptr[node+1]; k++ {
		if g.X.Val[k] == 0 {
			continue
		}
		if s.flips.Of.Words++; s.words < shownWords {
			s.words++
			s.list = append(s.list, Change{HideFeatures: [][2]int{{node, int(g.X.Col[k])}}})
		}
	}
	s.flips.Of.Edges = len(g.Edges)
	if s.fork.Takes(settings.MapsZero) == nil {
		s.flips.Of.Maps = 2
		s.list = append(s.list, Change{Maps: settings.MapsIdentity}, Change{Maps: settings.MapsZero})
	}
	return s, nil
}

// Done reports the share of the search that is done; 1 is its end.
func (s *FlipSearch) Done() float64 {
	if s.at == len(s.list) {
		return 1
	}
	return float64(s.at) / float64(len(s.list))
}

// Step tries the next change and reports whether it was the last.
func (s *FlipSearch) Step() (done bool) {
	if s.at < len(s.list) {
		s.try(s.list[s.at])
		s.at++
	}
	if s.at == len(s.list) && !s.pairs {
		s.pairs = true
		one, words := s.own, s.own+s.far
		s.flips.Of.EdgePairs = s.joins(0, one)
		s.flips.Of.WordPairs = s.joins(words, words+s.words)
	}
	return s.at == len(s.list)
}

// joins puts pairs of the changes from one place of the list to another behind it: of those that do not flip alone the
// few that leave the least lead, the most promising first. It counts the pairs that there are of all that do not flip alone.
func (s *FlipSearch) joins(from, to int) int {
	var still []int
	for k := from; k < to; k++ {
		if s.lead[k] >= 0 {
			still = append(still, k)
		}
	}
	all := len(still) * (len(still) - 1) / 2
	sort.SliceStable(still, func(i, j int) bool { return s.lead[still[i]] < s.lead[still[j]] })
	still = still[:min(len(still), flipPairs)]
	for j := range still {
		for _, i := range still[:j] {
			a, b := s.list[min(i, still[j])], s.list[max(i, still[j])]
			s.list = append(s.list, Change{RemoveEdges: slices.Concat(a.RemoveEdges, b.RemoveEdges),
				HideFeatures: slices.Concat(a.HideFeatures, b.HideFeatures)})
		}
	}
	return all
}

func (s *FlipSearch) try(c Change) {
	t, size := &s.flips.Tried, len(c.RemoveEdges)+len(c.HideFeatures)
	switch {
	case c.Maps != "":
		t.Maps++
	case len(c.RemoveEdges) == 1:
		t.Edges++
	case len(c.RemoveEdges) == 2:
		t.EdgePairs++
	case size == 1:
		t.Words++
	default:
		t.WordPairs++
	}
	s.lead = append(s.lead, 2) // more than any: of a graph that the model cannot take there is nothing to compare
	a, err := whatIf(s.fork, s.split, c)
	if err != nil {
		return
	}
	k := s.fork.Graph().Classes
	p := a.Prob[s.flips.Node*k : (s.flips.Node+1)*k]
	lead := &s.lead[len(s.lead)-1]
	if to := train.ArgMax(p); to != s.flips.From {
		*lead = -1
		s.flips.Found = append(s.flips.Found, Flip{Change: c, Size: size, Class: to, Prob: p[to], Margin: p[to] - p[s.flips.From]})
		return
	}
	for k, v := range p {
		if k != s.flips.From {
			*lead = min(*lead, p[s.flips.From]-v)
		}
	}
}

// StepOwn tries the next edge of the node itself until one flips it; done reports that one did, or that none is left.
func (s *FlipSearch) StepOwn() (flips, done bool) {
	if s.at < s.own && len(s.flips.Found) == 0 {
		s.Step()
	}
	flips = len(s.flips.Found) > 0
	return flips, flips || s.at >= s.own
}

// Flips returns what was found so far.
func (s *FlipSearch) Flips() *Flips {
	f := s.flips
	f.Found = slices.Clone(f.Found)
	sort.SliceStable(f.Found, func(i, j int) bool {
		a, b := &f.Found[i], &f.Found[j]
		// The sheaf, of size 0, stands after the pairs: it is one click, but the largest change.
		if p, q := (a.Size+2)%3, (b.Size+2)%3; p != q {
			return p < q
		}
		if p, q := len(a.RemoveEdges), len(b.RemoveEdges); p != q {
			return p > q
		}
		return a.Margin > b.Margin
	})
	return &f
}
