package spectral

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"sheafscope/core/linalg"
	"sheafscope/core/rng"
)

// This file contains block Lanczos for any operator.

// LanczosOptions are the settings of [Lowest] and [Highest]. A field that is not
// positive has the default in parentheses; Seed has no default.
type LanczosOptions struct {
	// Tol bounds the residual ‖Av − λv‖ relative to ‖A‖ (1e-10).
	Tol float64
	// Block is the number of starting vectors of each run (4).
	Block int
	// Basis is the largest number of Krylov vectors in memory (2k + 40), for k wanted
	// pairs. A value below k + 2·Block counts as k + 2·Block.
	Basis int
	// MaxRestarts bounds the number of restarts of all runs together (300).
	MaxRestarts int
	// Seed selects the starting vectors.
	Seed uint64
}

// Pairs holds some eigenpairs of an operator.
type Pairs struct {
	// Values are the eigenvalues, ascending; Vectors[i] is the unit eigenvector of
	// Values[i].
	Values  []float64
	Vectors [][]float64
	// Residuals[i] is ‖A v_i − λ_i v_i‖: an eigenvalue lies within this distance of
	// Values[i].
	Residuals []float64
	// Complete reports that all residuals met the tolerance and that no eigenvalue seems to
	// be missing: a count of eigenvalues proves it, a further run from new random vectors found
	// no missing value, or all eigenvalues of the operator were computed.
	Complete bool
	// Products is the number of products with the operator, without the products for Residuals.
	Products int
}

// Lowest returns the k lowest eigenvalues of the symmetric operator op, counted with
// multiplicity, and their eigenvectors. It is block Lanczos with full reorthogonalisation
// and thick restart (Wu, Simon 2000). It is an error if k is not in 1..op.Dim(). If the
// restarts are used up or the dense solver fails, the result is not Complete and may have
// fewer than k pairs.
func Lowest(op linalg.Operator, k int, opt LanczosOptions) (*Pairs, error) {
	return lowest(op, k, opt, nil)
}

// lowest is Lowest with an optional proof. If verify is not nil, it receives the k
// values found, ascending, and reports whether no eigenvalue is missing among them.
// If verify returns true, lowest makes no further runs.
func lowest(op linalg.Operator, k int, opt LanczosOptions, verify func(values []float64) bool) (*Pairs, error) {
	n := op.Dim()
	if k < 1 || k > n {
		return nil, fmt.Errorf("spectral: %d eigenvalues asked of an operator of dimension %d", k, n)
	}
	if opt.Tol <= 0 {
		opt.Tol = 1e-10
	}
	if opt.Block <= 0 {
		opt.Block = 4
	}
	if opt.Basis <= 0 {
		opt.Basis = 2*k + 40
	}
	if opt.MaxRestarts <= 0 {
		opt.MaxRestarts = 300
	}
	opt.Basis = max(opt.Basis, k+2*opt.Block)
	l := &lanczos{op: op, n: n, opt: opt, w: make([]float64, n)}
	// A block of b vectors finds at most b copies of an eigenvalue. So further runs start from
	// new random vectors, until a run finds no eigenvalue below the k-th value. 4n rounds are
	// far more than needed: each locks a pair, and at most n pairs exist.
	complete := l.lockLowest(k)
	for round := 0; complete && len(l.locked) < n && round < 4*n; round++ {
		l.sort()
		earlier := len(l.locked) // number of pairs that earlier runs locked
		if earlier < k {         // only a safeguard: a run that succeeds locks all wanted pairs
			complete = l.lockLowest(k - earlier)
			continue
		}
		if verify != nil && verify(l.lowestValues(k)) {
			break
		}
		kth := l.locked[k-1].value
		complete = l.lockLowest(min(opt.Block, n-earlier)) // a search for missing eigenvalues
		if !complete {
			break
		}
		lowestOfRun := l.locked[earlier].value        // a run appends its pairs in ascending order
		if lowestOfRun >= kth-float64(1e-12*l.norm) { // up to rounding, the run found no lower eigenvalue
			break
		}
	}
	l.sort()
	p := &Pairs{Complete: complete, Products: l.products}
	for _, q := range l.locked[:min(k, len(l.locked))] {
		p.Values = append(p.Values, q.value)
		p.Vectors = append(p.Vectors, q.vector)
		op.Apply(l.w, q.vector)
		linalg.Axpy(-q.value, q.vector, l.w)
		p.Residuals = append(p.Residuals, linalg.Nrm2(l.w))
	}
	return p, nil
}

// Highest returns the k highest eigenvalues of op, ascending; see Lowest.
func Highest(op linalg.Operator, k int, opt LanczosOptions) (*Pairs, error) {
	p, err := Lowest(negated{op}, k, opt)
	if err != nil {
		return nil, err
	}
	for i := range p.Values {
		p.Values[i] = -p.Values[i]
	}
	slices.Reverse(p.Values)
	slices.Reverse(p.Vectors)
	slices.Reverse(p.Residuals)
	return p, nil
}

// negated is the operator −op: its lowest eigenvalues are the highest of op.
type negated struct{ op linalg.Operator }

// Dim implements linalg.Operator.
func (a negated) Dim() int { return a.op.Dim() }

// Apply implements linalg.Operator.
func (a negated) Apply(dst, src []float64) {
	a.op.Apply(dst, src)
	for i, v := range dst {
		dst[i] = -v
	}
}

// pair is an eigenvalue with a unit eigenvector.
type pair struct {
	value  float64
	vector []float64
}

// lanczos is the state of [Lowest].
type lanczos struct {
	op         linalg.Operator // the operator A
	n          int             // dimension of op
	opt        LanczosOptions
	locked     []pair        // eigenpairs of finished runs; all basis vectors are orthogonal to them
	v          []float64     // basis vectors, one after another
	count      int           // number of basis vectors
	multiplied int           // number of basis vectors multiplied by A
	h          *linalg.Dense // h[i][j] = v_iᵀ A v_j for j < multiplied
	w, coeff   []float64     // workspace: the vector that extends the basis; coefficients in the basis
	norm       float64       // largest absolute Ritz value so far, an estimate of ‖A‖
	products   int           // number of products with op so far
	draws      uint64        // number of random vectors so far; vector number draws, from 1, has its own random stream
	restarts   int           // number of restarts so far, in all runs
}

// outcome is the result of a restart.
type outcome int

const (
	restarted  outcome = iota // the basis was reduced and can grow again
	pairsFound                // the wanted pairs are accurate and locked
	failed                    // the restarts are used up, the dense solver failed, or the basis has fewer vectors than wanted pairs
)

// lowestValues returns the values of the first k locked pairs. At least k pairs must be
// locked, and they must be sorted.
func (l *lanczos) lowestValues(k int) []float64 {
	v := make([]float64, k)
	for i := range v {
		v[i] = l.locked[i].value
	}
	return v
}

// vec returns the basis vector i.
func (l *lanczos) vec(i int) []float64 { return l.v[i*l.n : (i+1)*l.n] }

// orthogonalize makes l.w orthogonal to the locked vectors and to the first m basis
// vectors, in at most three passes. It returns ‖w‖ before and after. It adds the
// coefficients to column j of h, unless j is noColumn.
func (l *lanczos) orthogonalize(m, j int) (before, after float64) {
	before = linalg.Nrm2(l.w)
	last := before // norm before the present pass
	for range 3 {
		for i := range l.locked {
			q := l.locked[i].vector
			linalg.Axpy(-linalg.Dot(q, l.w), q, l.w)
		}
		linalg.Orthogonalize(l.w, l.v, m, l.coeff)
		if j != noColumn {
			for i, c := range l.coeff[:m] {
				l.h.Data[i*l.h.Cols+j] += c
			}
		}
		after = linalg.Nrm2(l.w)
		if after > 0.7*last { // little of w was cancelled, so the rounding errors are small
			break
		}
		last = after
	}
	return before, after
}

// appendRandom appends to the basis a random unit vector that is orthogonal to all
// basis and locked vectors. If five random vectors in turn are linearly dependent on
// the basis and locked vectors, these span the whole space, and appendRandom returns
// false.
func (l *lanczos) appendRandom() bool {
	for range 5 {
		l.draws++
		src := rng.New(l.opt.Seed, "spectral/lanczos", l.draws)
		for i := range l.w {
			l.w[i] = src.Norm()
		}
		before, after := l.orthogonalize(l.count, noColumn)
		isIndependent := after > 1e-9*before // a smaller remainder is mostly rounding error
		if !isIndependent {
			continue
		}
		linalg.Scal(1/after, l.w)
		copy(l.vec(l.count), l.w)
		l.count++
		return true
	}
	return false
}

// lockLowest locks the wanted number of lowest eigenpairs of the operator on the
// orthogonal complement of the locked vectors, or all eigenpairs of the complement if it
// has fewer dimensions. lockLowest returns
//   - false, and locks nothing, if the dense solver fails or the basis has fewer vectors than wanted pairs;
//   - false, and locks inaccurate pairs, if the restarts are used up;
//   - true otherwise.
func (l *lanczos) lockLowest(wanted int) bool {
	complement := l.n - len(l.locked) // dimension of the orthogonal complement
	wanted = min(wanted, complement)
	size := min(l.opt.Basis, complement) // capacity of the basis
	if len(l.coeff) < size {
		l.v, l.coeff = make([]float64, size*l.n), make([]float64, size)
	}
	// The basis starts with a block of random vectors, or fewer if no more are independent.
	l.h = linalg.NewDense(size, size)
	l.multiplied, l.count = 0, 0
	for l.count < min(l.opt.Block, size) && l.appendRandom() {
	}
	// The basis grows until it is full, and a restart reduces it.
	for {
		// A full basis has no room for the product of its next vector, unless it spans the complement.
		for l.multiplied < l.count && (l.count < size || size == complement) {
			l.op.Apply(l.w, l.vec(l.multiplied))
			l.products++
			before, after := l.orthogonalize(l.count, l.multiplied)
			isIndependent := after > 1e-12*max(before, l.norm) // a smaller remainder is only rounding error
			if l.count < size && isIndependent {
				linalg.Scal(1/after, l.w)
				copy(l.vec(l.count), l.w)
				l.h.Set(l.count, l.multiplied, after)
				l.count++
			}
			l.multiplied++
			if l.multiplied == l.count && l.count < size {
				// The basis spans an invariant subspace, which only a random vector can leave. If
				// no independent vector exists, the loop ends.
				l.appendRandom()
			}
		}
		result := l.restart(wanted, size)
		if result != restarted {
			return result == pairsFound
		}
	}
}

// restart solves the projected problem on the basis vectors 0 … multiplied−1. size is the
// capacity of the basis. restart returns
//   - failed, and locks nothing, if the dense solver fails or the basis has fewer vectors than wanted pairs;
//   - pairsFound, and locks the wanted lowest pairs, if these pairs are accurate;
//   - failed, and locks the inaccurate pairs, if the restarts are used up;
//   - restarted otherwise. The lower Ritz vectors and the vectors not yet multiplied by A are the new basis.
func (l *lanczos) restart(wanted, size int) outcome {
	m, c := l.multiplied, l.count // number of Ritz pairs, and of basis vectors
	// a is the projected matrix, made symmetric.
	a := linalg.NewDense(m, m)
	for i := range m {
		for j := range m {
			a.Data[i*m+j] = 0.5 * (l.h.At(i, j) + l.h.At(j, i))
		}
	}
	vals, vecs, err := linalg.EigSym(a, linalg.WithVectors)
	if err != nil || m < wanted {
		return failed
	}
	l.norm = max(l.norm, math.Abs(vals[0]), math.Abs(vals[m-1]))

	// Column q of coupling is the residual of Ritz pair q in the remaining basis vectors.
	coupling := linalg.NewDense(c-m, m)
	for i := m; i < c; i++ {
		for q := range m {
			sum := 0.0
			for j := range m {
				sum += float64(l.h.At(i, j) * vecs.At(j, q))
			}
			coupling.Set(i-m, q, sum)
		}
	}
	// converged is the number of lowest pairs whose residuals meet the tolerance.
	converged := 0
	for converged < wanted {
		square := 0.0
		for i := range c - m {
			square += float64(coupling.At(i, converged) * coupling.At(i, converged))
		}
		if math.Sqrt(square) > l.opt.Tol*l.norm {
			break
		}
		converged++
	}
	// keep is the number of lowest Ritz vectors that are locked or begin the new basis.
	keep, result := wanted, pairsFound
	if converged < wanted {
		l.restarts++
		if l.restarts > l.opt.MaxRestarts {
			result = failed // the pairs are locked nevertheless; their residuals show the error
		} else {
			// The new basis has the wanted pairs and half of the other Ritz pairs, or fewer of them if
			// no room for another block would remain.
			result = restarted
			keep = min(wanted+(m-wanted)/2, m, size-(c-m)-l.opt.Block)
		}
	}
	coefficients := linalg.NewDense(m, keep) // the first keep columns of vecs
	for j := range m {
		copy(coefficients.Row(j), vecs.Row(j))
	}
	ritz := linalg.NewDense(keep, l.n)
	basis := &linalg.Dense{Rows: m, Cols: l.n, Data: l.v[:m*l.n]}
	linalg.Gemm(linalg.Trans, linalg.NoTrans, 1, coefficients, basis, 0, ritz)
	if result != restarted {
		for q := range keep {
			v := ritz.Row(q)
			linalg.Scal(1/linalg.Nrm2(v), v)
			l.locked = append(l.locked, pair{vals[q], v})
		}
		return result
	}
	// h is diagonal for the kept Ritz vectors, with their residuals below.
	copy(l.v[keep*l.n:], l.v[m*l.n:c*l.n])
	copy(l.v, ritz.Data)
	l.h.Zero()
	for q := range keep {
		l.h.Set(q, q, vals[q])
		for i := range c - m {
			l.h.Set(keep+i, q, coupling.At(i, q))
		}
	}
	l.multiplied, l.count = keep, keep+c-m
	return restarted
}

// sort sorts the locked pairs by eigenvalue, ascending and stable.
func (l *lanczos) sort() {
	sort.SliceStable(l.locked, func(i, j int) bool { return l.locked[i].value < l.locked[j].value })
}
