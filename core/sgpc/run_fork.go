package sgpc

// This file copies an evaluation, so that it can be evaluated again.

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

// Fork holds the parameters of an evaluation and the state of its gap ascent. Its network
// can be evaluated again, on the graph of the run or on another graph. The run stays
// unchanged.
type Fork struct{ run *Run }

// Fork returns a fork of the last evaluation if the run is between two epochs. Within an
// epoch, the fork has the present parameters.
func (r *Run) Fork() *Fork { return &Fork{r.fork()} }

// Graph returns the graph of the fork.
func (f *Fork) Graph() *graph.Graph { return f.run.Graph }

// Weight returns a parameter of the fork, or nil for an unknown name.
func (f *Fork) Weight(name string) *linalg.Dense { return f.run.store.Value(name) }

// Takes returns an error if maps is invalid for the network of the fork.
// settings.MapsIdentity and MapsZero replace all maps, and need a model with transported
// maps: SGPC in the reading "paper". "" and settings.MapsLearned stand for the maps of the
// network.
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

// On returns a copy of the fork on another graph g with the same nodes. formerEdges[e]
// is the index that edge e of g has in the graph of the fork, or −1 for an added edge. If
// all edges keep their indices, formerEdges may be nil. Each edge keeps its state of the
// gap ascent. On fails if [Check] fails; the returned fork must then not be used.
func (f *Fork) On(g *graph.Graph, formerEdges []int) (*Fork, error) {
	moved := *f.run
	moved.moveKept(formerEdges) // reads the edges of the former graph
	moved.Graph = g
	_, err := Check(moved.Graph, moved.Split, moved.cfg)
	return &Fork{&moved}, err
}

// Evaluate evaluates the network of the fork. settings.MapsIdentity and MapsZero
// replace every restriction map, and "" keeps the maps of the network. In place of
// settings.MapsLearned the caller must pass "".
func (f *Fork) Evaluate(maps string) *Evaluation { return f.run.evaluation(maps).record() }

// Path is the network of a fork with the features t·X in place of X, for 0 ≤ t ≤ 1.
type Path struct {
	n        *net
	ops      []autodiff.Op // all operations up to the logits
	features *train.Path
}

// Path returns the network of the fork with the features t·X.
func (f *Fork) Path() *Path {
	r := f.run
	p := &Path{features: train.NewPath(r.Graph.X)}
	// The network has a pool of its own: other networks must not overwrite it between Score
	// and Share.
	t := &autodiff.Tape{Seed: r.cfg.Seed, Pool: new(autodiff.Pool)}
	p.n = &net{tape: t}
	p.n.buildModel(r, &train.Builder{Tape: t, Store: r.store, Graph: r.Graph, Split: r.Split, Path: p.features})
	r.setKept(p.n)
	p.ops = t.Ops[:len(t.Ops)-1] // the last operation is the softmax
	return p
}

// Leads reports whether the logits have a gradient: whether they depend on the features.
func (p *Path) Leads() bool { return p.n.logits.Grad != nil }

// Score returns the logits of a node at t·X, one per class.
func (p *Path) Score(t float64, node int) []float64 {
	p.features.At = t
	for _, op := range p.ops {
		op.Forward()
	}
	return slices.Clone(p.n.logits.Value.Row(node))
}

// Share returns x_jf·∂z/∂x_jf for every stored feature f of every node j, in the order of
// X.Val. z is the logit of the given node and class at the t of the last call of
// Score. Leads must be true. The next call of Share overwrites the slice.
func (p *Path) Share(node, class int) []float64 {
	clear(p.features.Share)
	p.n.tape.ZeroGrad()
	p.n.logits.Grad.Row(node)[class] = 1
	for k := len(p.ops) - 1; k >= 0; k-- {
		p.ops[k].Backward()
	}
	return p.features.Share
}

// fork returns a copy of the run for [Run.Fork], without a training network.
func (r *Run) fork() *Run {
	fork := *r
	fork.store = r.store.Clone()
	if len(r.shown) > 0 && r.betweenEpochs() {
		fork.store.Restore(r.shown)
	}
	fork.isolate()
	fork.cfg.LambdaSpec = 0 // λ₂ is expensive, and only the loss depends on it
	fork.kept = r.shownKept()
	fork.gap = &gapState{mode: "off"} // setKept gives the networks the state kept
	return &fork
}

// isolate gives a copy of a run its own history and workspaces, since the run may be within
// a pass that uses its workspaces. isolate removes the training network fit. Without fit, the
// networks of the copy share no stage, and do not use the solver of the ascent.
func (r *Run) isolate() {
	r.hist, r.bestParams, r.fit = history{}, nil, nil
	r.solvers, r.pool = new(diffusion.Workspace), new(autodiff.Pool)
}

// shownKept returns a copy of the state of the gap ascent in the maps of the last
// evaluation or, within an epoch, in the maps of this epoch. The state is empty in the mode
// "off". For a model without transported maps shownKept returns nil.
func (r *Run) shownKept() []float64 {
	n := r.eval
	if n.mapping == nil {
		return nil
	}
	isBeforeMaps := !r.betweenEpochs() && r.epochOf(stage.Maps) <= r.epoch // the running epoch has the number r.epoch+1
	if r.gap.mode != "off" && isBeforeMaps {
		copied := *r // its evaluation computes the maps of this epoch
		copied.isolate()
		// The evaluation projects the state of the gap ascent, and must not change r.gap.
		copied.gap = newGapState(r.Graph, r.cfg)
		copied.gap.restoreKept(r.gap.kept())
		n = buildNet(&copied, forEvaluation)
		n.evaluate()
	}
	return slices.Clone(n.mapping.kept)
}

// evaluation builds and evaluates the network of a fork. maps is the argument of
// [Fork.Evaluate]. A network without transported maps ignores maps.
func (r *Run) evaluation(maps string) *net {
	n := buildNet(r, forEvaluation)
	r.setKept(n)
	if n.mapping != nil && maps != "" {
		n.mapping.override = maps
	}
	n.evaluate()
	return n
}

// setKept sets the state of the gap ascent in n, a network of the fork.
func (r *Run) setKept(n *net) { n.setKept(r.kept) }

// setKept makes kept the state of the gap ascent in the network, and disables its
// projection. kept is a metric (m·d² numbers for m edges), a change of the maps (2m·d²
// numbers) or empty. A network without transported maps stays unchanged.
func (n *net) setKept(kept []float64) {
	maps := n.mapping
	if maps == nil {
		return
	}
	maps.project, maps.metric, maps.delta = nil, nil, nil
	d := maps.sheaf.D
	switch len(kept) {
	case 0: // the maps of equation 6
	case len(maps.sheaf.Edges) * d * d:
		maps.metric = kept
	default:
		maps.delta = kept
	}
}

// moveKept moves the state of the gap ascent to the edges of another graph; [Fork.On]
// defines formerEdges. The state is a metric or a change Δ of the maps. An added edge
// gets the metric I, or the change Δ = 0.
func (r *Run) moveKept(formerEdges []int) {
	if formerEdges == nil || len(r.kept) == 0 { // all edges keep their indices, or there is no state
		return
	}
	d, perEdge := r.cfg.D, len(r.kept)/len(r.Graph.Edges)
	isMetric := perEdge == d*d // a change of the maps has 2d² numbers per edge
	kept := make([]float64, perEdge*len(formerEdges))
	for e, former := range formerEdges {
		edgeState := kept[e*perEdge : (e+1)*perEdge]
		if former >= 0 {
			copy(edgeState, r.kept[former*perEdge:])
			continue
		}
		if isMetric {
			for k := 0; k < perEdge; k += d + 1 { // the diagonal
				edgeState[k] = 1
			}
		}
	}
	r.kept = kept
}

// Settled returns a copy of the run with a finished evaluation: the last evaluation or,
// within an epoch and at position 0, an evaluation of the present parameters. The caller
// must not step the copy.
func (r *Run) Settled() *Run {
	settled := *r
	if r.betweenEpochs() && r.position > 0 {
		return &settled
	}
	n := r.isolatedNet()
	n.setKept(r.shownKept())
	n.evaluate()
	// The present parameters are the network of the present epoch, number r.epoch+1. With the
	// segment 0, no stage of this epoch counts as complete.
	settled.eval, settled.evaluated, settled.segment = n, r.epoch+1, 0
	return &settled
}

// isolatedNet builds an evaluation network that shares only the parameters and the
// state of the gap ascent with the run.
func (r *Run) isolatedNet() *net {
	isolated := *r
	isolated.isolate()
	n := buildNet(&isolated, forEvaluation)
	if n.mapping != nil {
		n.mapping.project = nil // a projection would change the state of the run
	}
	// The loss has the weights of the running epoch or, between two epochs, of the epoch
	// that has just ended.
	epoch := r.epoch // 0-based
	if r.betweenEpochs() {
		epoch = max(0, r.epoch-1)
	}
	n.loss.schedule(epoch)
	return n
}

// Present returns an evaluation of the present parameters, without dropout, on a
// separate network.
func (r *Run) Present() *Evaluation {
	n := r.isolatedNet()
	n.evaluate()
	return n.record()
}
