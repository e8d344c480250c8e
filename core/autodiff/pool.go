// This file lets several tapes use the same memory in turn, such as the tapes for training and for evaluation.

package autodiff

import "sheafscope/core/linalg"

// Pool is a list of vectors that several tapes use in turn; the zero value is empty. A tape uses each vector for at most one variable.
// Its contents last from a Forward of the tape to the end of the following Backward. After that another tape may overwrite them.
type Pool struct{ vectors [][]float64 }

// Borrow returns a vector of length n with arbitrary contents. It is the next vector of length n in the pool, after the vector that the
// tape borrowed last. If the tape has no pool, or no further vector of the pool has length n, the vector is new.
func (t *Tape) Borrow(n int) []float64 {
	if t.Pool == nil {
		return make([]float64, n)
	}
	for k := t.lent; k < len(t.Pool.vectors); k++ {
		v := t.Pool.vectors[k]
		if len(v) == n {
			t.lent = k + 1
			return v
		}
	}
	v := make([]float64, n)
	// The new vector joins the pool only at the end of the list. If vectors of other lengths follow, this tape may still borrow them.
	if t.lent == len(t.Pool.vectors) {
		t.Pool.vectors = append(t.Pool.vectors, v)
		t.lent++
	}
	return v
}

// Share calls build, which appends operations to t.
// The values of the outputs of these operations are borrowed from the pool. Their gradients are not shared.
func (t *Tape) Share(build func()) {
	wasSharing := t.sharing // true within another Share
	t.sharing = true
	build()
	t.sharing = wasSharing
}

// Wrap returns a rows×cols variable of t on the memory of data, which has rows·cols elements. Its gradient, if any, has new memory.
// Within [Tape.Narrow], a variable with all rows is listed, so that [Rows.Take] can restrict it to some rows.
func (t *Tape) Wrap(data []float64, rows, cols int, grad Gradient) *Var {
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
