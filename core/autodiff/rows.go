package autodiff

import "sheafscope/core/linalg"

// Rows says that the rows of a matrix are rows Index, ascending, of one with Of rows;
// nil means that they are all of them.
type Rows struct {
	Index []int32
	Of    int

	vars []*Var // of Narrow
	all  bool
}

// Narrow makes the outputs with rows.Of rows of the operations that build appends have
// those rows alone or all of them, as rows.Take says; at first all. Without rows it only calls build.
func (t *Tape) Narrow(rows *Rows, build func()) {
	before := t.narrow
	if t.narrow = rows; rows != nil {
		rows.all = true
	}
	build()
	t.narrow = before
}

// Take chooses between all rows and those of Index, for all variables made within Narrow.
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

// len is the number of rows that are there.
func (r *Rows) len() int {
	if r.all {
		return r.Of
	}
	return len(r.Index)
}

// gather moves the rows to the front of all, which are of so many elements each.
func (r *Rows) gather(all []uint8, cols int) {
	if r == nil || r.all {
		return
	}
	for k, i := range r.Index {
		copy(all[k*cols:(k+1)*cols], all[int(i)*cols:])
	}
}

// TakeRows returns the rows of x, which has rows.Of of them: x itself without rows.
func TakeRows(t *Tape, x *Var, rows *Rows) *Var {
	if rows == nil {
		return x
	}
	need(x.Rows() == rows.Of, "TakeRows", x)
	out := t.Result(rows.len(), x.Cols(), x)
	return CustomOp(t, "TakeRows", out, func() {
		if rows.all {
			copy(out.Value.Data, x.Value.Data)
		} else {
			takeRows(out, x, rows.Index)
		}
	}, func() {
		if rows.all {
			addTo(x, out.Grad.Data)
		} else {
			giveRows(out, x, rows.Index)
		}
	})
}
