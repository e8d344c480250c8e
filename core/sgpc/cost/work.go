package cost

import (
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
)

// Work is the arithmetic and the memory traffic of a part of an epoch. MultiplyAdds
// counts products of matrices (sparse ones by stored entries), solves and inner
// products. Elementwise operations (activations, LayerNorm, dropout) and functions
// (exp, roots, eigenvalues of a block) are left out. Bytes counts the bytes moved
// when each operation reads its operands and writes its results once: 8 per number,
// 12 per stored entry of a sparse matrix.
type Work struct{ MultiplyAdds, Bytes float64 }

// Add adds multiply-adds and moved numbers of 8 bytes.
func (w *Work) Add(multiplyAdds, numbers float64) {
	w.MultiplyAdds += multiplyAdds
	w.Bytes += 8 * numbers
}

// StageWork is the work of each stage in each phase.
type StageWork [len(stage.Names)][Phases]Work

// Add adds the work of t.
func (s *StageWork) Add(t StageWork) {
	for k := range s {
		for p, w := range t[k] {
			s[k][p].Add(w.MultiplyAdds, w.Bytes/8)
		}
	}
}

// Scale multiplies all work by f.
func (s *StageWork) Scale(f float64) {
	for k := range s {
		for p := range s[k] {
			s[k][p].MultiplyAdds *= f
			s[k][p].Bytes *= f
		}
	}
}

// PieceWork returns the work of a named part of the training pass for a number of
// parameters.
func PieceWork(name string, parameters float64) (w Work) {
	switch name {
	case PieceAdam: // reads value, gradient and both moments; writes them and the old value; norm of the gradient
		w.Add(parameters, 9*parameters)
	}
	return w
}

// workCount counts the work of an epoch of the reading "paper". w = n·d·c numbers
// are a matrix of features; b = 2m+n blocks of q = d² numbers are the Laplacian.
type workCount struct {
	settings.Config
	n, m, z, f, classes float64
	d, c, q, w, b       float64
	width, hidden       float64
	out                 StageWork
	at                  *[Phases]Work
	shared              bool // the training pass shares the stage with the evaluation
	// without excludes a network from the count.
	without struct{ evaluation, training bool }
}

// WorkOf returns the work of an epoch with the given solves by layer; rows is the
// number of rows of the training pass in stage 8. It is zero for peers, for the
// reading "code", in stage 9 and for the gap ascent, whose work is counted by the
// run. Plans count bytes only, and nothing in the mode "w2". Sampling of edges and
// attention are left out.
func WorkOf(s Shape, c settings.Config, rows int, solves []SolveCount) StageWork {
	if !c.HasParts() {
		return StageWork{}
	}
	t := &workCount{Config: c, n: float64(s.Nodes), m: float64(s.Edges), z: float64(s.Entries), f: float64(s.Features),
		classes: float64(s.Classes), d: float64(c.D), c: float64(c.Channels), hidden: float64(c.Hidden)}
	t.q, t.width = t.d*t.d, t.d*t.c
	t.w, t.b = t.n*t.width, 2*t.m+t.n
	t.features()
	t.setStage(stage.Sinkhorn)
	t.dense(t.n, t.d, t.width)
	t.elementwise(2*t.n*t.d, 4*t.n*t.d) // softmax
	t.elementwise(2*t.n*t.d, 3*t.n*t.d) // measures
	t.plans()
	t.maps()
	t.laplacian()
	for l := range c.Layers {
		t.setStage(stage.Diffusion)
		if l > 0 { // concatenation of the previous layer's parts, and its linear map
			t.join(t.w)
			t.dense(t.n, t.width, t.parts()*t.width)
			t.elementwise(2*t.w, t.w)        // bias
			t.elementwise(2*t.w, 3*t.w)      // activation
			t.training(2.125*t.w, 3.125*t.w) // dropout, with a byte a number for its mask
		}
		if l < len(solves) {
			t.diffusion(solves[l])
		}
		t.mixing()
	}
	t.setStage(stage.Classes)
	t.without.training = true
	t.head(t.n)
	t.without.evaluation, t.without.training = true, false
	t.head(float64(rows))
	return t.out
}

// setStage selects the stage of the following counts.
func (t *workCount) setStage(stage int) {
	t.at, t.shared = &t.out[stage], t.Networks(stage) == 1
}

// forward adds to the forward pass of each network that computes the stage.
func (t *workCount) forward(multiplyAdds, numbers float64) {
	if !t.without.evaluation {
		t.at[PhaseEvaluation].Add(multiplyAdds, numbers)
	}
	if !t.shared && !t.without.training {
		t.at[PhaseForward].Add(multiplyAdds, numbers)
	}
}

// backward adds to the backward pass.
func (t *workCount) backward(multiplyAdds, numbers float64) {
	if !t.without.training {
		t.at[PhaseBackward].Add(multiplyAdds, numbers)
	}
}

// elementwise adds the numbers moved by an elementwise operation.
func (t *workCount) elementwise(forward, backward float64) {
	t.forward(0, forward)
	t.backward(0, backward)
}

// training is elementwise for an operation of the training network only.
func (t *workCount) training(forward, backward float64) {
	if !t.without.training {
		t.at[PhaseForward].Add(0, forward)
	}
	t.backward(0, backward)
}

// dense adds X·W and its gradients dX += G·Wᵀ, dW += Xᵀ·G; X is rows×depth, W
// depth×cols.
func (t *workCount) dense(rows, cols, depth float64) {
	x, w, y := rows*depth, depth*cols, rows*cols
	t.forward(rows*cols*depth, x+w+y)
	t.backward(2*rows*cols*depth, 3*x+3*w+2*y)
}

// sparse adds X·W for a constant sparse X and its gradient dW += Xᵀ·G, with the
// reordering of the values.
func (t *workCount) sparse(entries, rows, cols, depth float64) {
	t.forward(entries*cols, 1.5*entries+depth*cols+rows*cols)
	t.backward(entries*cols, 4*entries+rows*cols+2*depth*cols)
}

// features adds stage 1: X·W_in + b, the adjacency rows, LayerNorm, activation,
// dropout.
func (t *workCount) features() {
	t.setStage(stage.Features)
	inputs := t.z
	t.sparse(t.z, t.n, t.width, t.f)
	if t.Structure != "off" {
		inputs += 2 * t.m
		t.sparse(2*t.m, t.n, t.width, t.n)
		t.elementwise(3*t.w, 0) // the sum
	}
	if t.InputDropout > 0 {
		t.training(2*inputs, 0)
	}
	t.elementwise(2*t.w, t.w) // bias
	if t.Norm == "layer" {
		t.elementwise(2*t.w, 4*t.w)
		kept := PhaseForward // x̂ beside the result
		if t.shared {
			kept = PhaseEvaluation
		}
		t.at[kept].Add(0, t.w)
	}
	t.elementwise(2*t.w, 3*t.w) // activation
	t.training(2.125*t.w, 3.125*t.w)
}

// plans adds stage 3, the bytes of the closed form only.
func (t *workCount) plans() {
	t.setStage(stage.JKO)
	if t.JKOMode != "w2" || t.LiftSteps() == 0 {
		kept := 3*t.n*t.d + 4*t.m*t.d + t.m // μ, √μ, 1/√μ; y, s, A, B and z of the edges
		t.elementwise(kept+t.m*t.q, kept+t.m*t.q+2*t.n*t.d)
	}
	if t.Lift == "scalar" {
		t.elementwise(2*t.m*t.q, 3*t.m*t.d)
	}
}

// maps adds stage 4, S·W_θ at both ends of every edge, with a gap metric times A_e:
// 2m products of d×d matrices each.
func (t *workCount) maps() {
	t.setStage(stage.Maps)
	if !t.OwnMaps() {
		t.forward(0, 2*t.m*t.q)
		return
	}
	plan, product := t.m*t.q, 2*t.m*t.d*t.q
	back := 2.0 // by S and by W_θ
	if t.Lift == "scalar" {
		back = 1 // W_θ is the identity
	}
	t.forward(product, 3*plan)
	t.backward(0, 5*plan)
	switch t.GapMode {
	case "sheaf":
		back++
		t.forward(product, plan)
		t.backward(0, plan)
	case "matrix", "additive":
		t.forward(0, 6*plan)
	}
	if t.GapMode != "off" { // the maps without the state of the ascent, where the ascent starts
		t.at[PhaseEvaluation].Add(product, 3*plan)
	}
	t.backward(back*product, 0)
}

// laplacian adds stage 5: for the normalised operator D_i = Σ RᵀR and R·D^{-1/2},
// then three block products per edge.
func (t *workCount) laplacian() {
	t.setStage(stage.Laplacian)
	maps, node, cube := 2*t.m*t.q, t.n*t.q, t.d*t.q
	t.forward(3*t.m*cube, maps+t.b*t.q)
	if t.Operator != "normalized" {
		return
	}
	t.forward(4*t.m*cube+node*(t.d+1)/2, 3*maps+3*node)
	t.backward(6*t.m*cube+4*t.n*cube, 8*maps+4*node)
}
