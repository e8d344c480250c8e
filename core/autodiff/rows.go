// This file restricts a part of a tape to the rows of some nodes. Package sgpc uses it with the setting reading=code.

package autodiff

import "sheafscope/core/linalg"

// Rows selects rows of matrices with one row for each node, so that a tape computes only the rows that the loss needs.
// A nil pointer selects all rows.
type Rows struct {
	Index []int32 // numbers of the selected rows, ascending
	Of    int     // number of all rows, the number of nodes

	vars []*Var // the variables that can be restricted, created within Narrow
	all  bool   // whether these variables have all rows at present
}

// Narrow calls build, which appends operations to t.
// [Rows.Take] can later restrict the new variables with rows.Of rows to the rows in rows.Index. If rows is nil, it can restrict none.
func (t *Tape) Narrow(rows *Rows, build func()) {
	outer := t.narrow // nil unless this call is within another Narrow
	t.narrow = rows
	if rows != nil {
		rows.all = true
	}
	build()
	t.narrow = outer
}

// RowSet states which rows the variables created within [Tape.Narrow] have.
type RowSet bool

// The two sets of rows.
const (
	AllRows   RowSet = true  // all Of rows
	IndexRows RowSet = false // the rows in Index
)

// Take sets the rows of the variables created within [Tape.Narrow]. Afterwards the rows still have the numbers of other nodes.
// Therefore the caller must clear the gradients, and run Forward before it reads a value.
func (r *Rows) Take(set RowSet) {
	r.all = bool(set)
	n := r.len()
	// The memory of each matrix has all rows, so the slice can also grow again.
	for _, v := range r.vars {
		for _, a := range []*linalg.Dense{v.Value, v.Grad} {
			if a != nil {
				a.Rows, a.Data = n, a.Data[:n*a.Cols]
			}
		}
	}
}

// len returns the present number of rows of the variables.
func (r *Rows) len() int {
	if r.all {
		return r.Of
	}
	return len(r.Index)
}

// gather moves the selected rows of mask, a row-major matrix with Of rows and cols columns, to the first rows of mask.
func (r *Rows) gather(mask []uint8, cols int) {
	if r == nil || r.all {
		return
	}
	for k, i := range r.Index { // i ≥ k, because Index ascends: no row is overwritten before it is read
		copy(mask[k*cols:(k+1)*cols], mask[int(i)*cols:])
	}
}

// TakeRows returns the selected rows of x, a variable with rows.Of rows. If rows is nil, it returns x.
// TakeRows is called within [Tape.Narrow], so that [Rows.Take] restricts the result. x is a variable from outside, which keeps all rows.
func TakeRows(t *Tape, x *Var, rows *Rows) *Var {
	if rows == nil {
		return x
	}
	mustFit(x.Rows() == rows.Of, "TakeRows", x)
	out := t.Result(rows.len(), x.Cols(), x)
	return CustomOp(t, "TakeRows", out, func() {
		if rows.all {
			copy(out.Value.Data, x.Value.Data)
		} else {
			copyRows(out, x, rows.Index)
		}
	}, func() {
		if rows.all {
			addTo(x, out.Grad.Data)
		} else {
			addRowGrads(out, x, rows.Index)
		}
	})
}
