// This file trains the runs of the animated picture, and chooses its edge.

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
// each family of restriction maps in filmStops; all other settings are equal.
type film struct {
	graph *graph.Graph
	stops []stop // in the order of filmStops
	edge  int    // index of the edge of the picture; see choose
	i, j  int32  // ends of this edge
}

// stop is the run of a family of maps at the epoch that validation has chosen.
type stop struct {
	maps     string    // name of the family of maps
	effect   string    // effect of the maps on an arrow
	pred     []int     // predicted class of each node
	wrong    int       // number of nodes whose predicted class is wrong
	position int       // position of the run at the end of the epoch: the number of inner operations since the start
	values   []float64 // eigenvalues of the normalised Laplacian in the last layer
	edges    []ends    // by edge
}

// ends has the vectors of an edge with the ends i and j. xi and xj are the vectors in the stalks of the ends, as means over the channels.
// yi and yj are the images of these vectors in the stalk of the edge.
type ends struct{ xi, xj, yi, yj [2]float64 }

// Graph, model and seed of all runs.
const (
	filmGraph = "friends:n=160,seed=1" // the generated graph of 160 friends and rivals
	filmModel = "nsd-general"
	filmSeed  = 2
)

// filmSettings has the settings of all runs, except maps, as pairs (name, value).
var filmSettings = [][2]string{{"d", "2"}, {"epochs", "200"}}

// filmStops has the families of maps as pairs (name, effect on an arrow). The first family has the maps of a plain graph.
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
	f := &film{graph: g}
	for _, family := range filmStops {
		cfg, err := method.Configure(g, split, filmModel, "paper", filmSeed)
		if err != nil {
			return nil, err
		}
		for _, setting := range append([][2]string{{"maps", family[0]}}, filmSettings...) {
			if err := cfg.Override(setting[0], setting[1]); err != nil {
				return nil, err
			}
		}
		r, err := sgpc.New(g, split, cfg)
		if err != nil {
			return nil, err
		}
		f.stops = append(f.stops, best(r, family))
	}
	f.choose()
	return f, nil
}

// best trains a run to its end, and returns the stop at the best epoch of the run, which validation has chosen. family is an element of
// filmStops. A frame has the numbers of the run that the page shows. A Focus adds details, such as the spectrum or an edge.
func best(r *sgpc.Run, family [2]string) stop {
	for !r.Done() {
		r.StepEpoch()
	}
	// Return to the best epoch. Epochs count from 1.
	history := view.Frame(r, frame.Focus{}).History
	position := history.Position[history.BestEpoch-1]
	r.Seek(position, func() bool { return false }) // never cancelled
	// Predictions and spectrum.
	v := view.Frame(r, frame.Focus{Spectrum: true})
	s := stop{maps: family[0], effect: family[1], position: position, pred: v.Pred, values: v.Spectrum.Values}
	for i, class := range s.pred {
		if class != r.Graph.Labels[i] {
			s.wrong++
		}
	}
	// Vectors of every edge.
	for k := range r.Graph.Edges {
		e := view.Frame(r, frame.Focus{Edge: choice.Of(k)}).Edge
		vectors := ends{xi: [2]float64(e.Xi), xj: [2]float64(e.Xj)}
		vectors.yi, vectors.yj = times(e.Rij, vectors.xi), times(e.Rji, vectors.xj)
		s.edges = append(s.edges, vectors)
	}
	return s
}

// times returns the product of a 2×2 matrix, stored by rows, and a vector.
func times(m []float64, x [2]float64) [2]float64 {
	return [2]float64{m[0]*x[0] + m[1]*x[1], m[2]*x[0] + m[3]*x[1]}
}

// disagreement returns |yᵢ − yⱼ|² / (|yᵢ|² + |yⱼ|²): 0 for equal images, 2 for yⱼ = −yᵢ, and NaN if both images are 0. choose ignores an
// edge with NaN, because NaN < x is false for every x.
func (c *ends) disagreement() float64 {
	dx, dy := c.yi[0]-c.yj[0], c.yi[1]-c.yj[1]
	return (dx*dx + dy*dy) / (dot(c.yi) + dot(c.yj))
}

// dot returns |x|².
func dot(x [2]float64) float64 { return x[0]*x[0] + x[1]*x[1] }

// visibleRatio is the least ratio of the lengths of two images, the shorter to the longer, at which the shorter image is visible.
const visibleRatio = 0.4

// choose selects the edge of the picture. Stop 0 does not count, because its maps are not learned. A candidate is an edge between rivals of
// different classes whose images are visible at every later stop. choose selects the candidate with the least sum of disagreements at these
// stops, and of equal sums the first. The graph has candidates.
func (f *film) choose() {
	least := math.Inf(1)
	for k, e := range f.graph.Edges {
		if f.temper(e.I) == f.temper(e.J) || f.graph.Labels[e.I] == f.graph.Labels[e.J] {
			continue // friends, or ends of the same class
		}
		sum := 0.0
		for _, s := range f.stops[1:] {
			vectors := &s.edges[k]
			sum += vectors.disagreement()
			lengthI, lengthJ := dot(vectors.yi), dot(vectors.yj) // squared
			shorter, longer := min(lengthI, lengthJ), max(lengthI, lengthJ)
			if shorter < visibleRatio*visibleRatio*longer { // no candidate
				sum = math.Inf(1)
			}
		}
		if sum < least {
			least, f.edge, f.i, f.j = sum, k, e.I, e.J
		}
	}
}

// temper returns the second feature of node i, 1 or −1. Friends have equal tempers, and rivals have different tempers. The last return is
// not reached, because the sparse row of a node stores each feature that is not 0.
func (f *film) temper(i int32) float64 {
	x := f.graph.X // sparse, by rows
	for k := x.Ptr[i]; k < x.Ptr[i+1]; k++ {
		if x.Col[k] == 1 {
			return x.Val[k]
		}
	}
	return 0
}
