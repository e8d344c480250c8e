package explain

import (
	"cmp"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/pacbayes"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/sample"
	"sheafscope/core/sgpc/settings"
)

// TestWhatIfALabel changes the label of a training node. With calibration in the reading
// "paper", the probabilities are κ̄·p + (1−κ̄)·prior, with posterior and prior recomputed by
// pacbayes from the changed labels, to 1e-12. Without calibration, no bit changes. ReadsLabels
// reports whether labels change predictions.
func TestWhatIfALabel(t *testing.T) {
	cases := map[bool]int{} // number of cases that read labels, and that do not
	for _, c := range []struct {
		model            string
		calibrate, reads bool    // the setting; whether predictions read labels
		reading, prior   string  // settings; an empty prior stands for "train"
		evidence         float64 // the setting t
	}{{"sgpc", true, true, "paper", "train", 5}, {"sgpc", true, true, "paper", "uniform", 5}, {"sgpc", false, false, "paper", "", 5},
		{"sgpc", true, true, "paper", "train", 0}, {"sgpc", true, false, "paper", "uniform", 0},
		{"gcn", false, false, "paper", "", 5}, {"h2gcn", false, false, "paper", "", 5}, {"sgpc", false, false, "code", "", 5},
		{"sgpc", true, true, "code", "train", 1}, {"sgpc", true, false, "code", "uniform", 1}} {
		r := sample.TexasLike(t, sgpc.New, c.model, 5, func(k *settings.Config) {
			k.Calibrate, k.Reading, k.Prior, k.T = c.calibrate, c.reading, c.prior, c.evidence
			if k.Prior == "" {
				k.Prior = "train"
			}
		})
		node := r.Split.Train[2]
		newLabel := (r.Graph.Labels[node] + 1) % r.Graph.Classes
		changed, err := WhatIf(r, Change{Labels: [][2]int{{node, newLabel}}})
		if err != nil {
			t.Fatal(err)
		}
		unchanged, err := WhatIf(r, Change{})
		if err != nil {
			t.Fatal(err)
		}
		cfg := r.Config()
		if cfg.ReadsLabels() != c.reads || slices.Equal(changed.Prob, unchanged.Prob) == c.reads {
			t.Errorf("%+v: the label changes the prediction: %v, ReadsLabels returns %v", c, !slices.Equal(changed.Prob, unchanged.Prob),
				cfg.ReadsLabels())
		}
		cases[c.reads]++
		if !c.reads || c.reading == "code" {
			continue
		}
		// The posterior of the changed training labels, in the reading "paper".
		known := make([]int, r.Graph.N)
		for i := range known {
			known[i] = -1
		}
		for _, i := range r.Split.Train {
			known[i] = r.Graph.Labels[i]
		}
		known[node] = newLabel
		prob := r.Fork().Evaluate("").Prob.Data
		p := pacbayes.NewPosterior(r.Graph.N, r.Graph.Classes, r.Graph.Edges, known,
			pacbayes.Params{A0: r.Config().A0, B0: r.Config().B0, T: r.Config().T, W: r.Config().W, Steps: r.Config().PosteriorSteps})
		p.Start(prob)
		for range r.Config().PosteriorSteps {
			p.Step()
		}
		prior := pacbayes.UniformPrior(r.Graph.Classes)
		if c.prior == "train" {
			prior = pacbayes.TrainPrior(known, r.Graph.Classes)
		}
		for k, v := range changed.Prob {
			kappa := p.NodeKappa[k/r.Graph.Classes]
			if want := kappa*prob[k] + (1-kappa)*prior[k%r.Graph.Classes]; math.Abs(v-want) > 1e-12 {
				t.Fatalf("probability %d is %.17g, want %.17g", k, v, want)
			}
		}
	}
	if cases[true] == 0 || cases[false] == 0 {
		t.Errorf("%d cases read labels, %d do not; want both", cases[true], cases[false])
	}
}

// TestInvalidChangesAreRefused applies changes to a graph for training (Change.Trained).
// An invalid change fails with a text that names the invalid part. A change of the maps
// is refused, too. A valid change gives the edges, labels and directions of the changed
// graph; a new edge has both directions. The graph itself stays unchanged. At the end the
// test checks Empty and Equal.
func TestInvalidChangesAreRefused(t *testing.T) {
	r := sample.TexasLike(t, sgpc.New, "sgpc", 1, nil)
	edge := r.Graph.Edges[5]
	edges, labels := slices.Clone(r.Graph.Edges), slices.Clone(r.Graph.Labels)
	testNode := r.Split.Test[0]
	// The graph has the nodes 0 to 59 and five classes, and node 0 has the first stored feature.
	// As an int32, 1<<32 + k would be k.
	for want, c := range map[string]Change{
		"between 7 and 7: an added edge joins two different nodes of 0 to 59": {AddEdges: [][2]int{{7, 7}}},
		"no edge can be added between 3 and 60":                               {AddEdges: [][2]int{{3, 60}}},
		"no edge can be added between 4294967299 and 5":                       {AddEdges: [][2]int{{1<<32 + 3, 5}}},
		"no edge can be added between -1 and 5":                               {AddEdges: [][2]int{{-1, 5}}},
		"without an edge":                                                     {AddEdges: [][2]int{{int(edge.J), int(edge.I)}}},
		"there is no edge between":                                            {RemoveEdges: [][2]int{{int(edge.I) + 1<<32, int(edge.J)}}},
		" labelled 0: a change can label training nodes only, from 0 to 4":    {Labels: [][2]int{{testNode, 0}}},
		" labelled 5:":                       {Labels: [][2]int{{r.Split.Train[0], 5}}},
		" labelled -1:":                      {Labels: [][2]int{{r.Split.Train[0], -1}}},
		"has no feature":                     {AddEdges: [][2]int{{3, 9}}, HideFeatures: [][2]int{{0, -1}}},
		"node 0 has no feature 42949672":     {HideFeatures: [][2]int{{0, int(r.Graph.X.Col[0]) + 1<<32}}},
		"put the learned ones back to train": {Maps: settings.MapsZero},
	} {
		_, err := c.Trained(r.Graph, r.Split)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: the error is %v, want %q", c, err, want)
		}
	}
	// Valid changes.
	if g, err := (Change{Maps: settings.MapsLearned}).Trained(r.Graph, r.Split); err != nil || !reflect.DeepEqual(g, r.Graph) {
		t.Errorf("an empty change changes the graph, or fails: %v", err)
	}
	c := Change{AddEdges: [][2]int{{3, 9}}, RemoveEdges: [][2]int{{int(edge.I), int(edge.J)}}, Labels: [][2]int{{r.Split.Train[0], 2}}}
	if g, err := c.Trained(r.Graph, r.Split); err != nil {
		t.Errorf("a valid change is refused: %v", err)
	} else if g.Labels[r.Split.Train[0]] != 2 || len(g.Edges) != len(edges) {
		t.Errorf("the changed graph has the label %d and %d edges, want 2 and %d", g.Labels[r.Split.Train[0]], len(g.Edges), len(edges))
	}
	// A directed graph. The change adds four edges. The last one, which it also removes, stays, with both directions.
	r.Graph.Directions = make([]graph.Direction, len(edges))
	for k := range edges {
		r.Graph.Directions[k] = graph.Direction(1 + k%3)
	}
	c.AddEdges = append(c.AddEdges, [2]int{59, 0}, [2]int{0, 1}, c.RemoveEdges[0])
	want := sample.Rewired(t, r.Graph, r.Split, nil, c.AddEdges[:3])
	want.Directions[slices.Index(want.Edges, edge)] = graph.Both
	if g, err := c.Trained(r.Graph, r.Split); err != nil {
		t.Errorf("a valid change of a directed graph is refused: %v", err)
	} else if !reflect.DeepEqual(g.Edges, want.Edges) || !slices.Equal(g.Directions, want.Directions) {
		t.Errorf("the edges are %v with the directions %v, want %v with %v", g.Edges, g.Directions, want.Edges, want.Directions)
	}
	if !slices.Equal(edges, r.Graph.Edges) || !slices.Equal(labels, r.Graph.Labels) {
		t.Error("the graph itself was changed")
	}
	// Learned maps are no change.
	learned := Change{Maps: settings.MapsLearned}
	if c.Empty() || !learned.Empty() {
		t.Errorf("Empty returns %v for %+v and %v for learned maps, want false and true", c.Empty(), c, learned.Empty())
	}
	if !c.Equal(c) || c.Equal(Change{}) || !learned.Equal(Change{}) {
		t.Error("Equal is false for a change and itself or for learned maps and no change, or true for a change and none")
	}
}

// TestFlipsOfWords checks a complete search for changes that flip the class of a node. It
// tries every feature of the node. It pairs only features that do not flip the class
// alone, at most flipPairs of them: the features whose removal leaves the smallest leads.
// A lead is the probability of the node's class minus the next largest one, here
// recomputed by WhatIf. The search reports the numbers of existing features, pairs, edges
// and maps, and the numbers of tried features and pairs.
func TestFlipsOfWords(t *testing.T) {
	r := sample.TexasLike(t, sgpc.New, "sgpc", 6, nil)
	withUntriedPairs := 0 // number of nodes with more pairs than the search tries
	for _, node := range []int{0, 5, 27} {
		s, err := SearchFlips(r, node)
		if err != nil {
			t.Fatal(err)
		}
		for !s.Step() {
		}
		f, c := s.Flips(), r.Graph.Classes
		type word struct {
			feature int
			lead    float64
		}
		var keeping []word // features whose removal keeps the class
		words := 0
		for k := r.Graph.X.Ptr[node]; k < r.Graph.X.Ptr[node+1]; k++ {
			if r.Graph.X.Val[k] == 0 {
				continue
			}
			words++
			a, err := WhatIf(r, Change{HideFeatures: [][2]int{{node, int(r.Graph.X.Col[k])}}})
			if err != nil {
				t.Fatal(err)
			}
			if a.Pred[node] == f.From {
				p := slices.Clone(a.Prob[node*c : node*c+c])
				own := p[f.From]
				p[f.From] = 0
				keeping = append(keeping, word{int(r.Graph.X.Col[k]), own - slices.Max(p)})
			}
		}
		slices.SortStableFunc(keeping, func(a, b word) int { return cmp.Compare(a.lead, b.lead) })
		var paired []int // the features that the search pairs
		for _, w := range keeping[:min(len(keeping), flipPairs)] {
			paired = append(paired, w.feature)
		}
		// n features have n(n−1)/2 pairs. The two changes of the maps are identities and zeros.
		if f.Of.Words != words || f.Of.WordPairs != len(keeping)*(len(keeping)-1)/2 || f.Of.Edges != len(r.Graph.Edges) || f.Of.Maps != 2 {
			t.Errorf("node %d, %d features, %d keep the class: there are %+v", node, words, len(keeping), f.Of)
		}
		if f.Tried.Words != words || f.Tried.WordPairs != len(paired)*(len(paired)-1)/2 {
			t.Errorf("node %d, %d features, %d are paired: tried are %+v", node, words, len(paired), f.Tried)
		}
		if f.Of.WordPairs > f.Tried.WordPairs {
			withUntriedPairs++
		}
		for _, q := range s.changes {
			if len(q.HideFeatures) != 2 {
				continue
			}
			if !slices.Contains(paired, q.HideFeatures[0][1]) || !slices.Contains(paired, q.HideFeatures[1][1]) {
				t.Errorf("node %d: %v is no pair of %v", node, q.HideFeatures, paired)
			}
		}
	}
	if withUntriedPairs == 0 {
		t.Error("no node has more pairs than the search tries")
	}
}

// TestWhatIfAnEdge adds an edge, or adds two edges and removes one. For SGPC, three peers
// and the reading "code" of SGPC, the prediction has the bits of a fork on the changed
// graph. It differs from the prediction without a change. Change.On returns the changed
// edges, and as many indices.
func TestWhatIfAnEdge(t *testing.T) {
	for _, model := range []string{"sgpc", "gcn", "nsd-general", "h2gcn", "code"} {
		r := sample.TexasLike(t, sgpc.New, strings.Replace(model, "code", "sgpc", 1), 5, func(c *settings.Config) {
			c.GapMode = "off"
			if model == "code" {
				c.Reading = model
			}
		})
		edge := r.Graph.Edges[20]
		removed, added := [2]int{int(edge.I), int(edge.J)}, [2]int{9, 3}
		if slices.Contains(r.Graph.Edges, graph.Edge{I: 3, J: 9}) {
			t.Fatal("the graph already has the edge to add")
		}
		for _, c := range []Change{{AddEdges: [][2]int{added}}, {AddEdges: [][2]int{added, {0, 59}}, RemoveEdges: [][2]int{removed}}} {
			a, err := WhatIf(r, c)
			if err != nil {
				t.Fatal(err)
			}
			g := sample.Rewired(t, r.Graph, r.Split, c.RemoveEdges, c.AddEdges)
			fork, err := r.Fork().On(g, nil)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(a.Prob, fork.Evaluate("").Predicted) {
				t.Errorf("%s, %+v: the prediction differs from that of a fork on the changed graph", model, c)
			}
			// The change has an effect.
			unchanged, _ := WhatIf(r, Change{})
			if slices.Equal(a.Prob, unchanged.Prob) {
				t.Errorf("%s, %+v: the change leaves the prediction unchanged", model, c)
			}
			changed, indices, err := c.On(r.Graph, r.Split)
			if err != nil {
				t.Errorf("%s, %+v: the changed graph is refused: %v", model, c, err)
			} else if !reflect.DeepEqual(changed.Edges, g.Edges) || len(indices) != len(g.Edges) {
				t.Errorf("%s: the changed graph has the edges %v and %d indices, want %v", model, changed.Edges, len(indices), g.Edges)
			}
		}
	}
}
