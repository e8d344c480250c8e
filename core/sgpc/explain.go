package sgpc

import (
	"fmt"
	"slices"
	"sort"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
)

// Explanation is the score z_i of one node, its C logits before the softmax (and
// before calibration), taken apart by where it comes from:
//
//	z_i = Σ terms.
//
// For SGPC with one layer and without attention in the head it follows the
// signal h, which the encoder makes of the features, with the maps held: what
// arrives at i from j over diffusion, over mixing and by itself is linear in h_j,
// and the head behind it is taken by its integrated gradients, which have a
// closed form there (explain_sheaf.go). For every other model the terms are
// integrated gradients over the features of each node (explain_path.go). Both go
// from zero to what is there; what the network says at zero is the term "bias".
type Explanation struct {
	Node  int    `json:"node"`
	Model string `json:"model"`
	// Exact reports the first kind, up to rounding and the tolerance of the solve. Missed is the most that the rule of the second kind
	// missed of a class's score, before that was dealt out over the terms.
	Exact  bool    `json:"exact"`
	Missed float64 `json:"missed,omitempty"`
	// Score is z_i, Prob its softmax, Called what counts: calibrated where that is on.
	Score  []float64 `json:"score"`
	Prob   []float64 `json:"prob"`
	Called []float64 `json:"called"`
	Terms  []Term    `json:"terms"`
	// Words takes the terms whose source is the node itself apart by its features.
	Words []Word `json:"words"`
	// Ways are what a neighbour sends, step by step; of an exact explanation.
	Ways []Way `json:"ways"`
}

// Ways that a term can come through.
const (
	ThroughSelf      = "self"      // the node's own signal, past the sheaf
	ThroughDiffusion = "diffusion" // (I + Δt·L̂)^{-1}
	ThroughMixing    = "mixing"    // Σ α_q T_q(I − L̂)
	ThroughFeatures  = "features"  // all ways at once
	ThroughBias      = "bias"      // the score at zero
	ThroughGap       = "gap"       // what the others leave of the score
)

// Term is a part of the score, one number a class. Neighbour is the source, −1
// for none; Edge is the edge between it and the node, −1 where there is none.
type Term struct {
	Neighbour    int       `json:"neighbour"`
	Edge         int       `json:"edge"`
	Through      string    `json:"through"`
	Contribution []float64 `json:"contribution"`
}

// Word is a feature of the node with its part of the node's own terms. Feature −1
// is what they are without any, −2 what the others leave of them.
type Word struct {
	Feature      int       `json:"feature"`
	Value        float64   `json:"value"`
	Contribution []float64 `json:"contribution"`
}

// Way is the message of a neighbour j to node i, means over the channels: X is
// h_j, R̂_ji takes it to the edge, R̂_ijᵀ back; Arrives is what the whole
// diffusion brings from j to i, by all paths. Maps are D×D, those of the operator.
type Way struct {
	Node    int       `json:"node"`
	Edge    int       `json:"edge"`
	X       []float64 `json:"x"`
	Rji     []float64 `json:"R_ji"`
	OnEdge  []float64 `json:"on_edge"`
	Rij     []float64 `json:"R_ij"`
	Back    []float64 `json:"back"`
	Arrives []float64 `json:"arrives"`
}

// shownWords bounds the features of a node, shownSources its sources without an
// edge to it, that are listed one by one: the largest.
const (
	shownWords   = 200
	shownSources = 1000
)

// Explain takes the score of a node apart, in the evaluation on show; in the
// middle of an epoch, in one with the present parameters. It fails before the
// first epoch ends. The run itself is not changed.
func (r *Run) Explain(node int) (*Explanation, error) {
	if err := r.explains(node); err != nil {
		return nil, err
	}
	q := r.fork()
	var x *Explanation
	if q.unrolls() {
		x = q.explainSheaf(node)
	} else {
		x = q.explainPath(node)
	}
	x.close()
	return x, nil
}

// explains checks that there is something to explain.
func (r *Run) explains(node int) error {
	switch {
	case r.epoch == 0:
		return errNoScore
	case node < 0 || node >= r.Graph.N:
		return fmt.Errorf("there is no node %d; the graph has nodes 0 to %d", node, r.Graph.N-1)
	}
	return nil
}

// fork returns a run with the parameters of the evaluation on show as its own. It
// holds no network and does not train: networks are built on it.
func (r *Run) fork() *Run {
	q := *r
	q.store = r.store.Clone()
	if len(r.shown) > 0 && r.betweenEpochs() {
		q.store.Restore(r.shown)
	}
	q.detach()
	q.cfg.LambdaSpec = 0 // λ₂ is not asked for
	q.gap = &gapState{mode: "off"}
	if m := r.eval.mapping; m != nil {
		q.kept = slices.Clone(m.kept)
	}
	return &q
}

// evaluation builds the network of a fork and evaluates it; maps is [Change.Maps].
func (r *Run) evaluation(maps string) *net {
	n := buildNet(r, false)
	r.hold(n)
	if n.mapping != nil && maps != "" {
		n.mapping.taken = maps
	}
	n.evaluate()
	return n
}

// hold gives a network of a fork what the gap ascent keeps.
func (r *Run) hold(n *net) {
	m := n.mapping
	if m == nil {
		return
	}
	m.settle, m.metric, m.delta = nil, nil, nil
	switch d := r.cfg.D; len(r.kept) {
	case 0:
	case len(r.Graph.Edges) * d * d:
		m.metric = r.kept
	default:
		m.delta = r.kept
	}
}

// answer starts an explanation from an evaluated network.
func (n *net) answer(r *Run, node int) *Explanation {
	c := r.Graph.Classes
	row := func(v []float64) []float64 { return slices.Clone(v[node*c : (node+1)*c]) }
	return &Explanation{Node: node, Model: r.cfg.Model, Score: row(n.logits.Value.Data), Prob: row(n.prob.Value.Data),
		Called: row(n.predicted()), Words: []Word{}, Ways: []Way{}}
}

// close adds what the terms leave of the score.
func (x *Explanation) close() {
	rest := slices.Clone(x.Score)
	for _, t := range x.Terms {
		linalg.Axpy(-1, t.Contribution, rest)
	}
	x.Terms = append(x.Terms, Term{-1, -1, ThroughGap, rest})
}

// few keeps the far terms that are largest and adds the others up, for each way.
func few(far []Term, most int) []Term {
	if len(far) <= most {
		return far
	}
	sort.SliceStable(far, func(i, j int) bool { return span(far[i].Contribution) > span(far[j].Contribution) })
	kept := far[:most:most]
	for _, t := range far[most:] {
		at := slices.IndexFunc(kept[most:], func(u Term) bool { return u.Through == t.Through })
		if at < 0 {
			kept = append(kept, Term{-1, -1, t.Through, make([]float64, len(t.Contribution))})
			at = len(kept) - 1 - most
		}
		linalg.Axpy(1, t.Contribution, kept[most+at].Contribution)
	}
	return kept
}

// span is the difference of the largest and the least.
func span(v []float64) float64 { return slices.Max(v) - slices.Min(v) }

// neighbours maps the neighbours of a node to the edges between.
func neighbours(g *graph.Graph, node int) map[int]int {
	out, adj := map[int]int{}, g.Adjacency()
	for p := adj.Ptr[node]; p < adj.Ptr[node+1]; p++ {
		out[int(adj.Nbr[p])] = int(adj.EdgeID[p])
	}
	return out
}
