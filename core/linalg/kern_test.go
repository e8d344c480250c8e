package linalg

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// TestKernelsEqualPlainCode compares the present kernels, bit for bit, with simple code that follows
// the order of additions in kern.go. Every replacement of a kernel must pass this test.
// TestGemmEqualsDefinition and TestBlockApply check gemm and block.
func TestKernelsEqualPlainCode(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 14))
	vec := func(n int) []float64 { return randDense(r, 1, n).Data }
	same := func(what string, got, want []float64) {
		t.Helper()
		for i := range want {
			if math.Float64bits(got[i]) != math.Float64bits(want[i]) {
				t.Fatalf("%s: element %d is %v, want %v", what, i, got[i], want[i])
			}
		}
	}
	dot := func(x, y []float64) float64 {
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
	for n := range 40 {
		what := fmt.Sprint("length ", n)
		x, y := vec(n), vec(n)
		same("dot of "+what, []float64{kern.dot(x, y)}, []float64{dot(x, y)})

		got, want := append([]float64(nil), y...), append([]float64(nil), y...)
		kern.axpy(0.37, x, got)
		for i := range want {
			want[i] += float64(0.37 * x[i])
		}
		same("axpy of "+what, got, want)

		rows, coeff, wo, wantc := vec(5*n), make([]float64, 5), append([]float64(nil), y...), []float64{}
		for i := range 5 {
			v := rows[i*n : (i+1)*n]
			c := dot(v, wo)
			for j := range wo {
				wo[j] += float64(-c * v[j])
			}
			wantc = append(wantc, c)
		}
		go5 := append([]float64(nil), y...)
		Orthogonalize(go5, rows, 5, coeff)
		same("Orthogonalize of "+what, append(go5, coeff...), append(wo, wantc...))

		kern.exp(got, x)
		for i := range want {
			want[i] = Exp(x[i])
		}
		same("exp of "+what, got, want)

		v, w, u, p, sq := vec(n), vec(n), vec(n), vec(n), vec(n*(n+2))
		sq2, p2 := append([]float64(nil), sq...), append([]float64(nil), p...)
		for i := range n {
			row := sq2[i*(n+2):][:i+1]
			for j := range row {
				row[j] -= float64(v[i]*w[j]) + float64(w[i]*v[j])
			}
			for j := range i {
				p2[j] += float64(u[i] * row[j])
			}
			p2[i] += dot(row[:i], u)
			p2[i] += float64(row[i] * u[i])
		}
		if n >= 2 {
			z := vec(4*n + 2)
			zw := append([]float64(nil), z...)
			for i := 0; i <= 4*n; i += n {
				zw[i], zw[i+1] = float64(0.8*zw[i])-float64(0.6*zw[i+1]), float64(0.6*zw[i])+float64(0.8*zw[i+1])
			}
			kern.turn(z, n, 0.8, 0.6)
			same("rotation of rows of "+what, z, zw)
		}
		kern.reduce(n, n+2, sq, v, w, u, p)
		same("reduction of order "+what, append(sq, p...), append(sq2, p2...))

		g, m, q := vec(n), vec(n), vec(n)
		for i := range q {
			q[i] *= q[i]
		}
		k := adamScalars{0.9, 0.1, 0.99, 0.01, 1e-2, 0.5, 1e-8, 1e-3}
		pw, mw, qw := append([]float64(nil), p...), append([]float64(nil), m...), append([]float64(nil), q...)
		for i := range pw {
			e := g[i] + float64(k.decay*pw[i])
			mw[i] = float64(k.beta1*mw[i]) + float64(k.rest1*e)
			qw[i] = float64(k.beta2*qw[i]) + float64(float64(k.rest2*e)*e)
			pw[i] -= float64(k.rate*mw[i]) / (math.Sqrt(qw[i])/k.root + k.eps)
		}
		square, old, was := dot(g, g), vec(n), append([]float64(nil), p...)
		same("square of a gradient of "+what, []float64{kern.adam(p, g, m, q, old, k)}, []float64{square})
		same("adam of "+what, append(append(p, m...), q...), append(append(pw, mw...), qw...))
		same("what adam clears and keeps of "+what, append(g, old...), append(make([]float64, n), was...))

		if n == 0 {
			continue
		}
		// Three rows of n columns.
		px, pr, pp, pq := vec(3*n), vec(3*n), vec(3*n), vec(3*n)
		d1, d2, d3 := vec(n), vec(n), vec(n) // the sums continue from these values
		wx, wr, wp, wq := append([]float64(nil), px...), append([]float64(nil), pr...), append([]float64(nil), pp...),
			append([]float64(nil), pq...)
		var w1, w2, w3 []float64
		for j := range n {
			s1, s2, s3 := d1[j], d2[j], d3[j]
			for i := j; i < 3*n; i += n {
				s1 += float64(wx[i] * wr[i])
				wq[i] = float64(1.5*wp[i]) + float64(-0.3*wq[i])
				s2 += float64(wp[i] * wq[i])
				wx[i] += float64(y[j] * wp[i])
				wr[i] -= float64(y[j] * wq[i])
				s3 += float64(wr[i] * wr[i])
				wp[i] = wr[i] + float64(y[j]*wp[i])
			}
			w1, w2, w3 = append(w1, s1), append(w2, s2), append(w3, s3)
		}
		kern.colDots(d1, px, pr)
		kern.colShift(d2, pq, pp, 1.5, -0.3)
		kern.colStep(d3, pr, pq, y)
		kern.colTurn(px, pp, pr, y, y)
		same("column sums of "+what, append(append(d1, d2...), d3...), append(append(w1, w2...), w3...))
		same("columns of "+what, append(append(append(px, pr...), pp...), pq...), append(append(append(wx, wr...), wp...), wq...))
		a := randCSR(r, 9, 7, 0.4)
		b, c := vec(7*n), vec(9*n)
		cw := append([]float64(nil), c...)
		for i := range 9 {
			for e := a.Ptr[i]; e < a.Ptr[i+1]; e++ {
				for j := range n {
					cw[i*n+j] += float64(a.Val[e] * b[int(a.Col[e])*n+j])
				}
			}
		}
		kern.spmm(a.Ptr, a.Col, a.Val, b, c, n)
		same("spmm of width "+what, c, cw)
	}
}

// TestRowsEqualDefinitions checks softmax, its logarithm and LayerNorm by their definitions.
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
				t.Fatalf("log softmax %v of %v", logs.At(i, j), p)
			}
		}
		if math.Abs(sum-1) > 1e-15 {
			t.Errorf("row %d sums to %v", i, sum)
		}
	}
	y, xhat, rho := NewDense(6, 9), NewDense(6, 9), make([]float64, 6)
	gamma, beta := randDense(r, 1, 9).Data, randDense(r, 1, 9).Data
	LayerNorm(y, xhat, rho, x, gamma, beta, 1e-5)
	for i := range 6 {
		mean, ss := 0.0, 0.0
		for j, h := range xhat.Row(i) {
			mean += h / 9
			ss += h * h / 9
			if math.Abs(y.At(i, j)-(gamma[j]*h+beta[j])) > 1e-15*10 {
				t.Fatalf("layer norm output at %d,%d", i, j)
			}
		}
		if math.Abs(mean) > 1e-14 || math.Abs(ss-(1-1e-5*rho[i]*rho[i])) > 1e-13 {
			t.Errorf("row %d has mean %g and variance %g", i, mean, ss)
		}
	}
	mustPanic(t, "SoftmaxRows of two shapes", func() { SoftmaxRows(NewDense(1, 2), x) })
}
