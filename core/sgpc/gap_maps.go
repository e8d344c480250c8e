package sgpc

// This file has the common part of the gap ascents in the modes "matrix" and "additive".

import (
	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sheaf"
	"sheafscope/core/small"
	"sheafscope/core/spectral"
)

// mapAscent is a gap ascent in the maps, in the modes "matrix" (stepMatrix) and
// "additive" (stepAdditive). The maps are R = R⁰ + Δ with the maps R⁰ of the lift (equation
// 6) and a change Δ. The next epochs keep Δ, so that they diffuse with the raised
// Laplacian. In Algorithm 1 as printed, line 3 overwrites the raised Laplacian by the next lift.
//
// At the start of an epoch, project changes Δ so that it meets two conditions for the new
// lift. First, if all lifted maps of a node vanish on a vector, the changes of these maps
// in Δ vanish on this vector, too. Without this condition, a part of ker L would get tiny
// eigenvalues, and λ₂ would be such an eigenvalue. Second, ‖Δ‖ ≤ ρ‖R⁰‖. A step is
// accepted only if λ₂ of the operator rises and the kernel keeps its dimension.
type mapAscent struct {
	opt      spectral.AscentOptions // limits and constants of every ascent
	additive bool                   // the mode is "additive"
	// tied reports whether both ends of an edge have one common map.
	tied        bool
	tracker     *spectral.Tracker     // estimates λ₂ of hat
	reassembler *spectral.Reassembler // nil in the mode "additive"
	normalizer  *sheaf.Normalizer     // unused for operator=laplacian
	// base has the maps R⁰, cur has R⁰ + Δ, and hat has the maps of the operator of cur.
	base, cur, hat *sheaf.Sheaf
	// delta is Δ (2m·d²). startDelta is Δ, and startMaps holds the maps, at the start
	// of the present step.
	delta, startDelta, startMaps []float64
	// change is ‖Δ‖/‖R⁰‖, or 0 if R⁰ is 0.
	change float64
	// est is the estimate of λ₂ at the present point. lambda2 and lambda3 hold λ₂ and λ₃ at
	// the start of the present ascent and after each accepted step.
	est              spectral.Estimate
	lambda2, lambda3 []float64
	trials           []spectral.Trial // trials of all line searches of the present ascent, in order
	// directions holds the direction of each inner step, one after another: v in the
	// mode "matrix", the change of the maps for η = 1 in the mode "additive".
	directions []float64
	vectors    [][]float64 // workspace of stepMatrix for eigenvectors of λ₂ and λ₃
	pull       []float64   // ‖∂λ₂/∂R_e‖ by edge at the last accepted point
	// mapGrad is ∂λ₂/∂R at cur, and hatGrad is the derivative in the maps of the operator.
	mapGrad, hatGrad []float64
	// startGrad is the gradient at the start of the present step of the mode
	// "additive", and direction is the direction of this step.
	startGrad, direction []float64
	blocks               []float64 // workspace, one d×d block per node
	steps                int       // number of inner steps of the present ascent
	done                 bool      // the ascent is over
	// work is the work of all ascents, without the work of tracker and reassembler.
	work spectral.Work
}

// newMapAscent returns the ascent of the settings with Δ = 0. It is done until start
// begins an ascent.
func newMapAscent(g *graph.Graph, c settings.Config, opt spectral.AscentOptions) *mapAscent {
	d, m := c.D, len(g.Edges)
	vector := func(k int) []float64 { return make([]float64, k) }
	maps := func() []float64 { return vector(2 * m * d * d) }
	s := &mapAscent{opt: opt, additive: c.GapMode == "additive", tied: c.Convention == "literal",
		tracker: spectral.NewTracker(g.N, d, g.Edges, settings.TrackerOptions(c)), normalizer: sheaf.NewNormalizer(g.N, d, g.Edges),
		base: sheaf.New(g.N, d, g.Edges), cur: sheaf.New(g.N, d, g.Edges), hat: sheaf.New(g.N, d, g.Edges),
		delta: maps(), startDelta: maps(), startMaps: maps(), mapGrad: maps(), hatGrad: maps(), startGrad: maps(), direction: maps(),
		pull: vector(m), blocks: vector(g.N * d * d), vectors: [][]float64{vector(g.N * d), vector(g.N * d)}, done: true}
	if !s.additive {
		s.reassembler = spectral.NewReassembler(g.N, d, g.Edges, spectral.NearestOptions{Tied: s.tied})
	}
	return s
}

// project changes Δ so that both conditions in the comment of mapAscent hold for R⁰.
func (s *mapAscent) project() {
	n, m, d := s.base.N, len(s.base.Edges), s.base.D
	dd := d * d
	s.grams(s.base, 0)
	s.projectors()
	// Work: a d×d product for each of the 2m maps, and a projector for each node.
	s.work.Add(float64(2*m*dd*d+n*dd*d), float64(6*m*dd+2*n*dd))
	var projected, common [sheaf.MaxDim * sheaf.MaxDim]float64
	for e, ends := range s.base.Edges {
		if s.tied { // the common map acts on the stalks of both ends
			commonProjector(d, common[:dd], s.block(ends.I), s.block(ends.J))
		}
		for side, i := range [2]int32{ends.I, ends.J} {
			projector := s.block(i)
			if s.tied {
				projector = common[:dd]
			}
			change := s.delta[(2*e+side)*dd : (2*e+side+1)*dd]
			clear(projected[:dd])
			small.MulAdd(d, projected[:dd], change, projector)
			copy(change, projected[:dd])
		}
	}
	s.boundChange()
}

// commonProjector sets dst to the projector on the intersection of the ranges of the
// projectors p and q. All are d×d.
func commonProjector(d int, dst, p, q []float64) {
	// p + q has the eigenvalue 2 on the intersection, and 1 + cos θ for directions that
	// meet at the angle θ. The tolerance allows for rounding: angles up to 1.4e-6 count as 0.
	const tolerance = 1e-12
	var sum, vectors [sheaf.MaxDim * sheaf.MaxDim]float64
	var values [sheaf.MaxDim]float64
	for k := range d * d {
		sum[k] = p[k] + q[k]
	}
	linalg.EigSymSmall(d, sum[:d*d], values[:d], vectors[:d*d])
	setProjector(dst, values[:d], vectors[:d*d], 2-tolerance)
}

// block returns the d×d block of node i.
func (s *mapAscent) block(i int32) []float64 {
	dd := s.base.D * s.base.D
	return s.blocks[int(i)*dd : int(i+1)*dd]
}

// projectors replaces the block of each node, the Gram matrix Σ RᵀR of its maps, by the
// projector on the orthogonal complement of the vectors on which all these maps vanish.
func (s *mapAscent) projectors() {
	d := s.base.D
	dd := d * d
	// The tolerance is relative to scale, the largest diagonal entry of all blocks or 1,
	// whichever is larger.
	scale := 1.0
	for i := range s.base.N {
		gram := s.block(int32(i))
		for k := range d {
			scale = max(scale, gram[k*d+k])
		}
	}
	tolerance := spectral.DefaultTol * scale
	var values [sheaf.MaxDim]float64
	var vectors [sheaf.MaxDim * sheaf.MaxDim]float64
	for i := range s.base.N {
		block := s.block(int32(i))
		linalg.EigSymSmall(d, block, values[:d], vectors[:dd])
		setProjector(block, values[:d], vectors[:dd], tolerance)
	}
}

// setProjector sets dst (d×d) to Σ_p v_p v_pᵀ over all p with values[p] > tolerance.
// The vector v_p is column p of vectors.
func setProjector(dst, values, vectors []float64, tolerance float64) {
	d := len(values)
	for row := range d {
		for col := range d {
			sum := 0.0
			for p, value := range values {
				if value > tolerance {
					sum += float64(vectors[row*d+p] * vectors[col*d+p])
				}
			}
			dst[row*d+col] = sum
		}
	}
}

// boundChange scales Δ down if ‖Δ‖ > ρ‖R⁰‖, and sets change.
func (s *mapAscent) boundChange() {
	norm, baseNorm := linalg.Nrm2(s.delta), linalg.Nrm2(s.base.R)
	s.work.Add(float64(2*len(s.delta)), float64(3*len(s.delta)))
	limit := s.opt.Rho * baseNorm
	if norm > limit {
		linalg.Scal(limit/norm, s.delta)
		norm = limit
	}
	s.change = 0
	if baseNorm > 0 {
		s.change = norm / baseNorm
	}
}

// grams sets the block of each node i to Σ_e R_ijᵀR_ij + shift·I, for the maps of r. The
// sum covers the edges e = (i, j) of node i.
func (s *mapAscent) grams(r *sheaf.Sheaf, shift float64) {
	d, m := r.D, len(r.Edges)
	dd := d * d
	// Work: a d×d product for each of the 2m maps.
	s.work.Add(float64(2*m*dd*d), float64((2*m+r.N)*dd))
	clear(s.blocks)
	for i := 0; i < len(s.blocks); i += dd {
		for k := range d {
			s.blocks[i+k*d+k] = shift
		}
	}
	for e, ends := range r.Edges {
		for side, i := range [2]int32{ends.I, ends.J} {
			addGram(d, s.block(i), r.Map(e, side))
		}
	}
}

// addGram adds RᵀR to gram for a map R; both are d×d.
func addGram(d int, gram, r []float64) {
	for row := range d {
		for k := range d {
			linalg.Axpy(r[row*d+k], r[row*d:row*d+d], gram[k*d:k*d+d])
		}
	}
}

// start begins an ascent from the maps R⁰ + Δ.
func (s *mapAscent) start() {
	s.steps, s.done = 0, false
	s.lambda2, s.lambda3 = s.lambda2[:0], s.lambda3[:0]
	s.trials, s.directions = s.trials[:0], s.directions[:0]
	s.est = s.evaluate()
	s.recordPoint()
}

// evaluate returns the estimate of λ₂ at R⁰ + Δ.
func (s *mapAscent) evaluate() spectral.Estimate {
	s.moveMaps()
	return s.tracker.Update(s.hat)
}

// evaluateRoughly returns the estimate of λ₂ at R⁰ + Δ to the accuracy of a trial.
func (s *mapAscent) evaluateRoughly() spectral.Estimate {
	s.moveMaps()
	return s.tracker.UpdateRoughly(s.hat)
}

// moveMaps sets cur to R⁰ + Δ, and hat to the maps of the operator of cur.
func (s *mapAscent) moveMaps() {
	copy(s.cur.R, s.base.R)
	linalg.Axpy(1, s.delta, s.cur.R)
	if !s.opt.Normalized {
		copy(s.hat.R, s.cur.R)
	} else {
		s.normalizer.Forward(s.cur, s.opt.Shift, s.hat)
		// Work: for each of the 2m maps a Gram matrix and a product with D^{-1/2}, for
		// each node the root of a symmetric block.
		n, m, d := s.cur.N, len(s.cur.Edges), s.cur.D
		s.work.Add(float64(4*m*d*d*d+n*d*d*(d+1)/2), float64(6*m*d*d+3*n*d*d))
	}
}

// recordPoint records λ₂, λ₃ and the pull of each edge at an accepted point.
func (s *mapAscent) recordPoint() {
	s.lambda2, s.lambda3 = append(s.lambda2, s.est.Lambda2), append(s.lambda3, s.est.Lambda3)
	s.gradient()
	spectral.Pull(s.pull, s.mapGrad)
}

// gradient sets mapGrad to ∂λ₂/∂R at cur. For the normalised operator, the derivative
// is taken through the normalisation.
func (s *mapAscent) gradient() {
	n, m, d := s.cur.N, len(s.cur.Edges), s.cur.D
	// Work: for each of the 2m maps and each eigenvector of λ₂, a product R·v and an
	// outer product.
	vectors := max(1, s.est.Cluster)
	s.work.Add(float64(4*vectors*m*d*d), float64(6*m*d*d))
	if !s.opt.Normalized {
		s.tracker.Gradient(s.hat, s.mapGrad)
		return
	}
	s.tracker.Gradient(s.hat, s.hatGrad)
	clear(s.mapGrad)
	s.normalizer.Backward(s.hatGrad, s.mapGrad)
	// Work: three d×d products for each of the 2m maps, and four for each node.
	s.work.Add(float64(6*m*d*d*d+4*n*d*d*d), float64(16*m*d*d+4*n*d*d))
}

// spent returns the total work of all steps.
func (s *mapAscent) spent() spectral.Work {
	total, part := s.work, s.tracker.Spent()
	total.Add(part.MultiplyAdds, part.Numbers)
	if s.reassembler != nil {
		part = s.reassembler.Spent()
		total.Add(part.MultiplyAdds, part.Numbers)
	}
	return total
}

// step makes one inner step. The ascent is over after opt.Steps steps, after a step without
// an accepted point, or if the operator has no eigenvalue above the kernel.
func (s *mapAscent) step() {
	s.steps++
	s.done = true // accept clears done after an accepted step that is not the last
	hasNoGap := s.est.Lambda2 == 0
	if hasNoGap {
		return
	}
	copy(s.startDelta, s.delta)
	if s.additive {
		s.stepAdditive()
	} else {
		s.stepMatrix()
	}
}

// accept makes the last evaluated point, with the estimate est, the present point if λ₂
// rose and the kernel kept its dimension. Otherwise it returns false.
func (s *mapAscent) accept(est spectral.Estimate) bool {
	if est.Lambda2 <= s.est.Lambda2 || est.KernelDim != s.est.KernelDim {
		return false
	}
	s.est = est
	s.done = s.steps >= s.opt.Steps
	s.recordPoint()
	return true
}

// revert returns to the point before the step. If the solver can prove λ₂, revert corrects
// the last entries of lambda2 and lambda3, which may come from a rough estimate.
func (s *mapAscent) revert() {
	copy(s.delta, s.startDelta)
	s.boundChange() // sets change
	s.est = s.evaluate()
	s.gradient() // mapGrad had the gradient at the rejected point
	if s.tracker.Proves() {
		spectral.CorrectLast(s.lambda2, s.est.Lambda2)
		spectral.CorrectLast(s.lambda3, s.est.Lambda3)
	}
}
