package autodiff

import "sheafscope/core/linalg"

// Rows are the rows Index, ascending, of a matrix with Of rows; nil stands for all rows.
type Rows struct {
	Index []int32
	Of    int

	vars []*Var // variables created within Narrow
	all  bool   // the variables have all rows
}

// Narrow calls build; outputs created by build that have rows.Of rows can be restricted to rows.Index, see [Rows.Take].
// At first they have all rows. With rows nil nothing can be restricted.
func (t *Tape) Narrow(rows *Rows, build func()) {
	before := t.narrow
	if t.narrow = rows; rows != nil {
		rows.all = true
	}
	build()
	t.narrow = before
}

// Take gives the variables created within [Tape.Narrow] all rows, or those of Index.
// Gradients must be cleared afterwards.
func (r *Rows) Take(all bool) {
	r.all = all
	n := r.len()
	for _, v := range r.vars {
		for _, a := range []*linalg.Dense{v.Value, v.Grad} {
			if a != nil {
				a.Rows, a.Data = n, a.Data[:n*a.Cols]
			}
		}
	}
}

// len returns the present number of rows.
func (r *Rows) len() int {
	if r.all {
		return r.Of
	}
	return len(r.Index)
}

// gather copies row Index[k] of all to row k. A row has cols elements.
func (r *Rows) gather(all []uint8, cols int) {
	if r == nil || r.all {
		return
	}
	for k, i := range r.Index {
		copy(all[k*cols:(k+1)*cols], all[int(i)*cols:])
	}
}

// TakeRows returns the rows of x, a matrix with rows.Of rows; with rows nil it returns x itself.
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
