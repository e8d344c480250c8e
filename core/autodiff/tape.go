// Package autodiff is reverse-mode differentiation over dense and sparse matrices. Packages sgpc and peer train their networks with it.
//
// The variables of a [Tape] are x_k = f_k(x_1, …, x_{k−1}). In the reverse order of the operations, the tape evaluates the chain rule for
// the gradient of a loss ℓ:
//
//	∂ℓ/∂x_j = Σ_k (∂f_k/∂x_j)ᵀ ∂ℓ/∂x_k
//
// A tape is built once, with the memory of all outputs, and run many times without an allocation.
// The functions that append an operation panic if the shapes of the inputs do not fit.
package autodiff

import "sheafscope/core/linalg"

// Var is a matrix on the tape. Grad is the gradient of the loss with respect to the matrix, nil if no gradient is needed.
type Var struct {
	Value, Grad *linalg.Dense
}

// Op is an operation of a tape. Forward computes the outputs from the inputs. Backward adds to the gradients of the inputs.
// If one variable is input and output, as in [ReLUInPlace], Backward changes the gradient of this variable in place.
type Op interface {
	Name() string // such as "MatMul"; several operations may have the same name
	Forward()
	Backward()
}

// Stepper is an Op whose Forward is an iteration, such as the solve of the diffusion.
// In place of Forward, a caller may call Start and then Step until Step returns true.
type Stepper interface {
	Op
	Start()
	Step() (done bool)
}

// Finisher is a Stepper that can do all remaining steps in one call.
// After Start, Finish computes the same numbers as repeated calls of Step. It returns the number of these steps, or 1 if none remains.
type Finisher interface {
	Stepper
	Finish() (steps int)
}

// Param is a trainable Var with a name. Decay is true if weight decay applies to the parameter.
type Param struct {
	*Var
	Name  string
	Decay bool
}

// Tape is a list of operations in order of evaluation. The zero value is empty.
type Tape struct {
	Ops      []Op     // run forward in this order and backward in reverse order; a caller may also run them one by one
	Params   []*Param // the trainable variables, in order of creation
	Training bool     // enables dropout
	Epoch    int      // number of the epoch from 0; with Seed and the name of a dropout it determines the mask
	Seed     uint64   // seed of the run
	Pool     *Pool    // memory that Share borrows; nil means new memory

	vars    []*Var // all variables except constants, parameters and views of other variables
	sharing bool   // whether new variables borrow their values from Pool
	stepped bool   // whether the parameters' gradients are clear: Adam.Step has run, and no Backward has followed
	lent    int    // index in Pool after the last vector that the tape has borrowed
	narrow  *Rows  // the argument of the innermost running Narrow, nil outside
}

// Gradient states whether a new variable has a gradient, which ZeroGrad clears.
type Gradient bool

// The two kinds of variables.
const (
	WithGradient    Gradient = true
	WithoutGradient Gradient = false
)

// NewVar returns a rows×cols variable of the tape. Within [Tape.Share], the memory of its value comes from the pool.
func (t *Tape) NewVar(rows, cols int, grad Gradient) *Var {
	if t.sharing {
		return t.Wrap(t.Borrow(rows*cols), rows, cols, grad)
	}
	return t.Wrap(make([]float64, rows*cols), rows, cols, grad)
}

// Const returns a variable without gradient that shares memory with a.
func (t *Tape) Const(a *linalg.Dense) *Var { return &Var{Value: a} }

// NewParam returns a trainable variable on the memory of a, without weight decay.
func (t *Tape) NewParam(name string, a *linalg.Dense) *Param {
	p := &Param{Var: &Var{Value: a, Grad: linalg.NewDense(a.Rows, a.Cols)}, Name: name}
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

// ZeroGrad clears every gradient. After [Adam.Step] the gradients of the parameters are already clear.
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

// Backward sets the gradient of loss (1×1) to 1 and runs the operations in reverse order. All gradients must be clear at the call, and
// loss must have a gradient: it must depend on a parameter.
func (t *Tape) Backward(loss *Var) {
	t.stepped = false
	loss.Grad.Data[0] = 1
	for i := len(t.Ops) - 1; i >= 0; i-- {
		t.Ops[i].Backward()
	}
}
