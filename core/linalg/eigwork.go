package linalg

// EigWork is a reusable workspace for [EigSym]. It allocates memory only if its memory is too
// small for a matrix or its eigenvectors. The zero value is ready for use.
type EigWork struct {
	d, e    []float64 // the tridiagonal matrix: diagonal and off-diagonal
	tau     []float64 // factors of the reflectors
	w, next []float64 // vectors w of tridiagonalize, for the last and the present reflector
	a, v    Dense     // the scaled matrix with its reflectors; the eigenvectors

	vt, t, y, ty Dense   // Vᵀ, T, VᵀZ and T·VᵀZ of backTransform
	div          divider // workspace of divide and conquer
}

// EigSym is the function [EigSym] with results in w and with the same errors. The results are
// valid until the next call of a method of w. For ValuesOnly, v is nil.
func (w *EigWork) EigSym(a *Dense, vectors EigenVectors) (values []float64, v *Dense, err error) {
	n := a.Rows
	if n != a.Cols {
		return nil, nil, errNotSquare
	}
	w.reserve(n, vectors)
	copy(w.a.Data, a.Data[:n*n])
	scale, ok := scaleToOne(&w.a)
	if !ok {
		return nil, nil, errNotFinite
	}
	w.tridiagonalize(&w.a, w.d, w.e, w.tau)
	// v becomes the eigenvectors of the tridiagonal matrix, and then of a.
	if vectors {
		v = &w.v
	}
	if err := eigTridiag(w.d, w.e, v, &w.div); err != nil {
		return nil, nil, err
	}
	if vectors {
		w.backTransform(&w.a, w.tau, v)
	}
	Scal(1/scale, w.d) // eigTridiag has replaced w.d by the eigenvalues of scale·a
	return w.d, v, nil
}

// Reserve allocates the workspace for matrices up to order n, with vectors. EigSym of
// such a matrix then reuses this memory.
func (w *EigWork) Reserve(n int) {
	w.reserve(n, WithVectors)
	if n > divideLeaf { // QL solves a smaller problem without div
		w.div.reserve(&w.v)
	}
}

// reserve sets the sizes of the workspace for order n, except div, whose size eigTridiag sets.
func (w *EigWork) reserve(n int, vectors EigenVectors) {
	for _, s := range []*[]float64{&w.d, &w.tau, &w.w, &w.next} {
		*s = sized(*s, n)
	}
	w.e = sized(w.e, max(n-1, 0))
	w.a.resize(n, n)
	if !vectors { // the other fields are for eigenvectors
		return
	}
	w.v.resize(n, n)
	w.vt.resize(backBlock, n)
	w.t.resize(backBlock, backBlock)
	w.y.resize(backBlock, n)
	w.ty.resize(backBlock, n)
}

// sized returns x with length n, or a new slice if the array of x is too small. In
// both cases the elements are undefined.
func sized[T any](x []T, n int) []T {
	if cap(x) < n {
		return make([]T, n)
	}
	return x[:n]
}

// resize changes the shape of a to rows×cols. The elements are undefined afterwards.
func (a *Dense) resize(rows, cols int) {
	a.Rows, a.Cols, a.Data = rows, cols, sized(a.Data, rows*cols)
}
