package cost

// This file counts the arithmetic and the memory traffic of an epoch, for Run.Dissect of
// package sgpc. The stages 6 to 8 are counted in work_layer.go.

import (
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
)

// Work is the arithmetic and the memory traffic of a part of an epoch.
type Work struct {
	// MultiplyAdds counts the multiply-adds of matrix products, solves and inner products. A
	// sparse matrix counts by its stored entries. Elementwise operations and functions, such
	// as exp and roots, do not count.
	MultiplyAdds float64
	// Bytes counts the moved bytes: 8 per number, and 12 per stored entry of a sparse
	// matrix. Each operation reads its operands once and writes its results once.
	Bytes float64
}

// Add adds multiply-adds, and moved numbers of 8 bytes each.
func (w *Work) Add(multiplyAdds, numbers float64) {
	w.MultiplyAdds += multiplyAdds
	w.Bytes += 8 * numbers
}

// StageWork is the work of each stage in each phase. Stages count from 1: the entry 0 is
// zero.
type StageWork [len(stage.Names)][Phases]Work

// Add adds the work of t.
func (s *StageWork) Add(t StageWork) {
	for stageNumber := range s {
		for phase, work := range t[stageNumber] {
			s[stageNumber][phase].Add(work.MultiplyAdds, work.Bytes/8) // Add takes numbers of 8 bytes
		}
	}
}

// Scale multiplies all work by factor.
func (s *StageWork) Scale(factor float64) {
	for stageNumber := range s {
		for phase := range s[stageNumber] {
			s[stageNumber][phase].MultiplyAdds *= factor
			s[stageNumber][phase].Bytes *= factor
		}
	}
}

// PieceWork returns the work of a named part of the training pass, for a number of
// parameters. It is zero for every name except [PieceAdam].
func PieceWork(name string, parameters float64) (w Work) {
	if name == PieceAdam {
		// Per parameter, Adam reads value, gradient and both moments, and writes these four
		// numbers and a copy of the value. The multiply-adds compute the norm of the gradient.
		w.Add(parameters, 9*parameters)
	}
	return w
}

// workCount counts the work of an epoch of the reading "paper".
type workCount struct {
	settings.Config
	// Numbers of nodes, edges, stored features, feature columns and classes.
	n, m, entries, columns, classes float64
	// d is the stalk dimension, c is the number of channels, width is d·c, square is d²,
	// and hidden is the width of the projector.
	d, c, width, square, hidden float64
	// features is n·d·c, the size of a matrix of features. blocks is 2m + n, the
	// number of d×d blocks of the Laplacian.
	features, blocks float64

	work      StageWork
	stageWork *[Phases]Work // the entry of work for the present stage
	// shared reports whether the training pass uses the results of the evaluation for
	// the present stage.
	shared bool
	// excluded makes the next calls skip the evaluation, or the training network.
	excluded struct{ evaluation, training bool }
}

// dropoutMask is the size of an entry in the mask of dropout, one byte, in units of 8 bytes.
const dropoutMask = 0.125

// WorkOf returns the work of an epoch. solves[l] has the solves of layer l, and rows is the
// number of rows of the training pass in stage 8. For peers and for the reading "code" all
// work is zero. WorkOf omits
//   - stage 9, the sampling of edges, and attention;
//   - the gap ascent, whose work the run counts;
//   - the arithmetic of the plans and, for JKO steps of the mode "w2", their bytes.
func WorkOf(s Shape, c settings.Config, rows int, solves []SolveCount) StageWork {
	if !c.HasParts() { // a peer, or the reading "code"
		return StageWork{}
	}
	t := &workCount{Config: c, n: float64(s.Nodes), m: float64(s.Edges), entries: float64(s.Entries), columns: float64(s.Features),
		classes: float64(s.Classes), d: float64(c.D), c: float64(c.Channels), hidden: float64(c.Hidden)}
	t.square, t.width = t.d*t.d, t.d*t.c
	t.features, t.blocks = t.n*t.width, 2*t.m+t.n
	t.encoder()
	t.setStage(stage.Sinkhorn)
	t.dense(t.n, t.d, t.width)          // logits of the measures
	t.elementwise(2*t.n*t.d, 4*t.n*t.d) // softmax
	t.elementwise(2*t.n*t.d, 3*t.n*t.d) // measures
	t.plans()
	t.maps()
	t.laplacian()
	for l := range c.Layers {
		t.setStage(stage.Diffusion)
		if l > 0 { // the parts of layer l−1 are concatenated and mapped to the input of layer l
			t.join(t.features)
			t.dense(t.n, t.width, t.parts()*t.width)
			t.elementwise(2*t.features, t.features)                            // bias
			t.elementwise(2*t.features, 3*t.features)                          // activation
			t.training((2+dropoutMask)*t.features, (3+dropoutMask)*t.features) // dropout
		}
		if l < len(solves) { // solves is empty for a model without diffusion
			t.diffusion(solves[l])
		}
		t.mixing()
	}
	// In stage 8, the two networks have different numbers of rows.
	t.setStage(stage.Classes)
	t.excluded.training = true
	t.head(t.n)
	t.excluded.evaluation, t.excluded.training = true, false
	t.head(float64(rows))
	return t.work
}

// setStage selects the stage to which the next calls add work.
func (t *workCount) setStage(stageNumber int) {
	t.stageWork, t.shared = &t.work[stageNumber], t.Networks(stageNumber) == 1
}

// forward adds work to the forward pass of each network that computes the stage.
func (t *workCount) forward(multiplyAdds, numbers float64) {
	if !t.excluded.evaluation {
		t.stageWork[PhaseEvaluation].Add(multiplyAdds, numbers)
	}
	if !t.shared && !t.excluded.training {
		t.stageWork[PhaseForward].Add(multiplyAdds, numbers)
	}
}

// backward adds work to the backward pass.
func (t *workCount) backward(multiplyAdds, numbers float64) {
	if !t.excluded.training {
		t.stageWork[PhaseBackward].Add(multiplyAdds, numbers)
	}
}

// elementwise adds the numbers that an elementwise operation moves in the two passes.
// An operation with one operand moves 2 numbers per entry in the forward pass, and 1 to 4
// in the backward pass.
func (t *workCount) elementwise(forward, backward float64) {
	t.forward(0, forward)
	t.backward(0, backward)
}

// training adds the numbers that an elementwise operation of the training network alone,
// such as dropout, moves in the two passes.
func (t *workCount) training(forward, backward float64) {
	if !t.excluded.training {
		t.stageWork[PhaseForward].Add(0, forward)
	}
	t.backward(0, backward)
}

// dense adds the product Y = X·W of X (rows×depth) and W (depth×cols), and the
// gradients dX += G·Wᵀ and dW += Xᵀ·G. A gradient reads its two factors, and reads and
// writes its sum.
func (t *workCount) dense(rows, cols, depth float64) {
	x, w, y := rows*depth, depth*cols, rows*cols
	t.forward(rows*cols*depth, x+w+y)
	t.backward(2*rows*cols*depth, 3*x+3*w+2*y)
}

// sparse adds the product X·W for a constant sparse X (rows×depth) with the given number
// of stored entries and W (depth×cols). A stored entry has 12 bytes, 1.5 numbers. sparse
// also adds the gradient dW += Xᵀ·G. For Xᵀ it reorders the values of X, which moves 2.5
// numbers per entry: an index, and the value read and written.
func (t *workCount) sparse(entries, rows, cols, depth float64) {
	t.forward(entries*cols, 1.5*entries+depth*cols+rows*cols)
	t.backward(entries*cols, 4*entries+rows*cols+2*depth*cols)
}

// encoder adds stage 1: X·W_in + b, the rows of the adjacency matrix, LayerNorm,
// activation and dropout.
func (t *workCount) encoder() {
	t.setStage(stage.Features)
	inputs := t.entries
	t.sparse(t.entries, t.n, t.width, t.columns)
	if t.Structure != "off" {
		inputs += 2 * t.m
		t.sparse(2*t.m, t.n, t.width, t.n)
		t.elementwise(3*t.features, 0) // the sum reads two operands; in the backward pass all three share a gradient
	}
	if t.InputDropout > 0 { // reads and writes the stored inputs, which have no gradient
		t.training(2*inputs, 0)
	}
	t.elementwise(2*t.features, t.features) // bias
	if t.Norm == "layer" {                  // LayerNorm
		t.elementwise(2*t.features, 4*t.features)
		// The gradient needs the normalised input, which the forward pass stores.
		storingPhase := PhaseForward
		if t.shared {
			storingPhase = PhaseEvaluation
		}
		t.stageWork[storingPhase].Add(0, t.features)
	}
	t.elementwise(2*t.features, 3*t.features)                          // activation
	t.training((2+dropoutMask)*t.features, (3+dropoutMask)*t.features) // dropout
}

// plans adds the bytes of the closed form in stage 3, and of the scalar weights for
// lift=scalar. JKO steps of the mode "w2" have no closed form, and are not counted.
func (t *workCount) plans() {
	t.setStage(stage.JKO)
	if t.JKOMode != "w2" || t.LiftSteps() == 0 {
		// A node has the vectors μ, √μ and 1/√μ. An edge has four vectors and one number.
		factors := 3*t.n*t.d + 4*t.m*t.d + t.m
		plans := t.m * t.square
		measureGradient := 2 * t.n * t.d // read and written
		t.elementwise(factors+plans, factors+plans+measureGradient)
	}
	if t.Lift == "scalar" {
		t.elementwise(2*t.m*t.square, 3*t.m*t.d) // only diagonals have a gradient
	}
}

// maps adds stage 4: 2m products S·W_θ of d×d matrices, at both ends of every edge. If the
// gap ascent changes the metric, 2m products with A_e follow.
func (t *workCount) maps() {
	t.setStage(stage.Maps)
	if !t.OwnMaps() { // constant maps are only written
		t.forward(0, 2*t.m*t.square)
		return
	}
	plan, product := t.m*t.square, 2*t.m*t.d*t.square
	gradients := 2.0 // the gradients with respect to S and to W_θ
	if t.Lift == "scalar" {
		gradients = 1 // W_θ is the identity
	}
	// Forward reads S and writes two maps. Backward reads S and the gradients of two maps,
	// and reads and writes the gradient of S.
	t.forward(product, 3*plan)
	t.backward(0, 5*plan)
	switch t.GapMode {
	case "sheaf": // the products with A_e forward, and with A_eᵀ backward, which read A_e
		gradients++
		t.forward(product, plan)
		t.backward(0, plan)
	case "matrix", "additive": // the sums with Δ read two maps and Δ at both ends, and write two maps
		t.forward(0, 6*plan)
	}
	if t.GapMode != "off" { // the ascent also needs the maps without A_e and Δ
		t.stageWork[PhaseEvaluation].Add(product, 3*plan)
	}
	t.backward(gradients*product, 0)
}

// laplacian adds stage 5: three d×d products per edge and, for the normalised operator,
// D_i = Σ RᵀR of each node i, D_i^{-1/2} and R·D_i^{-1/2}. The assembly of the products has
// no backward pass: stages 6 and 7 compute the gradients of the maps (quadGrad).
func (t *workCount) laplacian() {
	t.setStage(stage.Laplacian)
	// maps and node are the sizes of all maps and of one block per node. cube is the
	// number of multiply-adds of a d×d product.
	maps, node, cube := 2*t.m*t.square, t.n*t.square, t.d*t.square
	t.forward(3*t.m*cube, maps+t.blocks*t.square)
	if t.Operator != "normalized" {
		return
	}
	// Forward: a Gram matrix and a product for each of the 2m maps, and a root for each
	// node. By symmetry a root needs half of the entries of a product, d(d+1)/2. Backward:
	// three products for each map, and four for each node.
	t.forward(4*t.m*cube+node*(t.d+1)/2, 3*maps+3*node)
	t.backward(6*t.m*cube+4*t.n*cube, 8*maps+4*node)
}
