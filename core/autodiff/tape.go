// Package autodiff is reverse-mode differentiation over dense and sparse matrices.
//
// With x_k = f_k(x_{<k}) it evaluates the chain rule
//
//	∂ℓ/∂x_j = Σ_k (∂f_k/∂x_j)ᵀ ∂ℓ/∂x_k
//
// backwards over a [Tape].
// A tape is built once and run many times: every operation owns its output, so an epoch allocates nothing.
// A caller may run the operations one by one (Tape.Ops), as a stepped run does.
package autodiff

import "sheafscope/core/linalg"

// Var is a matrix on the tape; Grad is nil where no gradient is needed.
type Var struct {
	Value, Grad *linalg.Dense
}

// Op is an operation of a tape.
// Forward computes its outputs from its inputs; Backward adds to the gradients of its inputs and never overwrites them.
type Op interface {
	Name() string
	Forward()
	Backward()
}

// Stepper is an Op whose Forward is an iteration: Start, then Step until it returns true.
type Stepper interface {
	Op
	Start()
	Step() (done bool)
}

// Finisher is a Stepper that can do all remaining steps at once.
// Finish returns their number, at least 1, and gives the same numbers as the steps.
type Finisher interface {
	Stepper
	Finish() (steps int)
}

// Param is a trainable Var with a name; Decay reports whether weight decay applies.
type Param struct {
	*Var
	Name  string
	Decay bool
}

// Tape is a list of operations in order of evaluation. The zero value is empty.
type Tape struct {
	// Ops are run forward in order and backward in reverse order.
	Ops []Op
	// Params are the trainable variables, in order of creation.
	Params []*Param
	// Training enables dropout.
	Training bool
	// Epoch selects the dropout masks: equal (Seed, op, Epoch) give equal masks.
	Epoch int
	// Seed is the seed of the run.
	Seed uint64
	// Pool has the values that are needed within one pass only; see Share.
	Pool *Pool

	vars    []*Var
	sharing bool
	stepped bool // Adam.Step has cleared the gradients, and no Backward has run since
	lent    int  // number of borrowed vectors of Pool
	narrow  *Rows
}

// NewVar returns a rows×cols variable of the tape; with grad it has a gradient, which ZeroGrad clears.
func (t *Tape) NewVar(rows, cols int, grad bool) *Var {
	if t.sharing {
		return t.Wrap(t.Borrow(rows*cols), rows, cols, grad)
	}
	return t.Wrap(make([]float64, rows*cols), rows, cols, grad)
}

// Const returns a variable without gradient that shares memory with a.
func (t *Tape) Const(a *linalg.Dense) *Var { return &Var{Value: a} }

// NewParam returns a trainable variable with value a, which is not copied.
func (t *Tape) NewParam(name string, a *linalg.Dense, decay bool) *Param {
	p := &Param{&Var{Value: a, Grad: linalg.NewDense(a.Rows, a.Cols)}, name, decay}
	t.Params = append(t.Params, p)
	return p
}

// Add appends an operation.
func (t *Tape) Add(op Op) { t.Ops = append(t.Ops, op) }

// Forward runs every operation.
func (t *Tape) Forward() {
	for _, op := range t.Ops {
		op.Forward()
	}
}

// ZeroGrad clears every gradient; after [Adam.Step] those of the parameters are already clear.
func (t *Tape) ZeroGrad() {
	if !t.stepped {
		for _, p := range t.Params {
			p.Grad.Zero()
		}
	}
	for _, v := range t.vars {
		if v.Grad != nil {
			v.Grad.Zero()
		}
	}
}

// Backward sets the gradient of loss (1×1) to 1 and runs the operations backwards; gradients must be clear before.
func (t *Tape) Backward(loss *Var) {
	t.stepped = false
	loss.Grad.Data[0] = 1
	for i := len(t.Ops) - 1; i >= 0; i-- {
		t.Ops[i].Backward()
	}
}
