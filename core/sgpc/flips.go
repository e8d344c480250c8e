package sgpc

import (
	"slices"
	"sort"

	"sheafscope/core/train"
)

// Bounds of a [FlipSearch]: edges tried one by one, the node's own first, and
// edges of the node and its features that are tried in pairs.
const (
	flipEdges = 400
	flipPairs = 12
)

// Flip is a change of the graph that changes the class of a node.
type Flip struct {
	Change
	// Size is the number of edges or features taken, 0 for the sheaf as a whole.
	Size int `json:"size"`
	// Class is what the node is called then, Prob its probability, Margin that over the class from before.
	Class  int     `json:"class"`
	Prob   float64 `json:"prob"`
	Margin float64 `json:"margin"`
}

// Flips are the changes that flip a node, by size, of one size edges before features, then by
// margin, the clearest first. Tried counts changes by kind; a pair that holds a flip of its own was
// not tried, for it is no smallest change.
type Flips struct {
	Node  int    `json:"node"`
	From  int    `json:"from"`
	Found []Flip `json:"found"`
	Tried Tried  `json:"tried"`
	// Edges is the number of edges of the graph, of which Tried.Edges were tried alone.
	Edges int `json:"edges"`
}

// Tried counts changes.
type Tried struct {
	Edges     int `json:"edges"`
	EdgePairs int `json:"edgePairs"`
	Words     int `json:"words"`
	WordPairs int `json:"wordPairs"`
	Maps      int `json:"maps"`
}

// Sum is how many changes were tried.
func (t Tried) Sum() int { return t.Edges + t.EdgePairs + t.Words + t.WordPairs + t.Maps }

// FlipSearch looks for the smallest changes that flip a node, one a step.
type FlipSearch struct {
	r     *Run // a fork
	flips Flips
	list  []Change
	at    int
	pairs bool // of list
	alone []Change
	own   int // edges of the node, the first of alone
}

// SearchFlips starts a search in the evaluation on show. It fails when Explain does.
func (r *Run) SearchFlips(node int) (*FlipSearch, error) {
	if err := r.explains(node); err != nil {
		return nil, err
	}
	s := &FlipSearch{r: r.fork(), flips: Flips{Node: node, Edges: len(r.Graph.Edges), Found: []Flip{}}}
	before, err := s.r.whatIf(Change{})
	if err != nil {
		return nil, err
	}
	s.flips.From = before.Pred[node]
	g := r.Graph
	adj := g.Adjacency()
	var own, far []Change
	for _, e := range g.Edges {
		c := Change{RemoveEdges: [][2]int{{int(e.I), int(e.J)}}}
		if int(e.I) == node || int(e.J) == node {
			own = append(own, c)
		} else if len(far) < flipEdges {
			far = append(far, c)
		}
	}
	s.own = int(adj.Ptr[node+1] - adj.Ptr[node])
	s.alone = append(own, far[:min(len(far), max(0, flipEdges-len(own)))]...)
	for k := g.X.Ptr[node]; k < g.X.Ptr[node+1] && len(s.words()) < shownWords; k++ {
		if g.X.Val[k] != 0 {
			s.alone = append(s.alone, Change{HideFeatures: [][2]int{{node, int(g.X.Col[k])}}})
		}
	}
	s.list = s.alone
	if r.eval.mapping != nil {
		s.list = append(slices.Clone(s.alone), Change{Maps: MapsIdentity}, Change{Maps: MapsZero})
	}
	return s, nil
}

// words are the changes of one feature.
func (s *FlipSearch) words() []Change {
	k := slices.IndexFunc(s.alone, func(c Change) bool { return len(c.HideFeatures) > 0 })
	if k < 0 {
		return nil
	}
	return s.alone[k:]
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
		s.list = append(slices.Clip(s.list), s.pairsOf(s.alone[:s.own])...)
		s.list = append(s.list, s.pairsOf(s.words())...)
	}
	return s.at == len(s.list)
}

// pairsOf joins the first few changes that do not flip by themselves.
func (s *FlipSearch) pairsOf(list []Change) (out []Change) {
	var still []Change
	for _, c := range list {
		if len(still) < flipPairs && !slices.ContainsFunc(s.flips.Found, func(f Flip) bool { return same(f.Change, c) }) {
			still = append(still, c)
		}
	}
	for k, a := range still {
		for _, b := range still[:k] {
			out = append(out, Change{RemoveEdges: append(slices.Clone(b.RemoveEdges), a.RemoveEdges...),
				HideFeatures: append(slices.Clone(b.HideFeatures), a.HideFeatures...)})
		}
	}
	return out
}

func same(a, b Change) bool {
	return a.Maps == b.Maps && slices.Equal(a.RemoveEdges, b.RemoveEdges) && slices.Equal(a.HideFeatures, b.HideFeatures)
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
	a, err := s.r.whatIf(c)
	if err != nil { // a graph that the model cannot take: nothing to compare
		return
	}
	k := s.r.Graph.Classes
	p := a.Prob[s.flips.Node*k : (s.flips.Node+1)*k]
	if to := train.ArgMax(p); to != s.flips.From {
		s.flips.Found = append(s.flips.Found, Flip{c, size, to, p[to], p[to] - p[s.flips.From]})
	}
}

// StepOwn tries the next edge of the node itself until one flips it; done tells that one did, or that none is left.
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
