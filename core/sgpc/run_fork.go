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

// Fork is a copy of an evaluation: its parameters and the state of its gap ascent.
// It can be evaluated again, on the graph of the run or on another graph, and does
// not change the run.
type Fork struct{ run *Run }

// Fork returns a copy of the last finished evaluation; within an epoch, of the
// evaluation of the present parameters.
func (r *Run) Fork() *Fork { return &Fork{r.fork()} }

// Graph returns the graph of the fork.
func (f *Fork) Graph() *graph.Graph { return f.run.Graph }

// Weight returns a parameter of the fork by its name, nil for an unknown name.
func (f *Fork) Weight(name string) *linalg.Dense { return f.run.store.Value(name) }

// Takes reports an error when the network cannot evaluate with the given maps:
// settings.MapsIdentity or MapsZero in place of its own, or its own for "" and
// settings.MapsLearned.
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

// On returns the fork on another graph with the same nodes. from[e] is the former
// index of edge e, −1 for an added edge; a nil from keeps the indices. The state of
// the gap ascent moves with its edge. It fails when [Check] does.
func (f *Fork) On(g *graph.Graph, from []int) (*Fork, error) {
	q := *f.run
	q.moveKept(from)
	q.Graph = g
	_, err := Check(q.Graph, q.Split, q.cfg)
	return &Fork{&q}, err
}

// Evaluate evaluates the network of the fork. maps, unless "", is
// settings.MapsIdentity or MapsZero and replaces every restriction map.
func (f *Fork) Evaluate(maps string) *Evaluation { return f.run.evaluation(maps).record() }

// Path is the network of a fork as a function of t, for the features t·X with
// 0 ≤ t ≤ 1.
type Path struct {
	n    *net
	ops  []autodiff.Op // all operations but the softmax
	path *train.Path
}

// Path returns the network of the fork for features along t·X.
func (f *Fork) Path() *Path {
	r := f.run
	p := &Path{path: train.NewPath(r.Graph.X)}
	t := &autodiff.Tape{Seed: r.cfg.Seed, Pool: new(autodiff.Pool)}
	p.n = &net{tape: t}
	p.n.buildModel(r, &train.Builder{Tape: t, Store: r.store, Graph: r.Graph, Split: r.Split, Path: p.path})
	r.setKept(p.n)
	p.ops = t.Ops[:len(t.Ops)-1]
	return p
}

// Leads reports whether the scores depend on the features.
func (p *Path) Leads() bool { return p.n.logits.Grad != nil }

// Score returns the logits of a node at t·X, one per class.
func (p *Path) Score(t float64, node int) []float64 {
	p.path.At = t
	for _, op := range p.ops {
		op.Forward()
	}
	return slices.Clone(p.n.logits.Value.Row(node))
}

// Share returns x_jf·∂z/∂x_jf for the logit z of a node and a class at the point of
// the last Score, one number per stored feature. The next call overwrites the
// slice.
func (p *Path) Share(node, class int) []float64 {
	clear(p.path.Share)
	p.n.tape.ZeroGrad()
	p.n.logits.Grad.Row(node)[class] = 1
	for q := len(p.ops) - 1; q >= 0; q-- {
		p.ops[q].Backward()
	}
	return p.path.Share
}

// fork returns a run with the parameters of the last finished evaluation, or the
// present ones within an epoch. It has no training network.
func (r *Run) fork() *Run {
	q := *r
	q.store = r.store.Clone()
	if len(r.shown) > 0 && r.betweenEpochs() {
		q.store.Restore(r.shown)
	}
	q.isolate()
	q.cfg.LambdaSpec = 0 // saves the computation of λ₂, which changes only the loss
	q.kept = r.shownKept()
	q.gap = &gapState{mode: "off"}
	return &q
}

// isolate gives a copy of a run its own history and workspaces: the original may be
// within a pass.
func (r *Run) isolate() {
	r.hist, r.bestParams, r.fit = history{}, nil, nil
	r.solvers, r.pool = new(diffusion.Workspace), new(autodiff.Pool)
}

// shownKept returns a copy of the state of the gap ascent in the maps of the
// present evaluation. Within an epoch, before its maps, it is the state that these
// maps will have.
func (r *Run) shownKept() []float64 {
	n := r.eval
	if n.mapping == nil {
		return nil
	}
	if r.gap.mode != "off" && !r.betweenEpochs() && r.epochOf(stage.Maps) <= r.epoch {
		q := *r
		q.isolate()
		q.gap = newGapState(r.Graph, r.cfg)
		q.gap.restoreKept(r.gap.kept())
		n = buildNet(&q, false)
		n.evaluate()
	}
	return slices.Clone(n.mapping.kept)
}

// evaluation builds and evaluates the network of a fork; maps is the argument of
// [Fork.Evaluate].
func (r *Run) evaluation(maps string) *net {
	n := buildNet(r, false)
	r.setKept(n)
	if n.mapping != nil && maps != "" {
		n.mapping.override = maps
	}
	n.evaluate()
	return n
}

// setKept sets the state of the gap ascent in a network of a fork.
func (r *Run) setKept(n *net) { n.setKept(r.kept) }

// setKept makes kept the state of the gap ascent in the network: a metric or a
// change of the maps, by its length.
func (n *net) setKept(kept []float64) {
	m := n.mapping
	if m == nil {
		return
	}
	m.project, m.metric, m.delta = nil, nil, nil
	switch d := m.sheaf.D; len(kept) {
	case 0:
	case len(m.sheaf.Edges) * d * d:
		m.metric = kept
	default:
		m.delta = kept
	}
}

// moveKept moves the state of the gap ascent with the edges; from[e] is the former
// index of edge e. An added edge (−1) gets the metric I, or Δ = 0.
func (r *Run) moveKept(from []int) {
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

// Settled returns a read-only copy of the run with a finished evaluation: the last
// one, or within an epoch an evaluation of the present parameters.
func (r *Run) Settled() *Run {
	shadow := *r
	if !r.betweenEpochs() {
		n := r.isolatedNet()
		n.setKept(r.shownKept())
		n.evaluate()
		shadow.eval = n
	}
	shadow.evaluated, shadow.segment = r.epoch, 0
	return &shadow
}

// isolatedNet builds an evaluation network that shares only parameters and metric
// with the run and records nothing.
func (r *Run) isolatedNet() *net {
	shadow := *r
	shadow.isolate()
	n := buildNet(&shadow, false)
	if n.mapping != nil {
		n.mapping.project = nil // the metric of the run must not change
	}
	if r.betweenEpochs() {
		n.loss.schedule(max(0, r.epoch-1)) // the finished epoch
	} else {
		n.loss.schedule(r.epoch)
	}
	return n
}

// Present returns an evaluation of the present parameters, without dropout, on a
// separate network.
func (r *Run) Present() *Evaluation {
	n := r.isolatedNet()
	n.evaluate()
	return n.record()
}
