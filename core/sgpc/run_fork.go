package sgpc

import (
	"errors"
	"fmt"
	"slices"

	"sheafscope/core/autodiff"
	"sheafscope/core/diffusion"
	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/train"
)

// Fork is the evaluation on show, apart from its run: its parameters and what its gap ascent kept, to be evaluated
// again, on the graph of the run or on another one. It does not train, and the run is not changed.
type Fork struct{ run *Run }

// Fork returns the evaluation on show; in the middle of an epoch, one with the present parameters.
func (r *Run) Fork() *Fork { return &Fork{r.fork()} }

// Graph is the graph that the fork evaluates.
func (f *Fork) Graph() *graph.Graph { return f.run.Graph }

// Weight returns a parameter of the fork by its name, nil where the model has none of that name.
func (f *Fork) Weight(name string) *linalg.Dense { return f.run.store.Value(name) }

// Takes fails where the network cannot have maps in place of its own: settings.MapsIdentity or MapsZero; "" and
// settings.MapsLearned are its own.
func (f *Fork) Takes(maps string) error {
	switch maps {
	case "", settings.MapsLearned:
	case settings.MapsIdentity, settings.MapsZero:
		if f.run.eval.mapping == nil {
			return errors.New("this model has no transported maps to take away")
		}
	default:
		return fmt.Errorf("maps are %s, %s or %s, not %q", settings.MapsLearned, settings.MapsIdentity, settings.MapsZero, maps)
	}
	return nil
}

// On returns the fork on another graph with the same nodes, whose edges stood at from in the graph before, −1 for an
// added one; nil from: at the same places. What the gap ascent keeps stays with its edge. It fails when Check does.
func (f *Fork) On(g *graph.Graph, from []int) (*Fork, error) {
	q := *f.run
	q.follow(from)
	q.Graph = g
	_, err := Check(q.Graph, q.Split, q.cfg)
	return &Fork{&q}, err
}

// Evaluate builds the network of the fork and evaluates it. maps, unless "", are settings.MapsIdentity or MapsZero,
// which every map is in place of its own.
func (f *Fork) Evaluate(maps string) *Evaluation { return f.run.evaluation(maps).record() }

// Path is the network of a fork as a function of its features along the line t·X, 0 ≤ t ≤ 1.
type Path struct {
	n    *net
	ops  []autodiff.Op // all but the softmax
	path *train.Path
}

// Path builds that network.
func (f *Fork) Path() *Path {
	r := f.run
	p := &Path{path: train.NewPath(r.Graph.X)}
	t := &autodiff.Tape{Seed: r.cfg.Seed, Pool: new(autodiff.Pool)}
	p.n = &net{tape: t}
	p.n.buildModel(r, &train.Builder{Tape: t, Store: r.store, Graph: r.Graph, Split: r.Split, Path: p.path})
	r.hold(p.n)
	p.ops = t.Ops[:len(t.Ops)-1]
	return p
}

// Leads reports whether the scores depend on the features.
func (p *Path) Leads() bool { return p.n.logits.Grad != nil }

// Score returns the logits of a node at t·X, one a class.
func (p *Path) Score(t float64, node int) []float64 {
	p.path.At = t
	for _, op := range p.ops {
		op.Forward()
	}
	return slices.Clone(p.n.logits.Value.Row(node))
}

// Share returns x_jf·∂z/∂x_jf for the score z of a node and a class at the point of the last Score, one number for
// each feature stored. The next call writes over it.
func (p *Path) Share(node, class int) []float64 {
	clear(p.path.Share)
	p.n.tape.ZeroGrad()
	p.n.logits.Grad.Row(node)[class] = 1
	for q := len(p.ops) - 1; q >= 0; q-- {
		p.ops[q].Backward()
	}
	return p.path.Share
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
	q.cfg.LambdaSpec = 0 // λ₂ is not needed
	q.kept = r.keptNow()
	q.gap = &gapState{mode: "off"}
	return &q
}

// detach takes from a copy of a run what the run writes to; the run may be within a pass.
func (r *Run) detach() {
	r.hist, r.bestParams, r.fit = history{}, nil, nil
	r.solvers, r.pool = new(diffusion.Workspace), new(autodiff.Pool)
}

// keptNow is a copy of what the gap ascent keeps in the evaluation on show; in an epoch that has not come to its maps, what they will have
// then, of the present parameters.
func (r *Run) keptNow() []float64 {
	n := r.eval
	if n.mapping == nil {
		return nil
	}
	if r.gap.mode != "off" && !r.betweenEpochs() && r.epochOf(stage.Maps) <= r.epoch {
		q := *r
		q.detach()
		q.gap = newGapState(r.Graph, r.cfg)
		q.gap.restoreKept(r.gap.kept())
		n = buildNet(&q, false)
		n.evaluate()
	}
	return slices.Clone(n.mapping.kept)
}

// evaluation builds the network of a fork and evaluates it; maps is that of [Fork.Evaluate].
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
func (r *Run) hold(n *net) { n.hold(r.kept) }

// hold puts what a gap ascent keeps into a network beside the run's own.
func (n *net) hold(kept []float64) {
	m := n.mapping
	if m == nil {
		return
	}
	m.settle, m.metric, m.delta = nil, nil, nil
	switch d := m.sheaf.D; len(kept) {
	case 0:
	case len(m.sheaf.Edges) * d * d:
		m.metric = kept
	default:
		m.delta = kept
	}
}

// follow lets what the gap ascent keeps go with the edges, which stood at from: an added one (−1) has the metric 1, or Δ = 0.
func (r *Run) follow(from []int) {
	if from == nil || len(r.kept) == 0 {
		return
	}
	d, each := r.cfg.D, len(r.kept)/len(r.Graph.Edges)
	kept := make([]float64, each*len(from))
	for k, e := range from {
		own := kept[k*each : (k+1)*each]
		if e >= 0 {
			copy(own, r.kept[e*each:])
			continue
		}
		for q := 0; q < each && each == d*d; q += d + 1 {
			own[q] = 1
		}
	}
	r.kept = kept
}

// Settled returns the run at its last finished evaluation; in the middle of an epoch, with one of the present parameters
// in the place of it. It is read only.
func (r *Run) Settled() *Run {
	shadow := *r
	if !r.betweenEpochs() {
		n := r.detached()
		n.hold(r.keptNow())
		n.evaluate()
		shadow.eval = n
	}
	shadow.evaluated, shadow.segment = r.epoch, 0
	return &shadow
}

// detached builds an evaluation network that shares the parameters and the
// metric but nothing else, and does not record.
func (r *Run) detached() *net {
	shadow := *r
	shadow.detach()
	n := buildNet(&shadow, false)
	if n.mapping != nil {
		n.mapping.settle = nil // the run's own metric stays as it is
	}
	if r.betweenEpochs() {
		n.loss.schedule(max(0, r.epoch-1)) // of the epoch that has ended
	} else {
		n.loss.schedule(r.epoch)
	}
	return n
}

// Present evaluates the present parameters, without dropout, on a network of its own.
func (r *Run) Present() *Evaluation {
	n := r.detached()
	n.evaluate()
	return n.record()
}
