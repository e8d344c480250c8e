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

// A film is one network, neural sheaf diffusion with stalks of dimension 2, trained once with each family of
// restriction maps on one graph of friends and rivals, with all else alike.
type film struct {
	graph *graph.Graph
	stops []stop
	// edge is the edge between rivals on which the learned maps agree best; i and j are its ends.
	edge int
	i, j int32
}

// A stop is the run of one family of maps, at the epoch that validation chose.
type stop struct {
	maps, says string
	pred       []int
	wrong      int       // nodes, of all
	position   int       // of the end of that epoch
	values     []float64 // eigenvalues of the normalised Laplacian of the last layer
	edges      []carried // of each edge
}

// carried is what an edge compares: the stalk vectors x of its ends, mean over channels, and their images y in the
// stalk of the edge.
type carried struct{ xi, xj, yi, yj [2]float64 }

const (
	filmGraph = "friends:n=160,seed=1"
	filmModel = "nsd-general"
	filmSeed  = 2
)

// filmSettings are the settings of every run beside "maps".
var filmSettings = [][2]string{{"d", "2"}, {"epochs", "200"}}

// filmStops are the families of maps, from that of a graph on, with what each can do to an arrow.
var filmStops = [][2]string{
	{"identity", "do nothing: the graph’s own Laplacian"}, {"diagonal", "stretch and mirror"},
	{"orthogonal", "turn"}, {"general", "turn, stretch and mirror"},
}

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

// best trains a run to its end and reads it at its best epoch.
func best(r *sgpc.Run, name [2]string) stop {
	for !r.Done() {
		r.StepEpoch()
	}
	focus := frame.Focus{}
	h := view.Frame(r, focus).History
	at := h.Position[h.BestEpoch-1]
	r.Seek(at, func() bool { return false })
	focus.Spectrum = true
	v := view.Frame(r, focus)
	s := stop{maps: name[0], says: name[1], position: at, pred: v.Pred, values: v.Spectrum.Values}
	for i, c := range s.pred {
		if c != r.Graph.Labels[i] {
			s.wrong++
		}
	}
	focus.Spectrum = false
	for k := range r.Graph.Edges {
		focus.Edge = choice.Of(k)
		e := view.Frame(r, focus).Edge
		c := carried{xi: [2]float64(e.Xi), xj: [2]float64(e.Xj)}
		c.yi, c.yj = times(e.Rij, c.xi), times(e.Rji, c.xj)
		s.edges = append(s.edges, c)
	}
	return s
}

// times is a 2×2 matrix, row by row, times a vector.
func times(m []float64, x [2]float64) [2]float64 {
	return [2]float64{m[0]*x[0] + m[1]*x[1], m[2]*x[0] + m[3]*x[1]}
}

// apart is |y_i − y_j|² of an edge, as a share of |y_i|² + |y_j|²: 0 where the images agree.
func (c *carried) apart() float64 {
	dx, dy := c.yi[0]-c.yj[0], c.yi[1]-c.yj[1]
	return (dx*dx + dy*dy) / (dot(c.yi) + dot(c.yj))
}

func dot(x [2]float64) float64 { return x[0]*x[0] + x[1]*x[1] }

// seen is the least length of an image, as a share of the other one, with which both can be seen.
const seen = 0.4

// choose finds the edge to show: between rivals of different classes, with images that can be seen, and with the least
// disagreement over the learned families of maps.
func (f *film) choose() {
	least := math.Inf(1)
	for k, e := range f.graph.Edges {
		if f.temper(e.I) == f.temper(e.J) || f.graph.Labels[e.I] == f.graph.Labels[e.J] {
			continue
		}
		sum := 0.0
		for _, s := range f.stops[1:] {
			c := &s.edges[k]
			sum += c.apart()
			if min(dot(c.yi), dot(c.yj)) < seen*seen*max(dot(c.yi), dot(c.yj)) {
				sum = math.Inf(1)
			}
		}
		if sum < least {
			least, f.edge, f.i, f.j = sum, k, e.I, e.J
		}
	}
}

// temper is the second feature of a node, 1 or −1, of which both friends have the same.
func (f *film) temper(i int32) float64 {
	x := f.graph.X
	for k := x.Ptr[i]; k < x.Ptr[i+1]; k++ {
		if x.Col[k] == 1 {
			return x.Val[k]
		}
	}
	return 0
}
