package transport_test

import (
	"fmt"

	"sheafscope/core/graph"
	"sheafscope/core/transport"
)

// The measures of the examples.
var (
	mu = []float64{0.5, 0.3, 0.2}
	nu = []float64{0.2, 0.3, 0.5}
)

// print3 prints the rows of a 3×3 matrix.
func print3(p []float64) {
	for i := 0; i < 9; i += 3 {
		fmt.Printf("%.4f\n", p[i:i+3])
	}
}

// The entropic plan at ε = 0.5 has the row sums mu and the column sums nu.
func ExamplePlan() {
	var p transport.Plan
	p.Solve(mu, nu, 0.5)
	dense := make([]float64, 9)
	p.Dense(dense)
	print3(dense)
	fmt.Printf("off the diagonal %.4f\n", p.OffDiagonal())
	// Output:
	// [0.1995 0.0358 0.2648]
	// [0.0005 0.2637 0.0358]
	// [0.0001 0.0005 0.1995]
	// off the diagonal 0.3373
}

// Each scaling makes one marginal right. The error that it leaves in the other marginal falls from scaling to scaling.
func ExampleSinkhorn() {
	s := transport.NewSinkhorn(mu, nu, 0.5)
	for range 4 {
		kind := s.Step()
		fmt.Printf("%s: rows off by %.4f, columns by %.4f\n", kind, s.RowError(), s.ColError())
	}
	// Output:
	// row: rows off by 0.0000, columns by 0.5859
	// column: rows off by 0.5470, columns by 0.0000
	// row: rows off by 0.0000, columns by 0.4847
	// column: rows off by 0.3818, columns by 0.0000
}

// A share of 0.06 is spread evenly, so no entry is below 0.02.
func ExampleMeasures() {
	m := make([]float64, 3)
	transport.Measures(m, []float64{0.9, 0.1, 0}, 3, 0.06) // 3 coordinates
	fmt.Printf("%.3f\n", m)
	// Output: [0.866 0.114 0.020]
}

// From the temperature 1.2, one and five steps with τ = 2 approach the temperature 0.8.
func ExampleEffectiveEpsilon() {
	fmt.Printf("%.4f %.4f\n", transport.EffectiveEpsilon(1.2, 0.8, 2), transport.EffectiveEpsilonN(5, 1.2, 0.8, 2))
	// Output: 0.9176 0.8023
}

// Kullback–Leibler steps lower the energy.
func ExampleKLJKO() {
	var p transport.Plan
	p.Solve(mu, nu, 1.2)
	dense := make([]float64, 9)
	p.Dense(dense)
	k := transport.NewKLJKO(mu, nu, dense, 0.5, 2) // ε = 0.5, τ = 2
	k.Step()
	k.Step()
	fmt.Printf("%.4f\n", k.Energies)
	// Output: [-0.0424 -0.1116 -0.1197]
}

// Steps in the Wasserstein distance lower the energy toward that of Gibbs.
func ExampleW2Step() {
	var p transport.Plan
	p.Solve(mu, nu, 0.5)
	plan, next := make([]float64, 9), make([]float64, 9)
	p.Dense(plan)
	w := transport.NewW2Step(3, 0.5, 1, 0.1) // d = 3, ε = 0.5, τ = 1, blur γ = 0.1
	for range 3 {
		w.Solve(next, plan)
		plan, next = next, plan
		fmt.Printf("%.3f ", transport.Energy(plan, 3, 0.5))
	}
	fmt.Printf("Gibbs %.3f\n", transport.Gibbs(next, 3, 0.5)) // next becomes the plan of Gibbs
	// Output: -0.516 -0.538 -0.544 Gibbs -0.567
}

// How far a step moves a plan. A Kullback–Leibler step moves the converged plan (same), a plan after two scalings (stopped), and a plan of
// temperature 1.2 (temperatures). A Wasserstein step changes the marginals, too (free).
func ExampleSituations() {
	s := transport.Situations(mu, nu, transport.SituationParams{Eps0: 1.2, Eps: 0.5, Tau: 2, Gamma: 0.1, Scalings: 2})
	for _, x := range s {
		fmt.Printf("%s: moved %.3f\n", x.Name, x.Moved)
	}
	// Output:
	// same: moved 0.000
	// stopped: moved 0.593
	// temperatures: moved 0.185
	// free: moved 0.577
}

// The independent coupling is centred to S = 0.
func ExampleNormalize() {
	plan, s := make([]float64, 9), make([]float64, 9)
	for i, m := range mu {
		for j, n := range nu {
			plan[i*3+j] = m * n
		}
	}
	transport.Normalize(s, plan, mu, nu, transport.Centered)
	largest := 0.0
	for _, v := range s {
		largest = max(largest, v, -v)
	}
	fmt.Println(largest < 1e-15)
	// Output: true
}

// The centred normalised plan S of one edge at ε = 0.5, and the derivative by ε of ½‖S‖², whose gradient by S is S.
func ExampleLift() {
	measures := append(append([]float64(nil), mu...), nu...)
	l := transport.NewLift(2, 3, []graph.Edge{{I: 0, J: 1}})
	l.Centered = true
	s := make([]float64, 9)
	l.Forward(s, measures, 0.5)
	print3(s)
	dmu := make([]float64, 6)
	byEps := l.Backward(s, dmu)
	fmt.Printf("%.4f\n", byEps)
	// Output:
	// [0.3145 -0.2950 0.0296]
	// [-0.2429 0.5791 -0.2950]
	// [-0.1997 -0.2429 0.3145]
	// -0.4796
}
