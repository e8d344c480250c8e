// Package scene computes the scenes between the dial of Look and the class of one person. They follow a person u, an edge u–v and a score,
// and give every quantity with its formula. The networks are those of core/peer with stored weights; the page does not train them.
//
// At every stop of the dial the score of u is a sum over u and its neighbours. A positive score means the first class:
//
//	score_u = own_u + Σ_v pull_uv + bias,  pull_uv = ⟨w, n_u R_uᵀ R_v n_v x_v⟩,  n_u = (1 + Σ_e R_u²)^{-1/2}
//
// The vector x_v is what v sends, and w is the read-out of the first class minus the read-out of the second. e are the ties of u.
//
// The network is neural sheaf diffusion with one layer, d = 2, one channel and no nonlinearity (core/peer/nsd.go). The map R at each end of
// a tie is a number times the identity. For a GCN of one layer all R are 1, and x are the features.
package scene

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"

	"sheafscope/core/autodiff"
	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/peer"
	"sheafscope/core/sgpc/explain"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/train"
)

// Stored is a stored network: its model, its settings and the seed of its training. Weights has all weights in the order in which the model
// creates them.
type Stored struct {
	Model    string
	Settings map[string]string
	Seed     uint64
	Weights  []float64
}

// Network is a stop of the dial with its weights.
type Network struct {
	// The nodes of the graph are the people. config has the settings of the model, and store has its weights.
	Graph  *graph.Graph
	Split  graph.Split
	config settings.Config
	store  *train.Store
}

// pair is a vector of two coordinates, or a number for each end of an edge.
type pair = [2]float64

// Change is a change of a network by the reader.
type Change struct {
	Maps    string   // kind of maps: settings.MapsLearned or "", MapsIdentity, MapsZero
	Removed [][2]int // removed ties, as pairs of ends in any order
	Flipped int      // person whose temper is negated, −1 for no person
}

// Evaluation is a network under a change, with the parts of every score.
type Evaluation struct {
	Graph *graph.Graph
	// Plain reports that the network has no maps (GCN). Given has the two features of every person: the hint and the temper. Kept has the
	// vector h = Wᵀ·given + b, and Sent has the vector x = w₂·W₁·h. For a GCN both vectors are the features.
	Plain             bool
	Given, Kept, Sent []pair
	// Maps has the numbers R of every edge: at its end I, then at its end J. For every person, Norm has the normaliser n, and Squares has the
	// sum Σ_e R².
	Maps          []pair
	Norm, Squares []float64
	// Score has the logit of the first class minus the logit of the second, for every person. Pred has the predicted class, 0 or 1.
	Score   []float64
	Pred    []int
	weights weights
}

// weights are the weights of a network. The formulas are in the comments of [Evaluation] and of the functions that use the weights.
type weights struct {
	in, learner, left  []float64 // W (2 × 2), the four weights of the learner of maps, and W₁ (2 × 2)
	inBias, eps        []float64 // b, and ε of the person's own part
	right, bias        float64   // w₂, and the bias of the first class minus the bias of the second
	readout            pair      // the read-out of the first class minus the read-out of the second
	classes, classBias []float64 // the read-out (2 × 2) and the bias of both classes
}

// New returns a stored network on a graph. It fails for an unknown model or setting, for an invalid value of a setting, and for a wrong
// number of weights. It also fails unless the graph has two features and two classes, and unless any stalks have two dimensions.
func New(g *graph.Graph, split graph.Split, stored Stored) (*Network, error) {
	c, err := method.Configure(g, split, stored.Model, "paper", stored.Seed) // "paper": the default reading
	if err != nil {
		return nil, err
	}
	for name, v := range stored.Settings {
		if err := c.Set(name, v); err != nil {
			return nil, err
		}
	}

	// The formulas of this package need the sizes below. A GCN has no stalks.
	n := &Network{Graph: g, Split: split, config: c, store: train.NewStore(stored.Seed)}
	hasStalks := stored.Model != "gcn"
	wrongStalks := hasStalks && c.D != 2
	if g.X.Cols != 2 || g.Classes != 2 || wrongStalks {
		return nil, errors.New("scene: a network that scenes follow has two features, two classes and stalks of two dimensions")
	}
	if _, err := n.build(c, g); err != nil { // creates the weights in the store
		return nil, err
	}
	if size := n.store.Size(); size != len(stored.Weights) {
		return nil, fmt.Errorf("scene: %d weights for a network of %d", len(stored.Weights), size)
	}
	n.store.Restore(stored.Weights)
	return n, nil
}

// built is a network on a tape, with its layer and its N × 2 logits.
type built struct {
	tape   *autodiff.Tape
	layer  peer.Layer
	logits *autodiff.Var
}

// build records the network on a tape, and the quantities of its layer. The weights come from the store of n, where the first call creates
// them.
func (n *Network) build(c settings.Config, g *graph.Graph) (b built, err error) {
	b.tape = &autodiff.Tape{Seed: c.Seed}
	s := c.PeerSettings()
	s.Watch = func(l peer.Layer) { b.layer = l }
	b.logits, err = peer.Build(c.Model, &train.Builder{Tape: b.tape, Store: n.store, Graph: g, Split: n.Split}, s)
	return b, err
}

// Plain reports whether the network has no maps.
func (n *Network) Plain() bool { return n.config.Model == "gcn" }

// Evaluate computes the network under a change. It fails for a removed tie outside the graph, and for an unknown kind of maps. A network
// without maps ignores a known kind.
func (n *Network) Evaluate(c Change) (*Evaluation, error) {
	g, _, err := explain.Change{RemoveEdges: c.Removed}.On(n.Graph, n.Split)
	if err != nil {
		return nil, err
	}
	if c.Flipped >= 0 {
		g = flipped(g, c.Flipped)
	}
	cfg := n.config
	switch c.Maps { // a link by hand can have any kind; other maps would need other weights
	case "", settings.MapsLearned:
	case settings.MapsIdentity, settings.MapsZero:
		if !n.Plain() {
			cfg.Maps = c.Maps
		}
	default:
		return nil, fmt.Errorf("scene: maps are learned, identity or zero, not %q", c.Maps)
	}

	// A new tape with the same store has the stored weights.
	b, err := n.build(cfg, g)
	if err != nil {
		return nil, err
	}
	for _, op := range b.tape.Ops {
		op.Forward()
	}
	return n.evaluation(b, g), nil
}

// evaluation returns the parts of every score of a network on the graph g, after its forward pass.
func (n *Network) evaluation(b built, g *graph.Graph) *Evaluation {
	r := &Evaluation{Graph: g, Plain: n.Plain(), weights: n.weights()}
	x := g.X.Dense()
	for i := range g.N {
		given := pair{x.At(i, 0), x.At(i, 1)}
		r.Given = append(r.Given, given)
		logits := b.logits.Value.Row(i)
		r.Score = append(r.Score, logits[0]-logits[1])
		r.Pred = append(r.Pred, train.ArgMax(logits))
	}
	r.Norm, r.Squares, r.Maps = make([]float64, g.N), make([]float64, g.N), make([]pair, len(g.Edges))
	if r.Plain {
		r.Kept, r.Sent = r.Given, r.Given
	} else {
		for i, f := range r.Given {
			r.Kept = append(r.Kept, r.weights.kept(f))
			v := b.layer.X.Value.Data[2*i:] // two coordinates for each person
			r.Sent = append(r.Sent, pair{v[0], v[1]})
		}
	}

	// Maps and normalisers. A map is a number times the identity, so that its first entry is the number.
	for e, edge := range g.Edges {
		m := pair{1, 1}
		if !r.Plain {
			m = pair{b.layer.Raw.Map(e, 0)[0], b.layer.Raw.Map(e, 1)[0]}
		}
		r.Maps[e] = m
		r.Squares[edge.I] += m[0] * m[0]
		r.Squares[edge.J] += m[1] * m[1]
	}
	for i, squares := range r.Squares {
		r.Norm[i] = 1 / math.Sqrt(1+squares)
	}
	return r
}

// flipped returns a copy of g in which the temper of one person is negated. The copy shares all other data with g.
func flipped(g *graph.Graph, person int) *graph.Graph {
	x := *g.X
	x.Val = slices.Clone(x.Val)
	for k := x.Ptr[person]; k < x.Ptr[person+1]; k++ {
		if x.Col[k] == 1 { // the second feature is the temper
			x.Val[k] = -x.Val[k]
		}
	}
	out := *g
	out.X = &x
	return &out
}

// weights returns the stored weights by their names in the store. The learner of a network without learned maps is nil.
func (n *Network) weights() (w weights) {
	data := func(name string) []float64 { return n.store.Value(name).Data }
	class, bias := "nsd.class.weight", "nsd.class.bias"
	if n.Plain() {
		class, bias = "gcn.0.weight", "gcn.0.bias"
	} else {
		w.in, w.inBias = data("nsd.in.weight"), data("nsd.in.bias")
		w.left, w.right, w.eps = data("nsd.0.left"), data("nsd.0.right")[0], data("nsd.0.epsilon")
		if a := n.store.Value("nsd.0.learner"); a != nil {
			w.learner = a.Data
		}
	}

	// The read-out exists in both kinds of networks.
	w.classes, w.classBias = data(class), data(bias)
	w.readout = pair{w.classes[0] - w.classes[1], w.classes[2] - w.classes[3]} // classes is row-major with a column for each class
	w.bias = w.classBias[0] - w.classBias[1]
	return w
}

// kept returns the vector h = Wᵀf + b of a person with features f.
func (w *weights) kept(f pair) (h pair) {
	for k := range h {
		h[k] = f[0]*w.in[k] + f[1]*w.in[2+k] + w.inBias[k]
	}
	return h
}

// retained returns 1 + tanh ε of coordinate k, the factor of h in a person's own part.
func (w *weights) retained(k int) float64 { return 1 + linalg.Tanh(w.eps[k]) }

// Tie is the edge of a person u to a neighbour v, with its part of the score of u.
type Tie struct {
	Edge, Node int // the index of the edge in the changed graph, and the neighbour v
	// Ru and Rv are the maps of u and v. On = R_v x_v is the arrow of v on the edge. Back = n_u n_v R_u R_v x_v is the arrow that arrives at
	// u, and Pull = ⟨w, Back⟩ is the part of the score.
	Ru, Rv   float64
	On, Back pair
	Pull     float64
}

// Ties returns the ties of a person in descending order of |Pull|. Ties with equal |Pull| are in the order of the edges.
func (r *Evaluation) Ties(u int) (list []Tie) {
	for e, edge := range r.Graph.Edges {
		switch u {
		case int(edge.J):
			list = append(list, r.tie(e, 1, u, int(edge.I)))
		case int(edge.I):
			list = append(list, r.tie(e, 0, u, int(edge.J)))
		}
	}
	sort.SliceStable(list, func(a, b int) bool { return math.Abs(list[a].Pull) > math.Abs(list[b].Pull) })
	return list
}

// tie computes the tie of person u to the neighbour v by edge e. side is the end of e at u: 0 for I, 1 for J.
func (r *Evaluation) tie(e, side, u, v int) Tie {
	t := Tie{Edge: e, Node: v, Ru: r.Maps[e][side], Rv: r.Maps[e][1-side]}
	for k, x := range r.Sent[v] {
		t.On[k] = t.Rv * x
		t.Back[k] = r.Norm[u] * r.Norm[v] * t.Ru * t.On[k]
		t.Pull += r.weights.readout[k] * t.Back[k]
	}
	return t
}

// Own returns the person's own part of the score: the read-out of the person's own vector ([Evaluation.ownCoordinate]).
func (r *Evaluation) Own(u int) (own float64) {
	for k, w := range r.weights.readout {
		own += w * r.ownCoordinate(u, k)
	}
	return own
}

// ownCoordinate returns coordinate k of a person's own vector. With s = Σ_e R_u², this vector is (1 + tanh ε)·h_u − n_u² s·x_u, since the
// diagonal entry of the normalised Laplacian is n_u² s. For a GCN it is n_u² x_u.
func (r *Evaluation) ownCoordinate(u, k int) float64 {
	n2 := r.Norm[u] * r.Norm[u]
	if r.Plain {
		return n2 * r.Sent[u][k]
	}
	return r.weights.retained(k)*r.Kept[u][k] - n2*r.Squares[u]*r.Sent[u][k]
}

// Bias returns the bias of the read-out: the bias of the first class minus the bias of the second.
func (r *Evaluation) Bias() float64 { return r.weights.bias }
