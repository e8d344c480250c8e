package main

import (
	"math"

	"sheafscope/core/choice"
	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/view"
)

// film has the runs of a network, neural sheaf diffusion with stalks of dimension 2, on a graph of friends and rivals. There is a run for
// each family of restriction maps; all other settings are equal.
type film struct {
	graph *graph.Graph
	stops []stop
	edge  int   // edge of the picture; see choose
	i, j  int32 // ends of the edge
}

// stop is the run of a family of maps at the epoch that validation has chosen.
type stop struct {
	maps     string    // family of maps
	effect   string    // effect of the maps on an arrow
	pred     []int     // predicted classes
	wrong    int       // number of wrong nodes
	position int       // position at the end of the epoch
	values   []float64 // eigenvalues of the normalised Laplacian in the last layer
	edges    []ends
}

// ends has the vectors of an edge: x in the stalks of the ends, as means over the channels, and their images y in the stalk of the edge.
type ends struct{ xi, xj, yi, yj [2]float64 }

// Graph, model and seed of all runs.
const (
	filmGraph = "friends:n=160,seed=1"
	filmModel = "nsd-general"
	filmSeed  = 2
)

// filmSettings has the settings of all runs, except maps.
var filmSettings = [][2]string{{"d", "2"}, {"epochs", "200"}}

// filmStops has the families of maps, beginning with that of a plain graph, as pairs (name, effect on an arrow).
var filmStops = [][2]string{
	{"identity", "do nothing: the graph’s own Laplacian"}, {"diagonal", "stretch and mirror"},
	{"orthogonal", "turn"}, {"general", "turn, stretch and mirror"},
}

// newFilm trains the network with each family of maps.
func newFilm() (*film, error) {
	g, err := graph.Builtin(filmGraph)
	if err != nil {
		return nil, err
	}
	split, err := graph.ParseSplit(g, method.DefaultSplit, filmSeed)
	if err != nil {
		return nil, err
	}
	// Only the setting maps differs.
	f := &film{graph: g}
	for _, s := range filmStops {
		cfg, err := method.Configure(g, split, filmModel, "paper", filmSeed)
		if err != nil {
			return nil, err
		}
		for _, kv := range append([][2]string{{"maps", s[0]}}, filmSettings...) {
			if err := cfg.Override(kv[0], kv[1]); err != nil {
				return nil, err
			}
		}
		r, err := sgpc.New(g, split, cfg)
		if err != nil {
			return nil, err
		}
		f.stops = append(f.stops, best(r, s))
	}
	f.choose()
	return f, nil
}

// best trains a run to its end, and returns the stop at its best epoch. name has the family of maps and its effect.
func best(r *sgpc.Run, name [2]string) stop {
	for !r.Done() {
		r.StepEpoch()
	}
	focus := frame.Focus{}
	// Predictions and spectrum at the best epoch.
	h := view.Frame(r, focus).History
	position := h.Position[h.BestEpoch-1]
	r.Seek(position, func() bool { return false })
	focus.Spectrum = true
	v := view.Frame(r, focus)
	s := stop{maps: name[0], effect: name[1], position: position, pred: v.Pred, values: v.Spectrum.Values}
	for i, c := range s.pred {
		if c != r.Graph.Labels[i] {
			s.wrong++
		}
	}
	// Vectors of every edge.
	focus.Spectrum = false
	for k := range r.Graph.Edges {
		focus.Edge = choice.Of(k)
		e := view.Frame(r, focus).Edge
		c := ends{xi: [2]float64(e.Xi), xj: [2]float64(e.Xj)}
		c.yi, c.yj = times(e.Rij, c.xi), times(e.Rji, c.xj)
		s.edges = append(s.edges, c)
	}
	return s
}

// times returns the product of a 2×2 matrix, stored by rows, and a vector.
func times(m []float64, x [2]float64) [2]float64 {
	return [2]float64{m[0]*x[0] + m[1]*x[1], m[2]*x[0] + m[3]*x[1]}
}

// disagreement returns |y_i − y_j|² / (|y_i|² + |y_j|²) for the images y of an edge. It is 0 for equal images.
func (c *ends) disagreement() float64 {
	dx, dy := c.yi[0]-c.yj[0], c.yi[1]-c.yj[1]
	return (dx*dx + dy*dy) / (dot(c.yi) + dot(c.yj))
}

// dot returns |x|².
func dot(x [2]float64) float64 { return x[0]*x[0] + x[1]*x[1] }

// visible is the least ratio of the shorter to the longer of two images at which the shorter image is visible in the picture.
const visible = 0.4

// choose selects the edge of the picture among the edges between rivals of different classes whose images are both visible at every stop
// with learned maps. Of these edges it selects the edge with the least sum of disagreements over the stops with learned maps.
func (f *film) choose() {
	least := math.Inf(1)
	for k, e := range f.graph.Edges {
		areFriends := f.temper(e.I) == f.temper(e.J)
		if areFriends || f.graph.Labels[e.I] == f.graph.Labels[e.J] {
			continue
		}
		sum := 0.0
		for _, s := range f.stops[1:] { // the first stop has no learned maps
			c := &s.edges[k]
			sum += c.disagreement()
			shorter, longer := min(dot(c.yi), dot(c.yj)), max(dot(c.yi), dot(c.yj)) // squared lengths
			isHidden := shorter < visible*visible*longer
			if isHidden {
				sum = math.Inf(1)
			}
		}
		if sum < least {
			least, f.edge, f.i, f.j = sum, k, e.I, e.J
		}
	}
}

// temper returns the second feature of a node, 1 or −1. Friends have equal tempers, and rivals have different tempers.
func (f *film) temper(i int32) float64 {
	x := f.graph.X
	for k := x.Ptr[i]; k < x.Ptr[i+1]; k++ {
		if x.Col[k] == 1 {
			return x.Val[k]
		}
	}
	return 0
}
