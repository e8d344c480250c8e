package claims

import (
	"fmt"
	"math"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/pacbayes"
	"sheafscope/core/rng"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
)

// Counterexample is a case, small enough to check by hand, in which a claim of
// the paper fails.
type Counterexample struct {
	// Claim is the ID of the claim, Graph a built-in graph to open, or "".
	Claim    string  `json:"claim"`
	Graph    string  `json:"graph"`
	Title    string  `json:"title"`
	LHS      float64 `json:"lhs"`
	Relation string  `json:"relation"`
	RHS      float64 `json:"rhs"`
	// Holds is false: that is the point.
	Holds bool   `json:"holds"`
	Note  string `json:"note"`
}

func (c Counterexample) judge(lhs float64, relation string, rhs float64) Counterexample {
	c.LHS, c.Relation, c.RHS, c.Holds = lhs, relation, rhs, compare(lhs, relation, rhs)
	return c
}

// Counterexamples evaluates all of them; nothing is tabulated. It costs a few
// milliseconds.
func Counterexamples() ([]Counterexample, error) {
	out := []Counterexample{}
	add := func(c ...Counterexample) { out = append(out, c...) }

	v := ViolationShare(87, 0.1, 0.1, 20000, 0)
	add(Counterexample{Claim: "thm1", Title: "A fixed predictor with error ½, n = 87, λ_KL = 0.1",
		Note: fmt.Sprintf("Share of 20000 drawn samples that violate the bound against δ. Exact: %.4f.",
			ViolationExact(87, 0.1, 0.1))}.judge(v, "<=", 0.1))

	k2, err := constant(graph.Complete(2))
	if err != nil {
		return nil, err
	}
	two, err := resolventTwoComponents()
	if err != nil {
		return nil, err
	}
	add(Counterexample{Claim: "resolvent", Title: "Two separate edges, Δt = 1",
		Note: "ker L is larger than the constants: nothing contracts across the components."}.judge(two, "==", 1.0/3))

	lhs, _ := distances(k2, []float64{10, -10}, 1)
	add(Counterexample{Claim: "distance", Graph: "k2", Title: "K2, H = (10, −10), Δt = 1",
		Note: "c_het = 2 is the largest two classes allow; the left side grows with H."}.judge(lhs, "<=", 2/k2.Values[1]))

	add(Counterexample{Claim: "thm2-formula", Graph: "k2", Title: "K2, Δt = ½ = 1/λmax",
		Note: "λ2 = λmax, so the formula gives κ = 1; the kernel makes it 2."}.judge((1+0.5*k2.Values[1])/1, "==",
		(1+0.5*k2.Values[1])/(1+0.5*k2.Values[1])))

	// K2 with λ = 1 and Δt = 1; a draw with p = 1/1.95 that keeps the edge has λ = 1.95.
	root := math.Sqrt(2.95)
	steps := plainCG(diagonal{0, 1.95}, 1, []float64{root / math.Sqrt(3.95), 1 / math.Sqrt(3.95)}, 0.56)
	add(Counterexample{Claim: "thm2-iterations", Title: "K2, κ = 2.95, tolerance 0.56·‖b‖, b = (√κ, 1) in the eigenbasis",
		Note: "A draw that keeps the edge with p = 1/1.95 is a (1±0.95) sparsifier. For κ ≤ 2 the claim is true."}.judge(float64(steps), "<=",
		math.Ceil(root*linalg.Log(1/0.56))))

	for _, g := range []struct {
		name string
		g    *graph.Graph
	}{{"c6", graph.Ring(6, false)}, {"k4", graph.Complete(4)}, {"s5", graph.Star(5)}} {
		s, err := constant(g.g)
		if err != nil {
			return nil, err
		}
		gain, err := liftedLambda2(g.g, s, 1)
		if err != nil {
			return nil, err
		}
		add(Counterexample{Claim: "thm3", Graph: g.name, Title: g.g.Name + ", c_w = ½",
			Note: "λ2 is multiple: raising one copy leaves the others, measured with η = 1."}.judge(gain-s.Values[1], ">=", 0.5/4))
	}

	add(Counterexample{Claim: "lemma1", Title: "Beta(1,1), 7 messages, 3 successes",
		Note: fmt.Sprintf("The valid bound 1/(4(γ+n+1)) is %.4f.", 1.0/40)}.judge(pacbayes.BetaVariance(4, 5), "<=", varianceBound(2, 7)))
	growth := pacbayes.BetaVariance(6, 9) / pacbayes.BetaVariance(1, 9)
	for _, r := range []struct {
		id    string
		limit float64
	}{{"lemma1-60", 0.6}, {"lemma1-23", 2.0 / 3}} {
		add(Counterexample{Claim: r.id, Title: "Beta(1,9) and 5 successes",
			Note: fmt.Sprintf("The variance grows. In expectation over the messages it is ×%.4f.", ExpectedRatio(1, 9, 5))}.judge(growth, "<=",
			r.limit))
	}
	add(Counterexample{Claim: "kl-var", Title: "Beta(1000,1000) against Beta(1,1), C_β fitted on Beta(2,2)",
		Note: "KL grows like ½·log k while the variance falls like 1/(8k)."}.judge(
		pacbayes.BetaKL(1000, 1000, 1, 1), "<=", pacbayes.BetaKL(2, 2, 1, 1)/pacbayes.BetaVariance(2, 2)*pacbayes.BetaVariance(1000, 1000)))

	add(Counterexample{Claim: "thm4", Title: "A perfect run: no error, no KL, no spectral penalty, n = 87, δ = 0.1",
		Note: "The floor √(log(2/δ)/(2n)) is reached and does not move: B_{t+1}/B_t = 1, not 1 − κ (here κ = 1 %)."}.judge(klTerm(0, 0.1, 87),
		"<=", 0.99*klTerm(0, 0.1, 87)))

	// f_t = (I + ΔtL_t)⁻¹H, and H is √200 times the unit eigenvector of K2.
	half := k2.Values[1] / 2 // K2 with its edge halved
	moved := math.Sqrt(200) * (1/(1+0.4*half) - 1/(1+0.4*k2.Values[1]))
	add(Counterexample{Claim: "lemma2", Graph: "k2", Title: "K2, λ from 1 to 2, Δt = 0.4, H = (10, −10), exact solves",
		Note: "Δt·λmax = 0.8 < 1, as the lemma asks. Twice the H gives twice the left side."}.judge(moved, "<=",
		math.Sqrt(k2.Values[1]/half)*linalg.Exp(-0.4*(k2.Values[1]-half)/2)))

	test, n := Memorizer(100000, 0), 100000
	add(Counterexample{Claim: "thm5", Title: "Memorising 100000 random labels, Δt·Δ_G = 1",
		Note: "Training error 0; the right side is what is left of the bound."}.judge(test, "<=", populationTerms(1, 0.05, n)))

	texas := &Input{N: 183, M: 279, D: 4, Features: 1703, Channels: 16}
	c := cost(texas)
	add(Counterexample{Claim: "appendix-a", Title: "Texas: 183 nodes, 279 edges, 1703 features", Note: c.Note}.judge(c.LHS, c.Relation, c.RHS))
	return out, nil
}

// diagonal is an operator in its eigenbasis.
type diagonal []float64

func (a diagonal) Dim() int { return len(a) }
func (a diagonal) Apply(dst, src []float64) {
	for i, v := range a {
		dst[i] = v * src[i]
	}
}

// constant returns the spectrum, with vectors, of the graph Laplacian.
func constant(g *graph.Graph) (*spectral.Spectrum, error) {
	l := sheaf.NewLaplacian(g.N, 1, g.Edges)
	l.Assemble(sheaf.Constant(g.N, 1, g.Edges))
	return spectral.Full(l.Operator(), 0, true)
}

// liftedLambda2 returns λ2 of L + η vvᵀ by a full solve.
func liftedLambda2(g *graph.Graph, s *spectral.Spectrum, eta float64) (float64, error) {
	l := sheaf.NewLaplacian(g.N, 1, g.Edges)
	l.Assemble(sheaf.Constant(g.N, 1, g.Edges))
	v := make([]float64, g.N)
	for i := range v {
		v[i] = s.Vectors.At(i, s.KernelDim)
	}
	up, err := spectral.Full(spectral.RankOne{Base: l.Operator(), V: v, Eta: eta}, 0, false)
	if err != nil {
		return 0, err
	}
	return up.Values[s.KernelDim], nil
}

// resolventTwoComponents returns ‖(I+L)⁻¹ − Π_1‖₂ on two separate edges.
func resolventTwoComponents() (float64, error) {
	s, err := constant(graph.New("two edges", 4, []graph.Edge{{I: 0, J: 1}, {I: 2, J: 3}}))
	if err != nil {
		return 0, err
	}
	return resolventNorm(s, 4, 1, 1)
}

// ViolationShare draws samples of n labels from a fair coin for a fixed
// predictor, whose true error is ½ and whose KL is 0, and returns the share in
// which ½ exceeds the empirical error plus λ_KL·√(log(2/δ)/(2n)). A valid bound
// fails in at most a share δ.
func ViolationShare(n int, delta, lambdaKL float64, draws int, seed uint64) float64 {
	src := rng.New(seed, "claims/thm1")
	limit, bad := lambdaKL*klTerm(0, delta, n), 0
	for range draws {
		wrong := 0
		for range n {
			if src.Float64() < 0.5 {
				wrong++
			}
		}
		if 0.5 > float64(wrong)/float64(n)+limit {
			bad++
		}
	}
	return float64(bad) / float64(draws)
}

// ViolationExact is the probability that [ViolationShare] estimates, from the
// binomial distribution.
func ViolationExact(n int, delta, lambdaKL float64) float64 {
	limit, sum := lambdaKL*klTerm(0, delta, n), 0.0
	for k := 0; k <= n; k++ {
		if 0.5 > float64(k)/float64(n)+limit {
			logC := -pacbayes.LogBeta(float64(k+1), float64(n-k+1)) - linalg.Log(float64(n+1))
			sum += linalg.Exp(logC - float64(n)*linalg.Log(2))
		}
	}
	return sum
}

// ExpectedRatio returns E[Var_post]/Var_prior over the n messages of a Beta(a,b)
// edge, whose successes are beta-binomial. It equals (a+b)/(a+b+n).
func ExpectedRatio(a, b float64, n int) float64 {
	sum := 0.0
	for k := 0; k <= n; k++ {
		x, y := float64(k), float64(n-k)
		logC := -pacbayes.LogBeta(x+1, y+1) - linalg.Log(float64(n+1))
		p := linalg.Exp(logC + pacbayes.LogBeta(a+x, b+y) - pacbayes.LogBeta(a, b))
		sum += p * pacbayes.BetaVariance(a+x, b+y)
	}
	return sum / pacbayes.BetaVariance(a, b)
}

// Memorizer returns the test error on n fresh points of a predictor that has
// learned n random labels by heart and answers 0 elsewhere. Its training error is 0.
func Memorizer(n int, seed uint64) float64 {
	src := rng.New(seed, "claims/thm5")
	wrong := 0
	for range n {
		if src.Intn(2) != 0 {
			wrong++
		}
	}
	return math.Min(1, float64(wrong)/float64(n))
}
