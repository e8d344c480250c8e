package sgpc

// This file has the network of a run, and builds the network of the reading "paper".

import (
	"sheafscope/core/autodiff"
	"sheafscope/core/peer"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/sheaf"
	"sheafscope/core/train"
)

// net is the network on one tape, a list of operations with forward and backward pass
// (package autodiff). A run has two networks: one for training and one for evaluation.
// Fields of parts that the model lacks are nil.
type net struct {
	tape     *autodiff.Tape
	segments []segment // the inner operations of an epoch, in order
	// evaluated marks, by their index on the tape, the operations of the training
	// network that the evaluation shares. It is nil if the networks share no operation.
	evaluated []bool
	// rows are the nodes for which stage 8 computes class probabilities. The matrices
	// of stage 8 have one row for each of these nodes. nil stands for all nodes.
	rows *autodiff.Rows
	// lossRows are the rows of stage 8 during the warm-up of the reading "code" (the
	// authors' program); see net.schedule. lossInputs has the two inputs of the loss: allNodes
	// after the warm-up, and trainingNodes for lossRows during the warm-up.
	lossRows   *autodiff.Rows
	lossInputs struct{ allNodes, trainingNodes lossInput }

	// encoded holds the encoded features (n×(d·c)). measures holds the node measures
	// (n×d). plan holds the normalised plans S (m×d²). maps holds the restriction maps
	// (2m×d²); buildLaplacian replaces it by the maps of the operator. logits holds the
	// scores before the softmax, and prob holds the class probabilities (both n×C, or one row
	// for each node in rows). weight is W_θ (d×d).
	encoded, measures, plan, maps, logits, prob *autodiff.Var
	weight                                      *autodiff.Var
	// joined is the input of the read-out (dropout, projector and head). readout is
	// the index of the first operation of the read-out on the tape.
	joined  *autodiff.Var
	readout int
	// raw holds the restriction maps. hat holds the maps of the operator, normalised or
	// equal to raw. lap is the Laplacian of hat.
	raw, hat *sheaf.Sheaf
	lap      *sheaf.Laplacian
	// The operations of the stages, diffuse and filter with one entry per layer.
	lift    *liftOp      // stage 3
	mapping *mapsOp      // stage 4
	diffuse []*diffuseOp // stage 6
	filter  []*filterOp  // stage 7
	post    *posteriorOp // stage 9, like loss
	loss    *lossOp
	// The lift, hW (n×c) and the fusion of the reading "code". All are nil in the
	// reading "paper".
	scalar *scalarOp
	hidden *autodiff.Var
	fusion *gateOp
	// layers are the layers of a peer, a model to compare with.
	layers []peer.Layer
}

// purpose distinguishes the two networks of a run.
type purpose bool

const (
	forTraining   purpose = true // with gradients and dropout
	forEvaluation purpose = false
)

// buildNet builds the network of the run's model and reading. The network for training
// computes only the rows that its loss needs.
func buildNet(r *Run, use purpose) *net {
	var rows *autodiff.Rows
	if use == forTraining {
		rows = r.rowsOfLoss()
	}
	return buildNetOf(r, use, rows)
}

// buildNetOf is buildNet with class probabilities for the given rows, nil for all nodes.
func buildNetOf(r *Run, use purpose, rows *autodiff.Rows) *net {
	t := &autodiff.Tape{Seed: r.cfg.Seed, Training: bool(use), Pool: r.pool}
	b := &train.Builder{Tape: t, Store: r.store, Train: bool(use), Graph: r.Graph, Split: r.Split}
	n := &net{tape: t, rows: rows}
	n.buildModel(r, b)
	n.buildLoss(r, b)
	// Stage 10 has no operations on the tape.
	n.segments = append(n.segments, segment{stage: stage.Gap, begin: func(r *Run) { r.gap.begin(r) }, work: gapStep, name: gapName})
	return n
}

// buildModel adds all operations up to the class probabilities.
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

// closeSegment adds a segment of a stage: the operations added to the tape since the last
// call of closeSegment. shown and name are the fields of the segment.
func (n *net) closeSegment(stageNumber, shown int, name func(*Run, int) string) {
	start := 0 // index of the first operation of the segment on the tape
	for _, s := range n.segments {
		start += len(s.ops)
	}
	var begin func(*Run)
	switch stageNumber {
	case stage.Maps: // from now on the gap ascent shows the maps of this evaluation
		begin = func(r *Run) { r.gap.show(r.eval) }
	case stage.Posterior: // the loss gets the weights of this epoch
		begin = func(r *Run) { r.eval.loss.schedule(r.epoch) }
	}
	end := len(n.tape.Ops)
	// The capacity ends at end: an append to ops must not overwrite the tape.
	n.segments = append(n.segments, segment{stage: stageNumber, begin: begin, ops: n.tape.Ops[start:end:end], shown: shown, name: name})
}

// evaluate computes the whole forward pass.
func (n *net) evaluate() { n.tape.Forward() }

// predicted returns the final class probabilities, n×C. For SGPC with Config.Calibrate they
// are calibrated.
func (n *net) predicted() []float64 { return n.loss.calibrated.Value.Data }

// buildPaper builds the network of the reading "paper": measures → plans → maps →
// Laplacian → layers of diffusion ‖ frequency mixing (AFM) → classes.
func (n *net) buildPaper(r *Run, b *train.Builder) {
	t, c := b.Tape, r.cfg
	width := c.D * c.Channels
	// The evaluation shares a stage with the training network if both compute equal
	// results. Dropout belongs to the training network alone.
	if !n.shareStage(r, stage.Features) {
		n.encoded = encode(r, b, width)
	}
	h := autodiff.Dropout(t, n.encoded, c.Dropout, "dropout/encoded")
	n.closeSegment(stage.Features, 1, nil)

	if !n.shareStage(r, stage.Sinkhorn) {
		u := b.Param("measure.weight", width, c.D, train.FanIn, train.Decayed)
		n.buildMeasures(r, t, autodiff.MatMul(t, n.encoded, u))
	}
	n.closeSegment(stage.Sinkhorn, c.SinkhornSteps, sinkhornName)
	if !n.shareStage(r, stage.JKO) {
		n.lift = newLiftOp(t, n.measures, r)
		n.plan = n.lift.out
		if c.Lift == "scalar" {
			n.plan = newWeightOp(t, n.plan, c.D)
		}
	}
	// Without JKO steps, one inner operation computes the plans.
	n.closeSegment(stage.JKO, max(1, c.JKOSteps), jkoName)
	if !n.shareStage(r, stage.Maps) {
		n.buildMaps(r, b)
	}
	n.closeSegment(stage.Maps, 1, nil)
	n.buildLaplacian(r, t)

	// Every layer uses the same sheaf.
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

// mapNoise is the standard deviation of the entries of W_θ − I before the training.
const mapNoise = 0.1

// buildMaps adds the restriction maps, which depend on the plans and on W_θ. The
// evaluation projects the state of the gap ascent before it computes the maps.
func (n *net) buildMaps(r *Run, b *train.Builder) {
	t, c, g := b.Tape, r.cfg, r.Graph
	n.raw = sheaf.New(g.N, c.D, g.Edges)
	if c.Lift == "scalar" { // W_θ is the identity
		n.weight = t.NewVar(c.D, c.D, autodiff.WithoutGradient)
		for i := range c.D {
			n.weight.Value.Data[i*c.D+i] = 1
		}
	} else {
		n.weight = b.Param("map.weight", c.D, c.D, train.NearIdentity(mapNoise), train.Undecayed)
	}
	m := newMapsOp(t, n.plan, n.weight, n.raw, r.gap.metric, c)
	m.delta = r.gap.delta()
	n.mapping, n.maps = m, m.out
	if !b.Train {
		m.project = r.gap.project
	}
}
