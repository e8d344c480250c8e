// This file has the common parts of the operations: their type, the variables of their results, and the test of their shapes.
// Package peer makes operations of its own with CustomOp.

package autodiff

import (
	"fmt"

	"sheafscope/core/linalg"
)

// custom is an [Op] made of two functions; all operations of this package have this type.
type custom struct {
	name              string
	forward, backward func()
}

// Name implements Op.
func (o *custom) Name() string { return o.name }

// Forward implements Op.
func (o *custom) Forward() { o.forward() }

// Backward implements Op.
func (o *custom) Backward() {
	if o.backward != nil {
		o.backward()
	}
}

// CustomOp appends an operation with the output out to t and returns out.
// forward computes out.Value from the inputs. backward adds to the gradient of each input whose Grad is not nil; see [Op] for an output
// that is its input. backward is not called if out.Grad is nil. So with a single input backward needs no test for nil.
// backward may be nil if the inputs share the gradient of the output.
// Neither function should allocate memory, since each epoch calls both.
func CustomOp(t *Tape, name string, out *Var, forward, backward func()) *Var {
	if out.Grad == nil {
		backward = nil
	}
	t.Add(&custom{name, forward, backward})
	return out
}

// Result returns a new rows×cols variable of t, which has a gradient if and only if an input has one.
func (t *Tape) Result(rows, cols int, inputs ...*Var) *Var {
	hasGrad := WithoutGradient
	for _, v := range inputs {
		hasGrad = hasGrad || v.Grad != nil
	}
	return t.NewVar(rows, cols, hasGrad)
}

// Rows returns the number of rows of v.
func (v *Var) Rows() int { return v.Value.Rows }

// Cols returns the number of columns of v.
func (v *Var) Cols() int { return v.Value.Cols }

// Scalar returns the only element of a 1×1 variable.
func (v *Var) Scalar() float64 { return v.Value.Data[0] }

// mustFit panics with the shapes of the variables unless ok is true: wrong shapes are a mistake of the program, not of its input.
// op is the name of the operation.
func mustFit(ok bool, op string, vars ...*Var) {
	if ok {
		return
	}
	msg := "autodiff: " + op + " of shapes that do not fit:"
	for _, v := range vars {
		msg += fmt.Sprintf(" %d×%d", v.Rows(), v.Cols())
	}
	panic(msg)
}

// sameShape reports whether a and b have equally many rows and columns.
func sameShape(a, b *Var) bool { return a.Rows() == b.Rows() && a.Cols() == b.Cols() }

// isScalar reports whether v is 1×1.
func isScalar(v *Var) bool { return v.Rows() == 1 && v.Cols() == 1 }

// view returns a rows×cols matrix on the memory of a, which has rows·cols elements. It returns nil if a is nil.
func view(a *linalg.Dense, rows, cols int) *linalg.Dense {
	if a == nil {
		return nil
	}
	return &linalg.Dense{Rows: rows, Cols: cols, Data: a.Data}
}
