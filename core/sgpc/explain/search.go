package explain

import (
	"slices"
	"sort"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/train"
)

// Limits of a [FlipSearch].
const (
	flipEdges = 400 // largest number of removals of one edge, unless the node has more edges
	flipPairs = 12  // largest number of edges, and of features, of which all pairs are tried
)

// Special values of FlipSearch.leads.
const (
	flippedLead  = -1 // the change flips the class
	rejectedLead = 2  // the model rejects the changed graph; a lead is at most 1
)

// FlipSearch searches the smallest changes that flip the class of a node. Each step
// tries one change.
type FlipSearch struct {
	fork  *sgpc.Fork
	split graph.Split
	flips Flips // the results so far, with Found in the order of the search
	// changes lists the changes to try. next is the index of the next change. hasPairs
	// reports whether changes contains the pairs.
	changes  []Change
	next     int
	hasPairs bool
	// leads[k] is the lead of the former class for changes[k], k < next: the probability
	// of the former class minus the largest probability of another class, or a special value.
	leads []float64
	// The numbers of single changes, in the order of changes: removals of an edge of the
	// node, removals of any other edge, and hidings of a feature of the node. Replacements of
	// the maps and pairs follow in changes.
	ownEdges, otherEdges, features int
}

// SearchFlips returns a search before its first step. Between two epochs it uses the
// parameters of the last evaluation, and within an epoch the present parameters. It fails
// for a node out of range. It also fails before the end of the first epoch, unless the
// initial parameters were given.
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
	s.listEdges(r.Graph)
	s.listFeatures(r.Graph)
	if s.fork.Takes(settings.MapsZero) == nil { // the model has maps that can be replaced
		s.flips.Of.Maps = 2
		s.changes = append(s.changes, Change{Maps: settings.MapsIdentity}, Change{Maps: settings.MapsZero})
	}
	return s, nil
}

// listEdges begins the list of changes with the removal of each edge of the node. Removals
// of other edges follow, until the list has flipEdges entries.
func (s *FlipSearch) listEdges(g *graph.Graph) {
	node := s.flips.Node
	var own, other []Change
	for _, e := range g.Edges {
		removal := Change{RemoveEdges: [][2]int{{int(e.I), int(e.J)}}}
		if int(e.I) == node || int(e.J) == node {
			own = append(own, removal)
		} else if len(other) < flipEdges {
			other = append(other, removal)
		}
	}
	room := max(0, flipEdges-len(own)) // number of other edges within flipEdges
	other = other[:min(len(other), room)]
	s.ownEdges, s.otherEdges = len(own), len(other)
	s.flips.Of.Edges = len(g.Edges)
	s.changes = append(own, other...)
}

// listFeatures appends the hiding of each non-zero feature of the node, at most
// MaxWords of them.
func (s *FlipSearch) listFeatures(g *graph.Graph) {
	node := s.flips.Node
	for k := g.X.Ptr[node]; k < g.X.Ptr[node+1]; k++ {
		if g.X.Val[k] == 0 {
			continue
		}
		s.flips.Of.Words++
		if s.features < MaxWords {
			s.features++
			s.changes = append(s.changes, Change{HideFeatures: [][2]int{{node, int(g.X.Col[k])}}})
		}
	}
}

// Done returns the finished fraction of the list of changes, from 0 to 1. The fraction
// falls when Step appends the pairs.
func (s *FlipSearch) Done() float64 {
	if s.next == len(s.changes) { // also for an empty list
		return 1
	}
	return float64(s.next) / float64(len(s.changes))
}

// Step tries the next change, if one is left. It then reports whether no change is left.
// After the last single change, Step appends the pairs to the list.
func (s *FlipSearch) Step() (done bool) {
	if s.next < len(s.changes) {
		s.tryChange(s.changes[s.next])
		s.next++
	}
	if s.next == len(s.changes) && !s.hasPairs {
		s.hasPairs = true
		firstFeature := s.ownEdges + s.otherEdges
		s.flips.Of.EdgePairs = s.appendPairs(0, s.ownEdges)
		s.flips.Of.WordPairs = s.appendPairs(firstFeature, firstFeature+s.features)
	}
	return s.next == len(s.changes)
}

// appendPairs appends pairs of changes with index from … to−1, which the search must have
// tried. Of the changes that do not flip the class alone, it pairs the flipPairs changes with
// the smallest leads. The pairs ascend by the larger of their two leads. appendPairs returns
// the number of pairs without the limit flipPairs.
func (s *FlipSearch) appendPairs(from, to int) int {
	var unflipped []int
	for k := from; k < to; k++ {
		if s.leads[k] >= 0 {
			unflipped = append(unflipped, k)
		}
	}
	allPairs := len(unflipped) * (len(unflipped) - 1) / 2
	sort.SliceStable(unflipped, func(i, j int) bool { return s.leads[unflipped[i]] < s.leads[unflipped[j]] })
	members := unflipped[:min(len(unflipped), flipPairs)]
	// The two changes of a pair keep the order of s.changes.
	for k, i := range members {
		for _, j := range members[:k] {
			a, b := s.changes[min(i, j)], s.changes[max(i, j)]
			s.changes = append(s.changes, Change{
				RemoveEdges:  slices.Concat(a.RemoveEdges, b.RemoveEdges),
				HideFeatures: slices.Concat(a.HideFeatures, b.HideFeatures),
			})
		}
	}
	return allPairs
}

// tryChange evaluates one change and records the lead of the former class. If the
// change flips the class, it records flippedLead and the flip. If the model rejects the
// changed graph, it records rejectedLead, so that pairs use this change last.
func (s *FlipSearch) tryChange(c Change) {
	s.countTried(c)
	prediction, err := whatIf(s.fork, s.split, c)
	if err != nil {
		s.leads = append(s.leads, rejectedLead)
		return
	}
	node, former, classes := s.flips.Node, s.flips.From, s.fork.Graph().Classes
	p := prediction.Prob[node*classes : (node+1)*classes]
	predicted := train.ArgMax(p)
	if predicted != former {
		s.leads = append(s.leads, flippedLead)
		margin := p[predicted] - p[former]
		s.flips.Found = append(s.flips.Found, Flip{Change: c, Size: c.size(), Class: predicted, Prob: p[predicted], Margin: margin})
		return
	}
	lead := float64(rejectedLead) // an upper bound of all leads
	for class, v := range p {
		if class != former {
			lead = min(lead, p[former]-v)
		}
	}
	s.leads = append(s.leads, lead)
}

// countTried counts a tried change by its kind.
func (s *FlipSearch) countTried(c Change) {
	tried := &s.flips.Tried
	switch {
	case c.Maps != "":
		tried.Maps++
	case len(c.RemoveEdges) == 1:
		tried.Edges++
	case len(c.RemoveEdges) == 2:
		tried.EdgePairs++
	case len(c.HideFeatures) == 1:
		tried.Words++
	default: // two hidden features
		tried.WordPairs++
	}
}

// size returns the number of removed edges and hidden features.
func (c Change) size() int { return len(c.RemoveEdges) + len(c.HideFeatures) }

// OwnSearch is the state of the search among the edges of the node.
type OwnSearch int

// The states of the search. In Flipped and Exhausted it is over.
const (
	Searching OwnSearch = iota // edges are left, and no removal has flipped the class
	Flipped                    // a removal has flipped the class
	Exhausted                  // all edges were tried, and none has flipped the class
)

// StepOwn tries to remove the next edge of the node, if the search among these edges is
// not over. It returns the new state.
func (s *FlipSearch) StepOwn() OwnSearch {
	if s.next < s.ownEdges && len(s.flips.Found) == 0 {
		s.Step()
	}
	switch {
	case len(s.flips.Found) > 0:
		return Flipped
	case s.next < s.ownEdges:
		return Searching
	}
	return Exhausted
}

// Flips returns the flips found so far in the order of [Flips.Found].
func (s *FlipSearch) Flips() *Flips {
	f := s.flips
	f.Found = slices.Clone(f.Found)
	sort.SliceStable(f.Found, func(i, j int) bool {
		a, b := &f.Found[i], &f.Found[j]
		if a.rank() != b.rank() {
			return a.rank() < b.rank()
		}
		edgesOfA, edgesOfB := len(a.RemoveEdges), len(b.RemoveEdges)
		if edgesOfA != edgesOfB {
			return edgesOfA > edgesOfB
		}
		return a.Margin > b.Margin
	})
	return &f
}

// rank returns the position, from 0, of the size of f in the order 1, 2, 0. Size 0, a change
// of all maps, is last, since it is the largest change.
func (f *Flip) rank() int { return (f.Size + 2) % 3 }
