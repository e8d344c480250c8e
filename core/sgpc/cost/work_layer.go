package cost

// This file counts the work of stages 6 to 8 for [WorkOf]: diffusion, mixing and read-out.

import "sheafscope/core/sgpc/stage"

// apply returns the work of a product of the Laplacian L with a matrix of features. The
// index of a block has 4 bytes, half a number.
func (t *workCount) apply() (multiplyAdds, numbers float64) {
	return t.blocks * t.square * t.c, t.blocks*t.square + t.blocks/2 + 2*t.features
}

// solve adds a solve by conjugate gradients to a phase. It lets every channel make the
// iterations of the slowest channel.
func (t *workCount) solve(phase int, iterations float64) {
	// The start inverts the diagonal blocks of I + Δt·L, and multiplies by the inverses. It
	// also has 2 multiply-adds per number of a vector, and moves 7 numbers.
	inverse := t.n * t.square
	t.stageWork[phase].Add(inverse*t.d+inverse*t.c+2*t.features, 3*inverse+7*t.features)
	// An iteration multiplies by L and by the inverses. Its inner products and updates have
	// 8 multiply-adds per number of a vector, and move 15 numbers.
	multiplyAdds, numbers := t.apply()
	t.stageWork[phase].Add(iterations*(multiplyAdds+inverse*t.c+8*t.features), iterations*(numbers+inverse+15*t.features))
}

// quadGrad returns the work of the gradient of ⟨Y, L X⟩ with respect to the maps: two
// d×d sums over the channels for each node and each edge, and four d×d products for
// each edge.
func (t *workCount) quadGrad() (multiplyAdds, numbers float64) {
	return 2*(t.n+t.m)*t.square*t.c + 4*t.m*t.d*t.square, 4*t.features + 6*t.m*t.square + 2*t.n*t.square
}

// diffusion adds stage 6: a solve in each network, and a solve for the gradient. For sampled
// diffusion (svr=sparsified or svr=anchored) it adds the evaluation alone.
func (t *workCount) diffusion(s SolveCount) {
	t.solve(PhaseEvaluation, s.Iterations[PhaseEvaluation])
	if t.SVR != "exact" { // the training pass samples edges, whose work is not counted
		return
	}
	if s.Solve > 0 { // the training pass factors once and solves twice
		// A solve has two substitutions. Each substitution reads every number of the factor
		// once, and multiplies the number by a value of each of the c channels. A solve with
		// Solve multiplications therefore reads Solve/c numbers of the factor, and moves six
		// matrices of features. The factorisation moves 2·Solve/c numbers.
		t.stageWork[PhaseForward].Add(s.Factor, 2*s.Solve/t.c)
		for _, phase := range [...]int{PhaseForward, PhaseBackward} {
			t.stageWork[phase].Add(s.Solve, s.Solve/t.c+6*t.features)
		}
	} else {
		t.solve(PhaseForward, s.Iterations[PhaseForward])
		t.solve(PhaseBackward, s.Iterations[PhaseBackward])
	}
	t.backward(t.features, 3*t.features) // the gradient of the input
	t.backward(t.quadGrad())
	if t.LearnDt { // ∂ℓ/∂Δt is an inner product with L·X
		t.backward(t.apply())
		t.backward(t.features, 2*t.features)
	}
}

// mixing adds stage 7. Each pass has Q products with L. The backward pass also has Q+1 inner
// products and Q gradients of the maps.
func (t *workCount) mixing() {
	if t.AFMWeights == "off" {
		return
	}
	t.setStage(stage.Mixing)
	order := float64(t.Q)
	t.forward(t.features, 2*t.features)                      // the term of order 0
	t.backward((order+1)*t.features, 2*(order+1)*t.features) // the inner products
	t.backward(2*t.features, 6*t.features)                   // the first and the last term of the adjoint recurrence
	for range t.Q {
		t.forward(t.apply())
		t.forward(2*t.features, 6*t.features)
		t.backward(t.apply())
		t.backward(2*t.features, 5*t.features)
		t.backward(t.quadGrad())
	}
}

// parts returns the number of matrices of features that a layer concatenates.
func (t *workCount) parts() (parts float64) {
	if t.SVR != "off" {
		parts++
	}
	if t.AFMWeights != "off" {
		parts++
	}
	if t.Residual || parts == 0 { // without any branch, the input is the only part
		parts++
	}
	return parts
}

// join adds the concatenation of the parts of a layer, each of the given size.
func (t *workCount) join(size float64) { t.elementwise(2*t.parts()*size, 3*t.parts()*size) }

// head adds stage 8 for the given number of rows: concatenation, dropout, projector,
// logits and softmax.
func (t *workCount) head(rows float64) {
	depth := t.parts() * t.width
	joined := rows * depth
	if rows < t.n { // the rows are copied from the features of all nodes
		t.elementwise(2*joined, 3*joined)
	}
	t.join(rows * t.width)
	t.training((2+dropoutMask)*joined, (2+dropoutMask)*joined) // dropout in place: input and result have one gradient
	if t.Head != "linear" {
		hidden := rows * t.hidden
		t.dense(rows, t.hidden, depth)
		t.elementwise(2*hidden, hidden)                            // bias
		t.elementwise(2*hidden, 3*hidden)                          // activation
		t.training((2+dropoutMask)*hidden, (3+dropoutMask)*hidden) // dropout
		depth = t.hidden
	}
	logits := rows * t.classes
	t.dense(rows, t.classes, depth)
	t.elementwise(2*logits, logits)   // bias
	t.elementwise(2*logits, 4*logits) // softmax
}
