package pacbayes_test

import (
	"fmt"

	"sheafscope/core/graph"
	"sheafscope/core/pacbayes"
)

// A path of four nodes; the label of node 0 is known.
var (
	edges = []graph.Edge{{I: 0, J: 1}, {I: 1, J: 2}, {I: 2, J: 3}}
	known = []int{0, -1, -1, -1}                              // labels; −1 is an unknown label
	prob  = []float64{0.6, 0.4, 0.8, 0.2, 0.3, 0.7, 0.1, 0.9} // 4×2

	params = pacbayes.Params{A0: 1, B0: 1, T: 5, W: 0.5, Steps: 3}
)

// Three iterations of the fixed point. Each change is smaller than the contraction factor times the change before.
func ExamplePosterior() {
	p := pacbayes.NewPosterior(4, 2, edges, known, params)
	p.Start(prob)
	for range p.Steps {
		fmt.Printf("change %.4f, κ̄ %.4f\n", p.Step(), p.Kappa)
	}
	fmt.Printf("KL %.4f, c_het %.4f, contraction at most %.4f\n", p.KL(nil), p.CHet(), p.Contraction())
	// Output:
	// change 0.1071, κ̄ [0.6071 0.4571 0.5571]
	// change 0.0215, κ̄ [0.6286 0.4680 0.5682]
	// change 0.0063, κ̄ [0.6349 0.4730 0.5724]
	// KL 1.0615, c_het 1.1070, contraction at most 0.3571
}

// The gradient of L_KL by the probabilities is 0 at node 0, whose label is known.
func ExamplePosterior_Backward() {
	p := pacbayes.NewPosterior(4, 2, edges, known, params)
	p.Run(prob)
	dprob := make([]float64, len(prob))
	_, dkl := pacbayes.LKL(p.KL(nil), 0.05, 1)
	p.Backward(pacbayes.Upstream{KL: dkl}, dprob)
	fmt.Printf("%.4f\n", dprob)
	// Output: [0.0000 0.0000 0.1033 0.0344 0.0170 0.0479 0.0286 0.0424]
}

// The divergence of Beta(5, 2) from the uniform distribution.
func ExampleBetaKL() {
	fmt.Printf("%.4f\n", pacbayes.BetaKL(5, 2, 1, 1))
	// Output: 0.4845
}

// A node with κ̄ = 0.75 has three quarters of its probabilities and a quarter of the prior.
func ExampleCalibrate() {
	f := make([]float64, 2)
	pacbayes.Calibrate(f, []float64{0.9, 0.1}, []float64{0.75}, pacbayes.UniformPrior(2))
	fmt.Printf("%.2f\n", f)
	// Output: [0.80 0.20]
}

// The bound is the sum of empirical risk, weighted KL term and weighted spectral term.
func ExampleBound() {
	b := pacbayes.Bound{Empirical: 0.3, N: 87, KLSum: 20, Delta: 0.05, CHet: 1.2, Lambda2: 0.4, LambdaKL: 0.1, LambdaSpec: 0.01}
	b.Evaluate()
	fmt.Printf("%.4f %.4f\n", b.LKL, b.Total)
	// Output: 0.3690 0.3669
}

// An upper bound of the error rate for 10 errors in 100 trials, at confidence 95 %.
func ExampleClopperPearson() {
	fmt.Printf("%.4f\n", pacbayes.ClopperPearson(10, 100, 0.05))
	// Output: 0.1637
}

// A set has the classes whose score 1 − p is at most the threshold.
func ExampleConformal() {
	labels := []int{0, 0, 1, 1}
	c := pacbayes.NewConformal(prob, 2, labels, []int{0, 1, 2, 3}, 0.25)
	fmt.Printf("threshold %.2f, set %v\n", c.Threshold, c.Set(nil, []float64{0.65, 0.35}))
	// Output: threshold 0.40, set [0]
}

// The expected calibration error of four nodes.
func ExampleNewReliability() {
	r := pacbayes.NewReliability(prob, 2, []int{0, 0, 1, 0}, []int{0, 1, 2, 3}, 10)
	fmt.Printf("%.3f\n", r.ECE)
	// Output: 0.450
}
