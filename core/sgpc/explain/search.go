package explain

import (
	"slices"
	"sort"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/train"
)

// flipEdges bounds the edges that a [FlipSearch] tries one by one, the node's own
// edges first. flipPairs bounds the edges and the features that it tries in pairs.
const (
	flipEdges = 400
	flipPairs = 12
)

// FlipSearch searches the smallest changes that flip the class of a node, one
// change per step.
type FlipSearch struct {
	fork  *sgpc.Fork
	split graph.Split
	flips Flips
	list  []Change
	at    int
	pairs bool // list contains the pairs
	// lead is, for each tried change, the lead of the former class over the next
	// best, −1 for a flip.
	lead []float64
	// own, far and words are the numbers of the node's own edges, other edges and
	// features in list, in this order.
	own, far, words int
}

// SearchFlips returns a search in the last finished evaluation. It fails when
// [Node] does.
func SearchFlips(r *sgpc.Run, node int) (*FlipSearch, error) {
	if err := checkNode(r, node); err != nil {
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

// Done returns the finished share of the search, 1 at its end.
func (s *FlipSearch) Done() float64 {
	if s.at == len(s.list) {
		return 1
	}
	return float64(s.at) / float64(len(s.list))
}

// Step tries the next change and reports whether it was the last.
func (s *FlipSearch) Step() (done bool) {
	if s.at < len(s.list) {
		s.tryChange(s.list[s.at])
		s.at++
	}
	if s.at == len(s.list) && !s.pairs {
		s.pairs = true
		one, words := s.own, s.own+s.far
		s.flips.Of.EdgePairs = s.appendPairs(0, one)
		s.flips.Of.WordPairs = s.appendPairs(words, words+s.words)
	}
	return s.at == len(s.list)
}

// appendPairs appends to the list pairs of the changes from … to−1 that do not flip
// the class alone. It uses the flipPairs changes with the smallest lead, the most
// promising pairs first. It returns the number of pairs of all changes that do not
// flip alone.
func (s *FlipSearch) appendPairs(from, to int) int {
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

// tryChange evaluates one change and records its lead or flip.
func (s *FlipSearch) tryChange(c Change) {
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
	s.lead = append(s.lead, 2) // above any lead, for a graph that the model rejects
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

// StepOwn tries the next of the node's own edges. flips reports that an edge
// flipped the class; done reports that one did or that none is left.
func (s *FlipSearch) StepOwn() (flips, done bool) {
	if s.at < s.own && len(s.flips.Found) == 0 {
		s.Step()
	}
	flips = len(s.flips.Found) > 0
	return flips, flips || s.at >= s.own
}

// Flips returns the flips found so far, sorted.
func (s *FlipSearch) Flips() *Flips {
	f := s.flips
	f.Found = slices.Clone(f.Found)
	sort.SliceStable(f.Found, func(i, j int) bool {
		a, b := &f.Found[i], &f.Found[j]
		// A change of the maps, of size 0, is the largest change and comes last.
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
