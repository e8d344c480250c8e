package spectral

import (
	"errors"

	"sheafscope/core/linalg"
)

// MatrixOptions are the settings of [MatrixAscent]. A field that is not positive has
// the default in parentheses.
type MatrixOptions struct {
	// Eta is the first and longest step (1, since the paper has η ∈ (0,1]).
	Eta float64
	// Armijo is the constant c_w of sufficient increase (0.25). Curvature is the
	// constant of Wolfe's strong condition on the slope (0.9).
	Armijo, Curvature float64
	// MaxTrials bounds the line search (40).
	MaxTrials int
}

// MatrixResult is the result of [MatrixAscent]: a step L' = L + η v vᵀ with its line
// search.
type MatrixResult struct {
	// Lambda2 and Lambda3 are λ₂ and λ₃ of L. With a single vector, Lambda3 equals Lambda2.
	// After is λ₂(L').
	Lambda2, Lambda3, After float64
	// Eta is the accepted step length, or 0 (L' = L) if every trial violated Armijo's condition.
	Eta float64
	// Promised is the gain c_w/4 of the paper's theorem; the Promised of a Trial is η.
	// Gain is After − Lambda2.
	Promised, Gain float64
	// Trials has all trials in order.
	Trials []Trial
	// Wolfe reports whether a trial was accepted and met both Wolfe conditions.
	Wolfe bool
}

// MatrixAscent is equation 27, the paper's gap ascent on the operator:
// L' = L + η v vᵀ with a unit eigenvector v of λ₂. The slope of a simple λ₂ at η = 0 is 1.
//
// The line search starts at the longest step and accepts it if it satisfies Armijo's
// condition λ₂(L') ≥ λ₂ + c_w·η. If not, the search bisects until a trial satisfies both
// this condition and the curvature condition |slope(η)| ≤ c·slope(0). After MaxTrials trials
// the search accepts the longest trial that satisfies Armijo's condition, if there is one.
//
// vectors are orthonormal eigenvectors of the lowest eigenvalues above the kernel: of
// λ₂ first, then of λ₃ if it exists, then of any other eigenvalues. It is an error if
// vectors is empty, the first vector has another dimension than op, or the dense solver fails.
//
// The spectrum of L' is the spectrum of L with λ₂ replaced by λ₂ + η. If L has a λ₃, then
// λ₂(L') = min(λ₂ + η, λ₃), and the curvature condition holds only beyond η = λ₃ − λ₂.
func MatrixAscent(op linalg.Operator, vectors [][]float64, opt MatrixOptions) (*MatrixResult, error) {
	if len(vectors) == 0 || len(vectors[0]) != op.Dim() {
		return nil, errors.New("spectral: matrix ascent needs the eigenvector of λ2")
	}
	if opt.Eta <= 0 {
		opt.Eta = 1
	}
	if opt.Armijo <= 0 {
		opt.Armijo = 0.25
	}
	if opt.Curvature <= 0 {
		opt.Curvature = 0.9
	}
	if opt.MaxTrials <= 0 {
		opt.MaxTrials = 40
	}
	lambda2, lambda3, _, err := lowestOfStep(op, vectors, 0)
	if err != nil {
		return nil, err
	}
	r := &MatrixResult{Lambda2: lambda2, Lambda3: lambda3, After: lambda2, Promised: opt.Armijo / 4}
	accept := func(t Trial) {
		r.Eta, r.After = t.Eta, t.Lambda2
		r.Gain = t.Lambda2 - r.Lambda2
		r.Wolfe = t.Armijo && t.Curvature
	}
	tooShort, tooLong := 0.0, 0.0 // the bounds of the bisection; 0 if no step was too short or too long yet
	eta := opt.Eta
	for range opt.MaxTrials {
		value, _, slope, err := lowestOfStep(op, vectors, eta)
		if err != nil {
			return nil, err
		}
		// Step 1 is the only inner step. The slope of a simple λ₂ at η = 0 is 1.
		t := Trial{Step: 1, Eta: eta, Lambda2: value, Slope: 1, SlopeAt: slope, Promised: eta}
		t.Judge(r.Lambda2, opt.Armijo, opt.Curvature)
		r.Trials = append(r.Trials, t)
		switch {
		case !t.Armijo:
			tooLong = eta
		case !t.Curvature && tooLong > 0:
			tooShort = eta
			accept(t) // a later, longer trial may replace this one
		default: // both conditions hold, or this is the longest step and no longer step is allowed
			accept(t)
			return r, nil
		}
		eta = (tooShort + tooLong) / 2
	}
	return r, nil
}

// lowestOfStep returns the two smallest Ritz values of L + η v vᵀ on the span of
// vectors, where v is vectors[0]. The span is invariant, so the values are as accurate as
// the vectors. slope is the derivative of lambda2 in η. With a single vector lambda3
// equals lambda2. It is an error if the dense solver fails.
func lowestOfStep(op linalg.Operator, vectors [][]float64, eta float64) (lambda2, lambda3, slope float64, err error) {
	p, v := len(vectors), vectors[0]
	h := linalg.NewDense(p, p)
	w := make([]float64, op.Dim())
	// h is the projection of L + η v vᵀ on the span, made symmetric.
	step := RankOne{op, v, eta}
	for j := range p {
		step.Apply(w, vectors[j])
		for i := range p {
			h.Set(i, j, linalg.Dot(vectors[i], w))
		}
	}
	for i := range p {
		for j := range i {
			mean := (h.At(i, j) + h.At(j, i)) / 2
			h.Set(i, j, mean)
			h.Set(j, i, mean)
		}
	}
	vals, vecs, err := linalg.EigSym(h, linalg.WithVectors)
	if err != nil {
		return 0, 0, 0, err
	}
	// The derivative is (vᵀu)² for the Ritz vector u of lambda2.
	cosine := 0.0
	for j := range p {
		cosine += float64(vecs.At(j, 0) * linalg.Dot(v, vectors[j]))
	}
	lambda3 = vals[0]
	if p > 1 {
		lambda3 = vals[1]
	}
	return vals[0], lambda3, cosine * cosine, nil
}

// RankOne is the operator Base + Eta·v vᵀ with v = V.
type RankOne struct {
	Base linalg.Operator
	V    []float64
	Eta  float64
}

// Dim implements linalg.Operator.
func (a RankOne) Dim() int { return a.Base.Dim() }

// Apply implements linalg.Operator.
func (a RankOne) Apply(dst, src []float64) {
	a.Base.Apply(dst, src)
	linalg.Axpy(a.Eta*linalg.Dot(a.V, src), a.V, dst)
}
