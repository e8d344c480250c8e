package sgpc

import (
	"sheafscope/core/autodiff"
	"sheafscope/core/peer"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/sheaf"
	"sheafscope/core/train"
)

// net is the network on one tape: once for training, once for evaluation.
type net struct {
	tape     *autodiff.Tape
	segments []segment
	// evaluated lists, in the training network, the operations that the evaluation takes from it; nil: none.
	evaluated []bool
	// rows are the nodes of which there are classes, nil: all. The matrices of stage 8 have a row for each of them.
	rows *autodiff.Rows
	// early are those rows in the reading "code": while the loss sees no others (schedule).
	early *autodiff.Rows
	sight [2]seen // of all nodes, of those of early

	// encoded is n×(d·c), measures n×d, plan m×d² (the normalised plan S),
	// maps 2m×d², prob n×C.
	// logits are the scores before the softmax, n×C.
	encoded, measures, plan, maps, logits, prob *autodiff.Var
	weight                                      *autodiff.Var
	// joined is what the read-out takes, which begins with operation readout of the tape.
	joined  *autodiff.Var
	readout int
	// raw holds the restriction maps, hat those that diffuse (normalised or
	// the same), lap their Laplacian.
	raw, hat *sheaf.Sheaf
	lap      *sheaf.Laplacian
	lift     *liftOp
	mapping  *mapsOp
	diffuse  []*diffuseOp
	filter   []*filterOp
	post     *posteriorOp
	loss     *lossOp
	// Of the reading "code" only: the lift, hW (n×c) and the fusion.
	scalar *scalarOp
	hidden *autodiff.Var
	fusion *gateOp
	// layers are those of a peer.
	layers []peer.Layer
}

// buildNet builds the network of the run's reading; train gives parameters
// gradients and puts dropout to work.
func buildNet(r *Run, training bool) *net {
	if training {
		return buildNetOf(r, training, r.rowsOfLoss())
	}
	return buildNetOf(r, training, nil)
}

// buildNetOf builds a network that gives classes to some nodes only.
func buildNetOf(r *Run, training bool, rows *autodiff.Rows) *net {
	t := &autodiff.Tape{Seed: r.cfg.Seed, Training: training, Pool: r.pool}
	b := &train.Builder{Tape: t, Store: r.store, Train: training, Graph: r.Graph, Split: r.Split}
	n := &net{tape: t, rows: rows}
	n.buildModel(r, b)
	n.buildLoss(r, b)
	n.segments = append(n.segments, segment{stage: stage.Gap, begin: func(r *Run) { r.gap.begin(r) }, work: gapStep, name: gapName})
	return n
}

// buildModel adds everything up to the class probabilities.
func (n *net) buildModel(r *Run, b *train.Builder) {
	switch {
	case r.cfg.Model != "sgpc":
		n.buildPeer(r, b)
	case r.cfg.Reading == "code":
		n.buildCode(r, b)
	default:
		n.buildPaper(r, b)
	}
}

// mark closes a segment: the operations added since the last mark belong to stage.
func (n *net) mark(of, shown int, name func(*Run, int) string) {
	from := 0
	for _, s := range n.segments {
		from += len(s.ops)
	}
	var begin func(*Run)
	switch of {
	case stage.Maps:
		begin = func(r *Run) { r.gap.follow(r.eval) }
	case stage.Posterior:
		begin = func(r *Run) { r.eval.loss.schedule(r.epoch) }
	}
	n.segments = append(n.segments, segment{stage: of, begin: begin, ops: n.tape.Ops[from:len(n.tape.Ops):len(n.tape.Ops)],
		shown: shown, name: name})
}

// evaluate runs everything forward at once.
func (n *net) evaluate() { n.tape.Forward() }

// predicted returns the probabilities that count: calibrated ones when the
// setting asks for them.
func (n *net) predicted() []float64 { return n.loss.calibrated.Value.Data }

// buildPaper is the true block sheaf: measures → plans → maps → Laplacian →
// diffusion ‖ frequency mixing (AFM), layer by layer → classes.
func (n *net) buildPaper(r *Run, b *train.Builder) {
	t, c := b.Tape, r.cfg
	width := c.D * c.Channels
	if !n.takes(r, stage.Features) {
		n.encoded = encode(r, b, width)
	}
	h := autodiff.Dropout(t, n.encoded, c.Dropout, "dropout/encoded")
	n.mark(stage.Features, 1, nil)

	if !n.takes(r, stage.Sinkhorn) {
		u := b.Param("measure.weight", width, c.D, train.FanIn, true)
		n.buildMeasures(r, t, autodiff.MatMul(t, n.encoded, u))
	}
	n.mark(stage.Sinkhorn, c.SinkhornSteps, sinkhornName)
	if !n.takes(r, stage.JKO) {
		n.lift = newLiftOp(t, n.measures, r)
		n.plan = n.lift.out
		if c.Lift == "scalar" {
			n.plan = newWeightOp(t, n.plan, c.D)
		}
	}
	n.mark(stage.JKO, max(1, c.JKOSteps), jkoName)
	if !n.takes(r, stage.Maps) {
		n.buildMaps(r, b)
	}
	n.mark(stage.Maps, 1, nil)
	n.buildLaplacian(r, t)

	first := h
	var joined *autodiff.Var
	for l := range c.Layers {
		joined = n.layer(r, b, h, first, l)
		if l < c.Layers-1 {
			h = activate(r, t, b.Linear(joined, layerName("layer", l), width))
			h = autodiff.Dropout(t, h, c.Dropout, layerName("dropout/layer", l))
		}
	}
	n.joined, n.readout = joined, len(t.Ops)
	n.classes(r, b, joined)
}

// buildMaps adds the restriction maps of the plans.
func (n *net) buildMaps(r *Run, b *train.Builder) {
	t, c, g := b.Tape, r.cfg, r.Graph
	n.raw = sheaf.New(g.N, c.D, g.Edges)
	if c.Lift == "scalar" { // W_θ is the identity
		n.weight = t.NewVar(c.D, c.D, false)
		for i := range c.D {
			n.weight.Value.Data[i*c.D+i] = 1
		}
	} else {
		n.weight = b.Param("map.weight", c.D, c.D, train.NearIdentity(0.1), false)
	}
	m := newMapsOp(t, n.plan, n.weight, n.raw, r.gap.metric, c)
	m.delta = r.gap.delta()
	n.mapping, n.maps = m, m.out
	if !b.Train {
		m.settle = r.gap.settle
	}
}
