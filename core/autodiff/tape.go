// Package autodiff is a small reverse-mode differentiator over dense and
// sparse matrices.
//
// With x_k = f_k(x_{<k}) it evaluates the chain rule
//
//	∂ℓ/∂x_j = Σ_k (∂f_k/∂x_j)ᵀ ∂ℓ/∂x_k
//
// backwards over a Tape. A Tape is built once and run many times: every
// operation owns its output, so that an epoch allocates nothing, and a caller
// may run the operations one by one (Tape.Ops), which is how a run is stepped.
package autodiff

import "sheafscope/core/linalg"

// Var is a matrix on the tape. Grad is nil when no gradient is wanted.
type Var struct {
	Value, Grad *linalg.Dense
}

// Op is one operation of a tape. Forward computes its outputs from its
// inputs; Backward adds to the gradients of its inputs (never overwrites).
type Op interface {
	Name() string
	Forward()
	Backward()
}

// Stepper is an Op whose Forward is an iteration that can be stepped:
// Forward is Start followed by Step until it returns true.
type Stepper interface {
	Op
	Start()
	Step() (done bool)
}

// Finisher is a Stepper that can do all steps that are left at once: Finish
// returns how many they were, at least 1. The numbers are those of the steps.
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
	// Training is true while parameters are fitted: dropout acts only then.
	Training bool
	// Epoch selects the dropout masks: equal (Seed, op, Epoch) give equal masks.
	Epoch int
	// Seed is the seed of the run.
	Seed uint64
	// Pool is where values lie that are needed within a pass alone (Share).
	Pool *Pool

	vars    []*Var
	sharing bool
	stepped bool // and no Backward since
	lent    int  // vectors taken from Pool
	narrow  *Rows
}

// NewVar returns a rows×cols variable owned by the tape; with grad, its
// gradient is cleared by ZeroGrad.
func (t *Tape) NewVar(rows, cols int, grad bool) *Var {
	if t.sharing {
		return t.Wrap(t.Lent(rows*cols), rows, cols, grad)
	}
	return t.Wrap(make([]float64, rows*cols), rows, cols, grad)
}

// Const returns a variable without gradient that shares memory with a.
func (t *Tape) Const(a *linalg.Dense) *Var { return &Var{Value: a} }

// NewParam returns a trainable variable whose value is a (not copied).
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

// ZeroGrad clears every gradient; those of the parameters are clear already after [Adam.Step].
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

// Backward sets the gradient of loss (1×1) to 1 and runs the operations
// backwards. The caller clears gradients first.
func (t *Tape) Backward(loss *Var) {
	t.stepped = false
	loss.Grad.Data[0] = 1
	for i := len(t.Ops) - 1; i >= 0; i-- {
		t.Ops[i].Backward()
	}
}
