package sgpc

// This file has the loss of stage 9 on the tape.

import (
	"math"
	"slices"

	"sheafscope/core/autodiff"
	"sheafscope/core/linalg"
	"sheafscope/core/pacbayes"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/train"
)

// lossOp is equation 21, the loss of SGPC. It has the terms of equations 16, 17 and
// 20, and the calibrated prediction f of equation 15. With the training nodes V_L,
//
//	ℓ = −mean_{i∈V_L} log f_i,y + λ_KL·L_KL + λ_spec·c_het/λ₂,
//	L_KL = sqrt((KL(ρ‖π) + log(2/δ))/(2|V_L|)),  f_i = κ̄_i ŷ_i + (1−κ̄_i)·prior.
//
// log f is computed from the logits, since ŷ may underflow. Peers have no posterior:
// their loss is the cross-entropy.
type lossOp struct {
	cfg          settings.Config
	logits, prob *autodiff.Var
	// logp is log ŷ of the last Forward. kappa is its κ̄ of every node, or nil
	// without calibration; kept is the memory of kappa.
	logp        linalg.Dense
	kappa, kept []float64
	lossInput
	// gap is nil for λ_spec = 0. In the reading "code" it is also nil for a
	// disconnected graph, whose λ₂ is 0.
	gap   *spectralOp
	out   *autodiff.Var
	prior []float64 // class distribution of the calibration
	// lambdaKL and lambdaSpec are the weights of the present epoch.
	lambdaKL, lambdaSpec float64
	ce, kl, spec         float64   // the three terms without their weights
	gradNode             []float64 // ∂ℓ/∂κ̄ by node
	// last holds the terms of the last Forward. Posterior, λ₂ and weights may have
	// changed since then.
	last lossTerms
}

// lossInput holds the inputs of a loss.
type lossInput struct {
	post       *posteriorOp // nil for peers, and for a loss without terms of the posterior
	calibrated *autodiff.Var
	labels     []int // labels of the rows of prob, −1 except at training nodes
	nodes      []int // rows of the training nodes
}

// lossTerms are the quantities behind the terms of a loss: KL(ρ‖π), c_het, λ₂
// (0 without a spectral term) and the weights.
type lossTerms struct{ klSum, cHet, lambda2, lambdaKL, lambdaSpec float64 }

// buildLoss adds stage 9: the posterior, the loss and the record of the evaluation.
func (n *net) buildLoss(r *Run, b *train.Builder) {
	t, c, g := b.Tape, r.cfg, r.Graph
	o := &lossOp{cfg: c, logits: n.logits, prob: n.prob, logp: *linalg.NewDense(n.prob.Rows(), g.Classes),
		lossInput: lossInput{calibrated: n.prob, labels: b.Labelled(), nodes: r.Split.Train},
		out:       t.NewVar(1, 1, b.Train), prior: classPrior(c, g.Classes, b.Labelled()), gradNode: make([]float64, g.N)}
	name := func(*Run, int) string { return "loss" }
	// With restricted rows the loss is the cross-entropy, which needs no posterior.
	if n.rows != nil {
		o.labels, o.nodes = labelsOf(n.rows.Index, o.labels, o.nodes)
	} else if c.Model == "sgpc" {
		o.post = newPosteriorOp(t, n.prob, r, o.labels)
		n.post = o.post
		o.calibrated = &autodiff.Var{Value: linalg.NewDense(g.N, g.Classes)}
		if c.LambdaSpec > 0 && len(g.Edges) > 0 && (c.Reading != "code" || connected(g)) {
			o.gap = n.followGap(r)
		}
		name = posteriorName
	}
	t.Add(o)
	o.schedule(0)
	n.loss = o
	if n.lossRows != nil {
		n.setLossInputs()
	}
	n.closeSegment(stage.Posterior, 1, name)
	// The record is an operation of the segment alone, not of the tape.
	last := &n.segments[len(n.segments)-1]
	ops := last.ops
	last.ops = append(ops[:len(ops):len(ops)], recordOp{r})
}

// labelsOf returns the labels of the nodes in rows, and the positions of nodes in
// rows.
func labelsOf(rows []int32, labels, nodes []int) (rowLabels, positions []int) {
	position := make([]int, len(labels))
	for k, i := range rows {
		position[i] = k
		rowLabels = append(rowLabels, labels[i])
	}
	for _, i := range nodes {
		positions = append(positions, position[i])
	}
	return rowLabels, positions
}

// recordOp records the evaluation of the epoch in the history, after the loss.
type recordOp struct{ r *Run }

func (recordOp) Name() string { return "record" }
func (o recordOp) Forward()   { o.r.hist.record(o.r) }
func (recordOp) Backward()    {}

// classPrior returns the class distribution of the training nodes, or the uniform
// distribution for prior=uniform.
func classPrior(c settings.Config, classes int, labels []int) []float64 {
	if c.Prior == "uniform" {
		return pacbayes.UniformPrior(classes)
	}
	return pacbayes.TrainPrior(labels, classes)
}

// schedule sets the weights of the terms for an epoch. During the warm-up they rise
// linearly from 0; in the reading "code" they are 0.
func (o *lossOp) schedule(epoch int) {
	ramp := func(weight float64, warmup int) float64 {
		if epoch >= warmup {
			return weight
		}
		if o.cfg.Reading == "code" {
			return 0
		}
		return weight * float64(epoch) / float64(warmup)
	}
	o.lambdaKL = ramp(o.cfg.LambdaKL, o.cfg.KLWarmup)
	o.lambdaSpec = ramp(o.cfg.LambdaSpec, o.cfg.SpecWarmup)
}

func (o *lossOp) Name() string { return "loss" }

// view returns the weighted terms of the last Forward.
func (o *lossOp) view() frame.Loss {
	return frame.Loss{HasSpec: o.lambdaSpec > 0 && o.hasSpectral(), CE: o.ce, KL: o.lambdaKL * o.kl, Spec: o.lambdaSpec * o.spec,
		Total: o.out.Value.Data[0]}
}

// hasSpectral reports whether the loss has a spectral term: a positive λ₂ as
// divisor of c_het.
func (o *lossOp) hasSpectral() bool {
	lambda2, _ := o.spectralDivisor()
	return lambda2 > 0
}

// Forward computes the calibrated prediction and the three terms.
func (o *lossOp) Forward() {
	f := o.calibrated.Value.Data
	o.kappa, o.logp.Rows = nil, o.logits.Rows() // the reading "code" restricts the rows during the warm-up
	o.logp.Data = o.logp.Data[:o.logp.Rows*o.logp.Cols]
	linalg.LogSoftmaxRows(&o.logp, nil, o.logits.Value)
	if o.post != nil {
		copy(f, o.prob.Value.Data)
		if o.cfg.Calibrate {
			o.kept = append(o.kept[:0], o.post.nodeKappa()...)
			o.kappa = o.kept
			pacbayes.Calibrate(f, f, o.kappa, o.prior)
		}
	}
	// A term without posterior or λ₂ is 0.
	o.ce = train.NegLogLik(o.logf, o.labels, o.nodes)
	o.kl, o.spec = 0, 0
	o.last = lossTerms{lambdaKL: o.lambdaKL, lambdaSpec: o.lambdaSpec}
	if o.gap != nil {
		o.last.lambda2 = o.gap.lambda2
	}
	if o.post != nil {
		kl, _ := o.klTerm()
		o.last.klSum, o.last.cHet = kl, o.post.cHet()
		o.kl, _ = pacbayes.LKL(kl, o.cfg.Delta, len(o.nodes))
		if lambda2, _ := o.spectralDivisor(); lambda2 > 0 {
			o.spec = pacbayes.LSpec(o.last.cHet, lambda2)
		}
	}
	o.out.Value.Data[0] = o.ce + o.lambdaKL*o.kl + o.lambdaSpec*o.spec
}

// logf returns log f of a row and a class in the last Forward.
func (o *lossOp) logf(row, class int) float64 {
	logProb := o.logp.At(row, class)
	if o.kappa != nil {
		logProb, _, _ = pacbayes.LogCalibrated(logProb, o.kappa[row], o.prior[class])
	}
	return logProb
}

// Backward adds the gradient of the cross-entropy to that of the logits. It passes
// the gradients of the other terms to the posterior and to the spectral term.
func (o *lossOp) Backward() {
	if o.out.Grad == nil {
		return
	}
	seed := o.out.Grad.Data[0]
	clear(o.gradNode)
	w := seed / float64(len(o.nodes))
	for _, i := range o.nodes {
		y, g := o.labels[i], -w
		if o.kappa != nil {
			_, dp, dk := pacbayes.LogCalibrated(o.logp.At(i, y), o.kappa[i], o.prior[y])
			g, o.gradNode[i] = -w*dp, -w*dk
		}
		// ∂ log ŷ_y/∂z = e_y − ŷ.
		d := o.logits.Grad.Row(i)
		linalg.Axpy(-g, o.prob.Value.Row(i), d)
		d[y] += g
	}
	if o.post == nil {
		return
	}
	// L_KL is a square root, c_het/λ₂ a quotient.
	var gradKL, gradHet float64
	if o.kl > 0 {
		_, scale := o.klTerm()
		gradKL = seed * scale * o.lambdaKL / (4 * o.kl * float64(len(o.nodes)))
	}
	if lambda2, frozen := o.spectralDivisor(); lambda2 > 0 {
		var gradGap float64
		gradHet, gradGap = pacbayes.LSpecGrad(seed*o.lambdaSpec, o.spec, lambda2)
		if !frozen {
			o.gap.gradient = gradGap
		}
	} else if o.gap != nil {
		o.gap.gradient = 0
	}
	gradKappa := o.gradNode
	if o.kappa == nil || o.cfg.DetachKappa {
		gradKappa = nil
	}
	o.post.setUpstream(gradKL, gradHet, gradKappa)
}

// maxCrossEntropy returns the largest possible cross-entropy at a node of the given
// sets, over all ŷ: max −log((1−κ̄_i)·prior_c). It returns +Inf without calibration.
func (o *lossOp) maxCrossEntropy(sets ...[]int) float64 {
	smallest := 1.0 // probability of a class
	for _, nodes := range sets {
		for _, i := range nodes {
			if o.kappa == nil {
				return math.Inf(1)
			}
			smallest = min(smallest, (1-o.kappa[i])*slices.Min(o.prior))
		}
	}
	return -linalg.Log(smallest)
}
