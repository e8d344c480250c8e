package sgpc

// This file has the loss of stage 9, as an operation of package autodiff.

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
// log f is computed from the logits, since ŷ may underflow. A peer (a model to compare
// with) has no posterior: its loss is the cross-entropy. In the reading "code" (the
// authors' program), klTerm and spectralDivisor replace KL(ρ‖π) and λ₂.
type lossOp struct {
	cfg          settings.Config
	logits, prob *autodiff.Var // n×C, or the rows of the training nodes alone
	// logp is log ŷ (rows as in prob) and kappa is κ̄ of every node, both from the last
	// Forward. Without calibration kappa is nil. kappaMemory is the reused memory of kappa.
	logp               linalg.Dense
	kappa, kappaMemory []float64
	lossInput
	// gap computes λ₂. It is nil if the loss needs no computed λ₂ (see buildLoss).
	gap   *spectralOp
	out   *autodiff.Var // ℓ, 1×1
	prior []float64     // class distribution of the calibration
	// lambdaKL and lambdaSpec are λ_KL and λ_spec in the present epoch.
	lambdaKL, lambdaSpec float64
	ce, kl, spec         float64   // the three terms without their weights
	gradNode             []float64 // ∂ℓ/∂κ̄ by node
	// last holds the terms of the last Forward. Posterior, λ₂ and weights may have
	// changed since then.
	last lossTerms
}

// lossInput holds the inputs of a loss.
type lossInput struct {
	post       *posteriorOp  // nil for peers, and for a loss without terms of the posterior
	calibrated *autodiff.Var // the final class probabilities, rows as in prob
	labels     []int         // labels of the rows of prob, −1 except at training nodes
	nodes      []int         // indices of the rows of the training nodes
}

// lossTerms are the quantities behind the terms of a loss: the KL divergence of klTerm,
// c_het, λ₂ (0 if it was not computed) and the weights.
type lossTerms struct{ klSum, cHet, lambda2, lambdaKL, lambdaSpec float64 }

// buildLoss adds stage 9: the posterior, the loss and the record of the evaluation. The
// record is not on the tape, so that the training pass records nothing.
func (n *net) buildLoss(r *Run, b *train.Builder) {
	t, c, g := b.Tape, r.cfg, r.Graph
	o := &lossOp{cfg: c, logits: n.logits, prob: n.prob, logp: *linalg.NewDense(n.prob.Rows(), g.Classes),
		lossInput: lossInput{calibrated: n.prob, labels: b.Labelled(), nodes: r.Split.Train},
		out:       t.NewVar(1, 1, autodiff.Gradient(b.Train)), prior: classPrior(c, g.Classes, b.Labelled()), gradNode: make([]float64, g.N)}
	name := func(*Run, int) string { return "loss" }
	// With restricted rows the loss is the cross-entropy, which needs no posterior.
	if n.rows != nil {
		o.labels, o.nodes = labelsOf(n.rows.Index, o.labels, o.nodes)
	} else if c.Model == "sgpc" {
		o.post = newPosteriorOp(t, n.prob, r, o.labels)
		n.post = o.post
		o.calibrated = &autodiff.Var{Value: linalg.NewDense(g.N, g.Classes)}
		hasSpectralTerm := c.LambdaSpec > 0 && len(g.Edges) > 0
		// In the reading "code", λ₂ of a disconnected graph is 0 and needs no computation.
		if hasSpectralTerm && (c.Reading != "code" || connected(g)) {
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
	// The full slice expression makes append copy the operations, which share memory
	// with the tape.
	last := &n.segments[len(n.segments)-1]
	ops := last.ops
	last.ops = append(ops[:len(ops):len(ops)], recordOp{r})
}

// labelsOf returns two slices for a matrix with one row for each node in rows.
// rowLabels[k] is the label of node rows[k]. positions holds the row of each node in
// nodes; rows must contain these nodes. labels holds the labels of all nodes.
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
// distribution for prior=uniform. labels holds the labels of the training nodes, and −1 for
// all other nodes.
func classPrior(c settings.Config, classes int, labels []int) []float64 {
	if c.Prior == "uniform" {
		return pacbayes.UniformPrior(classes)
	}
	return pacbayes.TrainPrior(labels, classes)
}

// schedule sets the weights of the KL term and of the spectral term for an epoch
// (0-based). During the warm-up a weight rises linearly from 0. In the reading "code"
// it is 0 until the end of the warm-up.
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

// view returns the terms of the last Forward, multiplied by their weights.
func (o *lossOp) view() frame.Loss {
	return frame.Loss{HasSpec: o.last.lambdaSpec > 0 && o.hasSpectral(), CE: o.ce, KL: o.last.lambdaKL * o.kl,
		Spec: o.last.lambdaSpec * o.spec, Total: o.out.Value.Data[0]}
}

// hasSpectral reports whether the loss has a spectral term: its divisor is positive.
func (o *lossOp) hasSpectral() bool {
	divisor, _ := o.spectralDivisor()
	return divisor > 0
}

// Forward computes the calibrated prediction and the three terms.
func (o *lossOp) Forward() {
	f := o.calibrated.Value.Data
	// The reading "code" has fewer rows during the warm-up.
	o.logp.Rows = o.logits.Rows()
	o.logp.Data = o.logp.Data[:o.logp.Rows*o.logp.Cols]
	linalg.LogSoftmaxRows(&o.logp, nil, o.logits.Value)
	o.kappa = nil
	if o.post != nil {
		copy(f, o.prob.Value.Data)
		if o.cfg.Calibrate {
			o.kappaMemory = append(o.kappaMemory[:0], o.post.nodeKappa()...)
			o.kappa = o.kappaMemory
			pacbayes.Calibrate(f, f, o.kappa, o.prior)
		}
	}
	// Without posterior f is prob itself, and the KL term and the spectral term are 0. The
	// spectral term is 0, too, if its divisor is 0.
	o.ce = train.NegLogLik(o.logf, o.labels, o.nodes)
	o.kl, o.spec = 0, 0
	o.last = lossTerms{lambdaKL: o.lambdaKL, lambdaSpec: o.lambdaSpec}
	if o.gap != nil {
		o.last.lambda2 = o.gap.lambda2
	}
	if o.post != nil {
		divergence, _ := o.klTerm()
		o.last.klSum, o.last.cHet = divergence, o.post.cHet()
		o.kl, _ = pacbayes.LKL(divergence, o.cfg.Delta, len(o.nodes)) // Backward computes the derivative itself
		divisor, _ := o.spectralDivisor()
		if divisor > 0 {
			o.spec = pacbayes.LSpec(o.last.cHet, divisor)
		}
	}
	o.out.Value.Data[0] = o.ce + float64(o.lambdaKL*o.kl) + float64(o.lambdaSpec*o.spec)
}

// logf returns log f of a row and a class in the last Forward.
func (o *lossOp) logf(row, class int) float64 {
	logProb := o.logp.At(row, class)
	if o.kappa != nil {
		logProb, _, _ = pacbayes.LogCalibrated(logProb, o.kappa[row], o.prior[class])
	}
	return logProb
}

// Backward adds the gradient of the cross-entropy to the gradient of the logits. It
// passes the gradients of the other terms to the posterior and to the spectral term.
func (o *lossOp) Backward() {
	if o.out.Grad == nil { // in the evaluation network
		return
	}
	outGrad := o.out.Grad.Data[0]
	clear(o.gradNode)
	w := outGrad / float64(len(o.nodes)) // the weight of a node in the mean
	for _, i := range o.nodes {
		y := o.labels[i]
		gradLog := -w // the gradient with respect to log ŷ_y
		if o.kappa != nil {
			_, slopeLog, slopeKappa := pacbayes.LogCalibrated(o.logp.At(i, y), o.kappa[i], o.prior[y])
			gradLog, o.gradNode[i] = -w*slopeLog, -w*slopeKappa
		}
		// ∂ log ŷ_y/∂z = e_y − ŷ for the logits z and the unit vector e_y.
		gradLogits := o.logits.Grad.Row(i)
		linalg.Axpy(-gradLog, o.prob.Value.Row(i), gradLogits)
		gradLogits[y] += gradLog
	}
	if o.post == nil {
		return
	}
	// L_KL is a square root: ∂L_KL/∂KL = 1/(4·L_KL·|V_L|).
	var gradKL, gradHet float64
	if o.kl > 0 { // the square root has no derivative at 0
		_, scale := o.klTerm()
		gradKL = outGrad * scale * o.lambdaKL / (4 * o.kl * float64(len(o.nodes)))
	}
	// The spectral term is a quotient of c_het and the divisor.
	divisor, frozen := o.spectralDivisor()
	if divisor > 0 {
		var gradGap float64
		gradHet, gradGap = pacbayes.LSpecGrad(outGrad*o.lambdaSpec, o.spec, divisor)
		if !frozen { // the divisor depends on λ₂, which gap computes
			o.gap.gradient = gradGap
		}
	} else if o.gap != nil { // the gradient of an earlier pass must not remain
		o.gap.gradient = 0
	}
	// nil stands for a loss that does not depend on κ̄, or treats κ̄ as a constant.
	gradKappa := o.gradNode
	if o.kappa == nil || o.cfg.DetachKappa {
		gradKappa = nil
	}
	o.post.setUpstream(gradKL, gradHet, gradKappa)
}

// maxCrossEntropy returns the largest possible cross-entropy of one node in the given
// sets, for any ŷ: max −log((1−κ̄_i)·prior_c) over nodes i and classes c. Without
// calibration it returns +Inf. For sets without nodes it returns 0.
func (o *lossOp) maxCrossEntropy(sets ...[]int) float64 {
	smallest := 1.0 // smallest probability of a class
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
