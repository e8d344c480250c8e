package train

// This file has the sparse inputs of a network, features and rows of the adjacency matrix, and their product with dense weights.

import (
	"slices"

	"sheafscope/core/autodiff"
	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
)

// inputOp computes out = drop(X)·W for a constant sparse X.
// drop(X) has dropout: each stored entry of X becomes 0 with the probability rate, and the other entries are multiplied by 1/(1−rate).
// Outside training, and for the rate 0, drop(X) is X.
type inputOp struct {
	tape      *autodiff.Tape
	name      string        // name of the dropout's random stream
	x, xt     *linalg.CSR   // x is X, drop(X) in training, or t·X on a path; xt is the transpose of x, nil if w has no gradient
	source    []float64     // values of X
	perm      []int32       // index in x of each entry of xt
	rate      float64       // dropout rate
	w, out    *autodiff.Var // W, and the product
	isSource  bool          // x has the values of X; not used on a path
	isCurrent bool          // xt has the values of x
	path      *Path         // nil if no gradient with respect to X is needed
}

// Path is the straight line t·X, 0 ≤ t ≤ 1, from zero features to the features X of the graph.
type Path struct {
	At float64 // the current t
	// Share has an element for each stored entry x of X. The backward pass of a network with Builder.Path adds x·∂ℓ/∂x, evaluated at t·X, to
	// this element. The integral of x·∂ℓ/∂x over t is the integrated gradient of the entry. If the network scales the rows of X
	// (RowNormalized), x is the scaled entry.
	Share []float64
}

// NewPath returns the path to the features x, at t = 1.
func NewPath(x *linalg.CSR) *Path { return &Path{At: 1, Share: make([]float64, len(x.Val))} }

// SparseInput is [SparseProduct] for the features X of the graph, n×f0 for n nodes, and w with f0 rows.
func SparseInput(b *Builder, w *autodiff.Var, rate float64) *autodiff.Var {
	return SparseProduct(b, b.Graph.X, w, rate, "dropout/input")
}

// SparseProduct returns drop(x)·w for a constant sparse x. rate is the dropout rate in training; name names the dropout's random stream.
// If Builder.Path is set and x has the features of the graph, the result is (t·x)·w, and the backward pass adds to Path.Share.
func SparseProduct(b *Builder, x *linalg.CSR, w *autodiff.Var, rate float64, name string) *autodiff.Var {
	o := &inputOp{tape: b.Tape, name: name, source: x.Val, rate: rate, w: w, isSource: true}
	// A path applies only to the features of the graph, perhaps with rows scaled by RowNormalized. x then shares their array Col.
	features := b.Graph.X.Col
	haveEntries := len(x.Col) > 0 && len(features) > 0
	isFeatures := haveEntries && &x.Col[0] == &features[0]
	if b.Path != nil && isFeatures {
		o.path = b.Path
	}
	o.out = b.Tape.NewVar(x.Rows, w.Value.Cols, w.Grad != nil || o.path != nil)
	// Forward changes the values of o.x, so Val is a copy.
	o.x = &linalg.CSR{Rows: x.Rows, Cols: x.Cols, Ptr: x.Ptr, Col: x.Col, Val: append([]float64(nil), x.Val...)}
	if w.Grad != nil {
		o.transpose()
	}
	b.Tape.Add(o)
	return o.out
}

// transpose sets xt to the transpose of x, and perm to the permutation from the entries of xt to the entries of x.
func (o *inputOp) transpose() {
	x := o.x
	t := &linalg.CSR{Rows: x.Cols, Cols: x.Rows, Ptr: make([]int32, x.Cols+1), Col: make([]int32, len(x.Col)),
		Val: make([]float64, len(x.Col))}
	o.perm = make([]int32, len(x.Col))
	// t.Ptr[c+1] is first the number of entries in column c of x, and then the end of row c of t.
	for _, c := range x.Col {
		t.Ptr[c+1]++
	}
	for c := range x.Cols {
		t.Ptr[c+1] += t.Ptr[c]
	}
	next := append([]int32(nil), t.Ptr...) // index of the next entry in each row of t
	for i := range x.Rows {
		for p := x.Ptr[i]; p < x.Ptr[i+1]; p++ {
			q := next[x.Col[p]]
			next[x.Col[p]]++
			t.Col[q], t.Val[q] = int32(i), x.Val[p]
			o.perm[q] = p
		}
	}
	o.xt, o.isCurrent = t, true
}

// Name returns the name of the operation for error messages and profiles.
func (o *inputOp) Name() string { return "sparse input" }

// Forward sets the values of x and multiplies x by w. x is t·X with a path, which excludes dropout, else drop(X) in training, else X.
func (o *inputOp) Forward() {
	hasDropout := o.rate > 0 && o.tape.Training
	if o.path != nil {
		for k, v := range o.source {
			o.x.Val[k] = o.path.At * v
		}
		o.isCurrent = false
	} else if hasDropout {
		r := rng.New(o.tape.Seed, o.name, uint64(o.tape.Epoch))
		scale := 1 / (1 - o.rate)
		for k, v := range o.source {
			if r.Float64() < o.rate {
				o.x.Val[k] = 0
			} else {
				o.x.Val[k] = v * scale
			}
		}
		o.isSource, o.isCurrent = false, false
	} else if !o.isSource { // x still has the dropout of an earlier pass
		copy(o.x.Val, o.source)
		o.isSource, o.isCurrent = true, false
	}
	linalg.SpMM(o.x, o.w.Value, 0, o.out.Value)
}

// Backward adds xᵀ·G to the gradient of w, if w has one. G is the gradient of the product. On a path, Backward also adds to Path.Share.
func (o *inputOp) Backward() {
	if o.path != nil {
		for i := range o.x.Rows {
			g := o.out.Grad.Row(i)
			for k := o.x.Ptr[i]; k < o.x.Ptr[i+1]; k++ {
				o.path.Share[k] += float64(o.source[k] * linalg.Dot(g, o.w.Value.Row(int(o.x.Col[k]))))
			}
		}
	}
	if o.w.Grad == nil {
		return
	}
	if !o.isCurrent { // Forward has changed x
		for q, p := range o.perm {
			o.xt.Val[q] = o.x.Val[p]
		}
		o.isCurrent = true
	}
	linalg.SpMM(o.xt, o.out.Grad, 1, o.w.Grad)
}

// Signed reports whether any feature is negative. Such features are measurements and not word counts. The usual preprocessing of word
// counts does not fit them: scaling to sum 1 would enlarge a row whose sum is close to 0, and dropout would often remove all the few
// measurements of a node.
func Signed(x *linalg.CSR) bool {
	return slices.ContainsFunc(x.Val, func(v float64) bool { return v < 0 })
}

// RowNormalized returns x with every row scaled to sum 1. Rows with the sum 0 stay unchanged. If x is [Signed], the result is x itself.
// Otherwise the result shares Ptr and Col with x. SparseProduct recognises the features by Col.
func RowNormalized(x *linalg.CSR) *linalg.CSR {
	if Signed(x) {
		return x
	}
	out := *x
	out.Val = append([]float64(nil), x.Val...)
	for i := range x.Rows {
		row := out.Val[x.Ptr[i]:x.Ptr[i+1]]
		sum := 0.0
		for _, v := range row {
			sum += v
		}
		if sum > 0 {
			for p := range row {
				row[p] /= sum
			}
		}
	}
	return &out
}

// Scaling is the scaling of an adjacency matrix A.
type Scaling bool

// The two scalings. D is the diagonal matrix of the nodes' degrees.
const (
	Unscaled     Scaling = false // A
	DegreeScaled Scaling = true  // D^{-1/2} A D^{-1/2}
)

// AdjacencyRows returns the n×n adjacency matrix without self-loops, with the given scaling, for use as features of the nodes.
// Source: LINKX (Lim et al., 2021).
func AdjacencyRows(g *graph.Graph, scaling Scaling) *linalg.CSR {
	adj := g.Adjacency()
	a := &linalg.CSR{Rows: g.N, Cols: g.N, Ptr: adj.Ptr, Col: adj.Nbr, Val: make([]float64, len(adj.Nbr))}
	for i := range g.N {
		for p := a.Ptr[i]; p < a.Ptr[i+1]; p++ {
			a.Val[p] = 1
			if scaling == DegreeScaled {
				neighbour := int(a.Col[p])
				a.Val[p] = 1 / sqrt(float64(adj.Degree(i))*float64(adj.Degree(neighbour)))
			}
		}
	}
	return a
}
