package autodiff

import "sheafscope/core/linalg"

// Pool is memory that several tapes use in turn; a tape uses each vector at most once.
// A tape loses the contents when another tape runs, so they must be needed only between a Forward and the end of its Backward.
// The zero value is empty.
type Pool struct{ bufs [][]float64 }

// Borrow returns the next vector of length n of the tape's pool, with arbitrary contents.
// Without a pool, or where no such vector is left, the vector is new.
func (t *Tape) Borrow(n int) []float64 {
	if t.Pool == nil {
		return make([]float64, n)
	}
	for k := t.lent; k < len(t.Pool.bufs); k++ {
		if b := t.Pool.bufs[k]; len(b) == n {
			t.lent = k + 1
			return b
		}
	}
	b := make([]float64, n)
	if t.lent == len(t.Pool.bufs) { // the first tape fills the pool, and the others reuse its vectors
		t.Pool.bufs = append(t.Pool.bufs, b)
		t.lent++
	}
	return b
}

// Share calls build; outputs of operations that build appends have values borrowed from the pool and gradients of their own.
func (t *Tape) Share(build func()) {
	before := t.sharing
	t.sharing = true
	build()
	t.sharing = before
}

// Wrap returns a rows×cols variable with the value data, which is not copied.
func (t *Tape) Wrap(data []float64, rows, cols int, grad bool) *Var {
	v := &Var{Value: &linalg.Dense{Rows: rows, Cols: cols, Data: data}}
	if grad {
		v.Grad = linalg.NewDense(rows, cols)
	}
	t.vars = append(t.vars, v)
	if t.narrow != nil && rows == t.narrow.Of {
		t.narrow.vars = append(t.narrow.vars, v)
	}
	return v
}
