package linalg

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestKernelsEqualPlainCode compares the present kernels, bit for bit, with simple code that follows
// the order of additions in kern.go, for lengths 0 to 39. The kernels of columns and sparse matrices start at length 1.
// Every replacement of a kernel must pass this test. In the simple code, float64(x*y) forbids a fused multiply-add.
// TestGemmEqualsDefinition and TestBlockApply check gemm and block.
func TestKernelsEqualPlainCode(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 14))
	for n := range 40 {
		x, y := gaussians(r, n), gaussians(r, n)
		checkVectorKernels(t, r, x, y)
		p := checkReductionKernels(t, r, n)
		checkAdamKernel(t, r, p)
		if n > 0 {
			checkColumnKernels(t, r, y)
			checkSparseKernel(t, r, n)
		}
	}
}

// gaussians returns n Gaussian numbers.
func gaussians(r *rand.Rand, n int) []float64 { return randDense(r, 1, n).Data }

// sameBits fails the test unless got has the bits of want in each element.
func sameBits(t *testing.T, what string, got, want []float64) {
	t.Helper()
	for i := range want {
		if math.Float64bits(got[i]) != math.Float64bits(want[i]) {
			t.Fatalf("%s: element %d is %v, want %v", what, i, got[i], want[i])
		}
	}
}

// dotInOrder returns the inner product of x and y in the order of the kernel dot.
func dotInOrder(x, y []float64) float64 {
	var s [4]float64
	n := len(x) / 4 * 4
	for i := range n {
		s[i%4] += float64(x[i] * y[i])
	}
	sum := (s[0] + s[2]) + (s[1] + s[3])
	for i := n; i < len(x); i++ {
		sum += float64(x[i] * y[i])
	}
	return sum
}

// checkVectorKernels checks dot, axpy, Orthogonalize against five random rows, and exp.
func checkVectorKernels(t *testing.T, r *rand.Rand, x, y []float64) {
	t.Helper()
	n := len(x)
	sameBits(t, fmt.Sprint("dot of length ", n), []float64{kern.dot(x, y)}, []float64{dotInOrder(x, y)})

	got, want := slices.Clone(y), slices.Clone(y)
	kern.axpy(0.37, x, got)
	for i := range want {
		want[i] += float64(0.37 * x[i])
	}
	sameBits(t, fmt.Sprint("axpy of length ", n), got, want)

	// Each row v is removed in turn: w ← w − (v·w) v.
	rows, coeff, wantVector, wantCoeff := gaussians(r, 5*n), make([]float64, 5), slices.Clone(y), []float64{}
	for i := range 5 {
		v := rows[i*n : (i+1)*n]
		c := dotInOrder(v, wantVector)
		for j := range wantVector {
			wantVector[j] += float64(-c * v[j])
		}
		wantCoeff = append(wantCoeff, c)
	}
	gotVector := slices.Clone(y)
	Orthogonalize(gotVector, rows, 5, coeff)
	sameBits(t, fmt.Sprint("Orthogonalize of length ", n), append(gotVector, coeff...), append(wantVector, wantCoeff...))

	kern.exp(got, x)
	for i := range want {
		want[i] = Exp(x[i])
	}
	sameBits(t, fmt.Sprint("exp of length ", n), got, want)
}

// checkReductionKernels checks reduce on the first n rows of a matrix with stride n+2, and
// turn on five rows if n ≥ 2. It returns the vector p after reduce.
func checkReductionKernels(t *testing.T, r *rand.Rand, n int) []float64 {
	t.Helper()
	v, w, u, p, a := gaussians(r, n), gaussians(r, n), gaussians(r, n), gaussians(r, n), gaussians(r, n*(n+2))
	// Row i of the lower triangle is updated, then multiplied by u.
	wantA, wantP := slices.Clone(a), slices.Clone(p)
	for i := range n {
		row := wantA[i*(n+2):][:i+1]
		for j := range row {
			row[j] -= float64(v[i]*w[j]) + float64(w[i]*v[j])
		}
		for j := range i {
			wantP[j] += float64(u[i] * row[j])
		}
		wantP[i] += dotInOrder(row[:i], u)
		wantP[i] += float64(row[i] * u[i])
	}
	if n >= 2 { // the rotation of the first two elements of five rows, n apart
		z := gaussians(r, 4*n+2)
		wantZ := slices.Clone(z)
		for i := 0; i <= 4*n; i += n {
			wantZ[i], wantZ[i+1] = float64(0.8*wantZ[i])-float64(0.6*wantZ[i+1]), float64(0.6*wantZ[i])+float64(0.8*wantZ[i+1])
		}
		kern.turn(z, n, 0.8, 0.6)
		sameBits(t, fmt.Sprint("rotation of rows of length ", n), z, wantZ)
	}
	kern.reduce(n, n+2, a, v, w, u, p)
	sameBits(t, fmt.Sprint("reduction of order ", n), append(a, p...), append(wantA, wantP...))
	return p
}

// checkAdamKernel checks adam on the parameters p: the square of the gradient, the new
// parameters and moments, the gradient set to zero and the parameters before the step.
func checkAdamKernel(t *testing.T, r *rand.Rand, p []float64) {
	t.Helper()
	n := len(p)
	g, m, v := gaussians(r, n), gaussians(r, n), gaussians(r, n)
	for i := range v {
		v[i] *= v[i] // the second moment is not negative
	}
	k := adamScalars{beta1: 0.9, rest1: 0.1, beta2: 0.99, rest2: 0.01, rate: 1e-2, root: 0.5, eps: 1e-8, decay: 1e-3}
	wantP, wantM, wantV := slices.Clone(p), slices.Clone(m), slices.Clone(v)
	for i := range wantP {
		e := g[i] + float64(k.decay*wantP[i])
		wantM[i] = float64(k.beta1*wantM[i]) + float64(k.rest1*e)
		wantV[i] = float64(k.beta2*wantV[i]) + float64(float64(k.rest2*e)*e)
		wantP[i] -= float64(k.rate*wantM[i]) / (math.Sqrt(wantV[i])/k.root + k.eps)
	}
	wantSquare, old, wantOld := dotInOrder(g, g), gaussians(r, n), slices.Clone(p)
	square := kern.adam(p, g, m, v, old, k)
	sameBits(t, fmt.Sprint("square of a gradient of length ", n), []float64{square}, []float64{wantSquare})
	sameBits(t, fmt.Sprint("adam of length ", n), append(append(p, m...), v...), append(append(wantP, wantM...), wantV...))
	sameBits(t, fmt.Sprint("zeroed gradient and old parameters of length ", n), append(g, old...), append(make([]float64, n), wantOld...))
}

// checkColumnKernels checks colDots, colShift, colStep and colTurn, the loops of
// conjugate gradients, on four matrices of three rows. Each column has its step in y.
func checkColumnKernels(t *testing.T, r *rand.Rand, y []float64) {
	t.Helper()
	n := len(y)
	x, res, p, q := gaussians(r, 3*n), gaussians(r, 3*n), gaussians(r, 3*n), gaussians(r, 3*n)
	dots, shifts, steps := gaussians(r, n), gaussians(r, n), gaussians(r, n) // the sums continue from these values
	wantX, wantRes, wantP, wantQ := slices.Clone(x), slices.Clone(res), slices.Clone(p), slices.Clone(q)
	var wantDots, wantShifts, wantSteps []float64
	for j := range n {
		xr, pq, rr := dots[j], shifts[j], steps[j]
		for i := j; i < 3*n; i += n {
			xr += float64(wantX[i] * wantRes[i])
			wantQ[i] = float64(1.5*wantP[i]) + float64(-0.3*wantQ[i])
			pq += float64(wantP[i] * wantQ[i])
			wantX[i] += float64(y[j] * wantP[i])
			wantRes[i] -= float64(y[j] * wantQ[i])
			rr += float64(wantRes[i] * wantRes[i])
			wantP[i] = wantRes[i] + float64(y[j]*wantP[i])
		}
		wantDots, wantShifts, wantSteps = append(wantDots, xr), append(wantShifts, pq), append(wantSteps, rr)
	}
	kern.colDots(dots, x, res)
	kern.colShift(shifts, q, p, 1.5, -0.3)
	kern.colStep(steps, res, q, y)
	kern.colTurn(x, p, res, y, y)
	sums, wantSums := append(append(dots, shifts...), steps...), append(append(wantDots, wantShifts...), wantSteps...)
	sameBits(t, fmt.Sprint("column sums of length ", n), sums, wantSums)
	sameBits(t, fmt.Sprint("columns of length ", n), slices.Concat(x, res, p, q), slices.Concat(wantX, wantRes, wantP, wantQ))
}

// checkSparseKernel checks spmm: a random sparse 9×7 matrix times a 7×n matrix.
func checkSparseKernel(t *testing.T, r *rand.Rand, n int) {
	t.Helper()
	a := randCSR(r, 9, 7, 0.4)
	b, c := gaussians(r, 7*n), gaussians(r, 9*n)
	want := slices.Clone(c)
	for i := range 9 {
		for e := a.Ptr[i]; e < a.Ptr[i+1]; e++ {
			for j := range n {
				want[i*n+j] += float64(a.Val[e] * b[int(a.Col[e])*n+j])
			}
		}
	}
	kern.spmm(a.Ptr, a.Col, a.Val, b, c, n)
	sameBits(t, fmt.Sprint("spmm of width ", n), c, want)
}

// TestRowsEqualDefinitions checks functions of rows. Rows of SoftmaxRows add up to 1 and
// are the exponentials of LogSoftmaxRows, which works in place, too. LayerNorm's xhat has
// mean 0 and variance 1 − eps·rho², and its output is gamma·xhat + beta. SoftmaxRows panics
// if its two matrices have different shapes.
func TestRowsEqualDefinitions(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 15))
	x := randDense(r, 6, 9)
	soft, logs, prob := NewDense(6, 9), NewDense(6, 9), NewDense(6, 9)
	SoftmaxRows(soft, x)
	LogSoftmaxRows(logs, prob, x)
	closeTo(t, "softmax with its logarithm", prob.Data, soft.Data, 1e-15)
	again := x.Clone()
	LogSoftmaxRows(again, nil, again)
	closeTo(t, "log softmax in place", again.Data, logs.Data, 1e-14)
	for i := range 6 {
		sum := 0.0
		for j, p := range soft.Row(i) {
			sum += p
			if math.Abs(Exp(logs.At(i, j))-p) > 1e-15 {
				t.Fatalf("the logarithm of the probability %v is %v", p, logs.At(i, j))
			}
		}
		if math.Abs(sum-1) > 1e-15 {
			t.Errorf("row %d of the softmax adds up to %v, want 1", i, sum)
		}
	}
	y, xhat, rho := NewDense(6, 9), NewDense(6, 9), make([]float64, 6)
	gamma, beta := randDense(r, 1, 9).Data, randDense(r, 1, 9).Data
	LayerNorm(y, xhat, rho, x, gamma, beta, 1e-5)
	for i := range 6 {
		mean, variance := 0.0, 0.0
		for j, h := range xhat.Row(i) {
			mean += h / 9
			variance += h * h / 9
			if math.Abs(y.At(i, j)-(gamma[j]*h+beta[j])) > 1e-15*10 {
				t.Fatalf("output (%d, %d) of LayerNorm is %v, want %v", i, j, y.At(i, j), gamma[j]*h+beta[j])
			}
		}
		wantVariance := 1 - 1e-5*rho[i]*rho[i] // eps is added to the variance of x
		if math.Abs(mean) > 1e-14 || math.Abs(variance-wantVariance) > 1e-13 {
			t.Errorf("row %d has mean %g and variance %g, want 0 and %g", i, mean, variance, wantVariance)
		}
	}
	mustPanic(t, "SoftmaxRows of two shapes", func() { SoftmaxRows(NewDense(1, 2), x) })
}
