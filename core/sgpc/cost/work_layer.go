package cost

import "sheafscope/core/sgpc/stage"

// apply returns the work of a product of L with w numbers.
func (t *workCount) apply() (multiplyAdds, numbers float64) {
	return t.b * t.q * t.c, t.b*t.q + t.b/2 + 2*t.w
}

// solve adds conjugate gradients on w numbers: the inverse diagonal blocks and the
// start, then iterations with a product by L, a product by the inverse blocks and
// eight multiply-adds per number.
func (t *workCount) solve(phase int, iterations float64) {
	blocks := t.n * t.q
	t.at[phase].Add(blocks*t.d+blocks*t.c+2*t.w, 3*blocks+7*t.w)
	mul, moved := t.apply()
	t.at[phase].Add(iterations*(mul+blocks*t.c+8*t.w), iterations*(moved+blocks+15*t.w))
}

// quadGrad returns the work of the gradient of ⟨Y, L X⟩ for the maps: two d×d sums
// over channels per node and per edge, and four products per edge.
func (t *workCount) quadGrad() (multiplyAdds, numbers float64) {
	return 2*(t.n+t.m)*t.q*t.c + 4*t.m*t.d*t.q, 4*t.w + 6*t.m*t.q + 2*t.n*t.q
}

// diffusion adds stage 6: a solve in each network and one for the gradient, with
// the iterations of the slowest channel. With a factorisation, training factors
// once and solves twice.
func (t *workCount) diffusion(s SolveCount) {
	t.solve(PhaseEvaluation, s.Iterations[PhaseEvaluation])
	if t.SVR != "exact" {
		return
	}
	if s.Solve > 0 {
		t.at[PhaseForward].Add(s.Factor, 2*s.Solve/t.c)
		for _, phase := range [...]int{PhaseForward, PhaseBackward} {
			t.at[phase].Add(s.Solve, s.Solve/t.c+6*t.w)
		}
	} else {
		t.solve(PhaseForward, s.Iterations[PhaseForward])
		t.solve(PhaseBackward, s.Iterations[PhaseBackward])
	}
	t.backward(t.w, 3*t.w)
	t.backward(t.quadGrad())
	if t.LearnDt {
		t.backward(t.apply())
		t.backward(t.w, 2*t.w)
	}
}

// mixing adds stage 7: Q products with L and two multiply-adds per number for each;
// backward Q+1 inner products, Q products and Q gradients of the maps.
func (t *workCount) mixing() {
	if t.AFMWeights == "off" {
		return
	}
	t.setStage(stage.Mixing)
	order := float64(t.Q)
	t.forward(t.w, 2*t.w)
	t.backward((order+1)*t.w, 2*(order+1)*t.w)
	t.backward(2*t.w, 6*t.w) // the first adjoint term and the last
	for range t.Q {
		t.forward(t.apply())
		t.forward(2*t.w, 6*t.w)
		t.backward(t.apply())
		t.backward(2*t.w, 5*t.w)
		t.backward(t.quadGrad())
	}
}

// parts returns the number of matrices of w numbers that a layer concatenates.
func (t *workCount) parts() (parts float64) {
	if t.SVR != "off" {
		parts++
	}
	if t.AFMWeights != "off" {
		parts++
	}
	if t.Residual || parts == 0 {
		parts++
	}
	return parts
}

// join adds the concatenation of parts of w numbers.
func (t *workCount) join(w float64) { t.elementwise(2*t.parts()*w, 3*t.parts()*w) }

// head adds stage 8 for the given rows, gathered unless they are all: dropout of
// the concatenated features, projector, logits and softmax.
func (t *workCount) head(rows float64) {
	depth := t.parts() * t.width
	joined := rows * depth
	if rows < t.n {
		t.elementwise(2*joined, 3*joined)
	}
	t.join(rows * t.width)
	t.training(2.125*joined, 2.125*joined)
	if t.Head != "linear" {
		y := rows * t.hidden
		t.dense(rows, t.hidden, depth)
		t.elementwise(2*y, y)   // bias
		t.elementwise(2*y, 3*y) // activation
		t.training(2.125*y, 3.125*y)
		depth = t.hidden
	}
	y := rows * t.classes
	t.dense(rows, t.classes, depth)
	t.elementwise(2*y, y)   // bias
	t.elementwise(2*y, 4*y) // softmax
}
