package autodiff

import "sheafscope/core/linalg"

// Pool is a list of vectors that several tapes use in turn; a tape uses each vector at most once.
// Another tape overwrites the contents of a vector.
// A tape may therefore rely on them only from its Forward to the end of the following Backward.
// The zero value is empty.
type Pool struct{ vectors [][]float64 }

// Borrow returns a vector of length n with arbitrary contents.
// It is the next vector of this length in the pool, or a new vector if the tape has no pool or the pool has no such vector left.
func (t *Tape) Borrow(n int) []float64 {
	if t.Pool == nil {
		return make([]float64, n)
	}
	for k := t.lent; k < len(t.Pool.vectors); k++ {
		if v := t.Pool.vectors[k]; len(v) == n {
			t.lent = k + 1
			return v
		}
	}
	v := make([]float64, n)
	if t.lent == len(t.Pool.vectors) { // the first tape fills the pool, and the other tapes reuse its vectors
		t.Pool.vectors = append(t.Pool.vectors, v)
		t.lent++
	}
	return v
}

// Share calls build, which appends operations to t.
// The values of their outputs are borrowed from the pool; the gradients are not shared.
func (t *Tape) Share(build func()) {
	before := t.sharing
	t.sharing = true
	build()
	t.sharing = before
}

// Wrap returns a rows×cols variable on the memory of data. With grad it has a gradient, which ZeroGrad clears.
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
