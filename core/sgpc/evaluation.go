package sgpc

import (
	"sheafscope/core/autodiff"
	"sheafscope/core/diffusion"
	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
)

// Evaluation is what a forward pass without dropout has made, stage by stage, of n nodes, m edges, C classes and stalks
// of dimension d with c channels. It is read only: its matrices are those of the network, which the next pass writes
// over. What a model does not have, or has not computed, is nil.
type Evaluation struct {
	// Encoded is n×(d·c), Measures n×d, Plan m×d² (the normalised plans), Logits (before the softmax) and Prob n×C.
	Encoded, Measures, Plan, Logits, Prob *linalg.Dense
	// Predicted are the probabilities that count, n×C: the calibrated ones where the settings calibrate.
	Predicted []float64
	// Raw holds the restriction maps, Hat those that diffuse (normalised or the same), Lap their Laplacian.
	Raw, Hat *sheaf.Sheaf
	Lap      *sheaf.Laplacian
	// Maps says how Raw came about; nil for a model without transported maps.
	Maps *MapsMade
	// Diffused and Mixed are the two branches, an entry a layer.
	Diffused []Diffused
	Mixed    []Mixed
}

// Diffused is the diffusion of a layer, (n·d)×c: Out = (I + Dt·L)^{-1} In.
type Diffused struct {
	In, Out *linalg.Dense
	Dt      float64
	Solver  *diffusion.CG
}

// Mixed is the frequency mixing of a layer, (n·d)×c, with the logits Gamma of its weights.
type Mixed struct {
	In, Out *linalg.Dense
	Gamma   []float64
	Filter  *diffusion.Filter
}

// MapsMade is how restriction maps were made of the plans.
type MapsMade struct{ op *mapsOp }

// Evaluation returns what the last evaluation of the run has made; within an epoch, what it has made so far.
func (r *Run) Evaluation() *Evaluation { return r.eval.record() }

// record returns what the network has made.
func (n *net) record() *Evaluation {
	value := func(v *autodiff.Var) *linalg.Dense {
		if v == nil {
			return nil
		}
		return v.Value
	}
	v := &Evaluation{Encoded: value(n.encoded), Measures: value(n.measures), Plan: value(n.plan), Logits: value(n.logits), Prob: value(n.prob),
		Predicted: n.predicted(), Raw: n.raw, Hat: n.hat, Lap: n.lap}
	if n.mapping != nil {
		v.Maps = &MapsMade{n.mapping}
	}
	for _, o := range n.diffuse {
		v.Diffused = append(v.Diffused, Diffused{o.in.Value, o.out.Value, o.dt, o.d.Solver()})
	}
	for _, o := range n.filter {
		v.Mixed = append(v.Mixed, Mixed{o.in.Value, o.out.Value, o.used, o.f})
	}
	return v
}
