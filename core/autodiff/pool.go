package autodiff

import "sheafscope/core/linalg"

// Pool is memory that several tapes take in turn, each vector of it at most once
// a tape. What a tape holds there is lost when another runs, so it must be needed
// within one pass alone: from a Forward to the end of its Backward. The zero value
// is empty.
type Pool struct{ bufs [][]float64 }

// Lent returns the next vector of length n of the tape's pool, which may hold
// anything. Without a pool, or where no such vector is left, it is new.
func (t *Tape) Lent(n int) []float64 {
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
	if t.lent == len(t.Pool.bufs) { // the first tape: the others take from it
		t.Pool.bufs = append(t.Pool.bufs, b)
		t.lent++
	}
	return b
}

// Share makes the operations that build appends: the values of their outputs
// are lent, the gradients the tape's own.
func (t *Tape) Share(build func()) {
	before := t.sharing
	t.sharing = true
	build()
	t.sharing = before
}

// Wrap returns a rows×cols variable whose value is data, not copied.
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
