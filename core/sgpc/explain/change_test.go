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

// TestWhatIfALabel changes the label of a training node. With calibration, posterior
// and class probabilities change as the equations by hand state. Without calibration,
// no bit changes.
func TestWhatIfALabel(t *testing.T) {
	read := map[bool]int{}
	for _, c := range []struct {
		model             string
		calibrate, reads  bool
		reading, expected string
	}{{"sgpc", true, true, "paper", "train"}, {"sgpc", true, true, "paper", "uniform"}, {"sgpc", false, false, "paper", ""},
		{"gcn", false, false, "paper", ""}, {"h2gcn", false, false, "paper", ""}, {"sgpc", false, false, "code", ""}} {
		r := sample.TexasLike(t, sgpc.New, c.model, 5, func(k *settings.Config) {
			k.Calibrate, k.Reading, k.Prior = c.calibrate, c.reading, c.expected
			if k.Prior == "" {
				k.Prior = "train"
			}
		})
		node := r.Split.Train[2]
		to := (r.Graph.Labels[node] + 1) % r.Graph.Classes
		a, err := WhatIf(r, Change{Labels: [][2]int{{node, to}}})
		if err != nil {
			t.Fatal(err)
		}
		same, err := WhatIf(r, Change{})
		if err != nil {
			t.Fatal(err)
		}
		cfg := r.Config()
		if cfg.ReadsLabels() != c.reads || slices.Equal(a.Prob, same.Prob) == c.reads {
			t.Errorf("%+v: reads labels %v, says %v", c, !slices.Equal(a.Prob, same.Prob), cfg.ReadsLabels())
		}
		if read[c.reads]++; !c.reads {
			continue
		}
		known := make([]int, r.Graph.N)
		for i := range known {
			known[i] = -1
		}
		for _, i := range r.Split.Train {
			known[i] = r.Graph.Labels[i]
		}
		known[node] = to
		prob := r.Fork().Evaluate("").Prob.Data
		p := pacbayes.NewPosterior(r.Graph.N, r.Graph.Classes, r.Graph.Edges, known,
			pacbayes.Params{A0: r.Config().A0, B0: r.Config().B0, T: r.Config().T, W: r.Config().W, Steps: r.Config().PosteriorSteps})
		p.Start(prob)
		for range r.Config().PosteriorSteps {
			p.Step()
		}
		prior := pacbayes.UniformPrior(r.Graph.Classes)
		if c.expected == "train" {
			prior = pacbayes.TrainPrior(known, r.Graph.Classes)
		}
		for k, v := range a.Prob {
			kappa := p.NodeKappa[k/r.Graph.Classes]
			if want := kappa*prob[k] + (1-kappa)*prior[k%r.Graph.Classes]; math.Abs(v-want) > 1e-12 {
				t.Fatalf("entry %d is %.17g, by hand %.17g", k, v, want)
			}
		}
	}
	if read[true] == 0 || read[false] == 0 {
		t.Error("one side was not tried")
	}
}

// TestInvalidChangesAreRefused applies invalid changes. Each fails with the name of the invalid part and
// leaves the graph unchanged. Replaced maps require a trained network.
func TestInvalidChangesAreRefused(t *testing.T) {
	r := sample.TexasLike(t, sgpc.New, "sgpc", 1, nil)
	edge := r.Graph.Edges[5]
	edges, labels := slices.Clone(r.Graph.Edges), slices.Clone(r.Graph.Labels)
	test := r.Split.Test[0]
	for want, c := range map[string]Change{
		"between 7 and 7: it joins two different nodes of 0 to 59":       {AddEdges: [][2]int{{7, 7}}},
		"no edge can be added between 3 and 60":                          {AddEdges: [][2]int{{3, 60}}},
		"no edge can be added between 4294967299 and 5":                  {AddEdges: [][2]int{{1<<32 + 3, 5}}},
		"no edge can be added between -1 and 5":                          {AddEdges: [][2]int{{-1, 5}}},
		"that have none":                                                 {AddEdges: [][2]int{{int(edge.J), int(edge.I)}}},
		"there is no edge between":                                       {RemoveEdges: [][2]int{{int(edge.I) + 1<<32, int(edge.J)}}},
		" labelled 0: what is read are labels of training nodes, 0 to 4": {Labels: [][2]int{{test, 0}}},
		" labelled 5:":                       {Labels: [][2]int{{r.Split.Train[0], 5}}},
		" labelled -1:":                      {Labels: [][2]int{{r.Split.Train[0], -1}}},
		"has no feature":                     {AddEdges: [][2]int{{3, 9}}, HideFeatures: [][2]int{{0, -1}}},
		"put the learned ones back to train": {Maps: settings.MapsZero},
	} {
		_, err := c.Trained(r.Graph, r.Split)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", c, err, want)
		}
	}
	if g, err := (Change{Maps: settings.MapsLearned}).Trained(r.Graph, r.Split); err != nil || !reflect.DeepEqual(g, r.Graph) {
		t.Errorf("nothing changed: %v", err)
	}
	c := Change{AddEdges: [][2]int{{3, 9}}, RemoveEdges: [][2]int{{int(edge.I), int(edge.J)}}, Labels: [][2]int{{r.Split.Train[0], 2}}}
	if g, err := c.Trained(r.Graph, r.Split); err != nil || g.Labels[r.Split.Train[0]] != 2 || len(g.Edges) != len(edges) {
		t.Errorf("%v", err)
	}
	r.Graph.Directions = make([]graph.Direction, len(edges))
	for k := range edges {
		r.Graph.Directions[k] = graph.Direction(1 + k%3)
	}
	c.AddEdges = append(c.AddEdges, [2]int{59, 0}, [2]int{0, 1}, c.RemoveEdges[0])
	want := sample.Rewired(t, r.Graph, r.Split, nil, c.AddEdges[:3])
	want.Directions[slices.Index(want.Edges, edge)] = graph.Both // taken out and put in anew
	if g, err := c.Trained(r.Graph, r.Split); err != nil || !reflect.DeepEqual(g.Edges, want.Edges) ||
		!slices.Equal(g.Directions, want.Directions) {
		t.Errorf("%v, in other directions: %v", err, g)
	}
	if !slices.Equal(edges, r.Graph.Edges) || !slices.Equal(labels, r.Graph.Labels) {
		t.Error("the graph itself was changed")
	}
	if c.Empty() || !(Change{Maps: settings.MapsLearned}).Empty() || !c.Equal(c) || c.Equal(Change{}) ||
		!(Change{Maps: settings.MapsLearned}).Equal(Change{}) {
		t.Error("empty or equal")
	}
}

// TestFlipsOfWords checks the numbers of existing features and pairs beside the tried
// ones. The search must pair the features whose removal leaves the smallest leads.
func TestFlipsOfWords(t *testing.T) {
	r := sample.TexasLike(t, sgpc.New, "sgpc", 6, nil)
	cut := 0
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
		var still []word
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
				of := p[f.From]
				p[f.From] = 0
				still = append(still, word{int(r.Graph.X.Col[k]), of - slices.Max(p)})
			}
		}
		slices.SortStableFunc(still, func(a, b word) int { return cmp.Compare(a.lead, b.lead) })
		var few []int
		for _, w := range still[:min(len(still), flipPairs)] {
			few = append(few, w.feature)
		}
		if f.Of.Words != words || f.Tried.Words != words || f.Of.WordPairs != len(still)*(len(still)-1)/2 ||
			f.Tried.WordPairs != len(few)*(len(few)-1)/2 || f.Of.Edges != len(r.Graph.Edges) || f.Of.Maps != 2 {
			t.Errorf("node %d, %d features, %d that do not flip: tried %+v of %+v", node, words, len(still), f.Tried, f.Of)
		}
		if f.Of.WordPairs > f.Tried.WordPairs {
			cut++
		}
		for _, q := range s.changes {
			if len(q.HideFeatures) == 2 && (!slices.Contains(few, q.HideFeatures[0][1]) || !slices.Contains(few, q.HideFeatures[1][1])) {
				t.Errorf("node %d: %v is no pair of %v", node, q.HideFeatures, few)
			}
		}
	}
	if cut == 0 {
		t.Error("no node has more pairs than are tried")
	}
}

// TestWhatIfAnEdge adds an edge, or replaces one edge by another. The prediction must be
// the forward pass of a network built for the changed graph with the same weights, for
// SGPC, a peer and the reading "code".
func TestWhatIfAnEdge(t *testing.T) {
	for _, model := range []string{"sgpc", "gcn", "nsd-general", "h2gcn", "code"} {
		r := sample.TexasLike(t, sgpc.New, strings.Replace(model, "code", "sgpc", 1), 5, func(c *settings.Config) {
			c.GapMode = "off"
			if model == "code" {
				c.Reading = model
			}
		})
		away := r.Graph.Edges[20]
		cut, join := [2]int{int(away.I), int(away.J)}, [2]int{9, 3}
		if slices.Contains(r.Graph.Edges, graph.Edge{I: 3, J: 9}) {
			t.Fatal("the edge is there")
		}
		for _, c := range []Change{{AddEdges: [][2]int{join}}, {AddEdges: [][2]int{join, {0, 59}}, RemoveEdges: [][2]int{cut}}} {
			a, err := WhatIf(r, c)
			if err != nil {
				t.Fatal(err)
			}
			g := sample.Rewired(t, r.Graph, r.Split, c.RemoveEdges, c.AddEdges)
			made, err := r.Fork().On(g, nil)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(a.Prob, made.Evaluate("").Predicted) {
				t.Errorf("%s, %+v: not the forward pass of that graph", model, c)
			}
			same, _ := WhatIf(r, Change{})
			if slices.Equal(a.Prob, same.Prob) {
				t.Errorf("%s: an edge more changes nothing", model)
			}
			if own, from, err := c.On(r.Graph, r.Split); err != nil || !reflect.DeepEqual(own.Edges, g.Edges) || len(from) != len(g.Edges) {
				t.Errorf("%s: edges %v, %v", model, own, err)
			}
		}
	}
}
