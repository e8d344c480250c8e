package cost

import "sheafscope/core/sgpc/stage"

// apply is a product of L with w numbers.
func (t *workCount) apply() (multiplyAdds, numbers float64) {
	return t.b * t.q * t.c, t.b*t.q + t.b/2 + 2*t.w
}

// solve counts conjugate gradients on w numbers: the inverted diagonal blocks and the
// start, then iterations with a product by L, one by the inverted blocks and eight
// multiply-adds a number.
func (t *workCount) solve(phase int, iterations float64) {
	blocks := t.n * t.q
	t.at[phase].Add(blocks*t.d+blocks*t.c+2*t.w, 3*blocks+7*t.w)
	mul, moved := t.apply()
	t.at[phase].Add(iterations*(mul+blocks*t.c+8*t.w), iterations*(moved+blocks+15*t.w))
}

// quadGrad is the gradient of the maps of ⟨Y, L X⟩: two d×d sums over channels a node and
// an edge, and four products an edge.
func (t *workCount) quadGrad() (multiplyAdds, numbers float64) {
	return 2*(t.n+t.m)*t.q*t.c + 4*t.m*t.d*t.q, 4*t.w + 6*t.m*t.q + 2*t.n*t.q
}

// diffusion is stage 6: a solve in either network and one for the gradient, each with
// the iterations that its slowest channel took or, in training, the two with one factor.
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

// mixing is stage 7: Q products with L and two multiply-adds a number for each; backward
// Q+1 inner products, Q products and Q gradients of the maps.
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

// parts is the number of matrices of w numbers that a layer joins.
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

// join puts parts of w numbers side by side.
func (t *workCount) join(w float64) { t.elementwise(2*t.parts()*w, 3*t.parts()*w) }

// head is stage 8 of so many rows, gathered where they are not all: dropout of what is
// joined, the projector, the scores and their softmax.
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
