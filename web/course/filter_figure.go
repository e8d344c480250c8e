// This file has the figure of chapter 8: the response of a polynomial filter to each eigenvalue, for weights that the reader sets. The
// response is the factor by which the filter multiplies the part of a signal that belongs to the eigenvalue.

package course

import (
	"cmp"
	"math"
	"strconv"

	exact "sheafscope/core/coursemath"
	"sheafscope/wasm/recipe"
)

// filterFigure returns the figure of chapter 8: the response of a polynomial filter over the spectrum.
func filterFigure() *Diagram {
	f := &Diagram{
		Name: "filter", Title: "A filter over the spectrum", Touch: "move the weights",
		Params: []Param{
			choice("basis", "polynomials", 0, "Chebyshev", "powers (GPR)", "Jacobi (1, 1)"),
			choice("soft", "weights", 1, "with signs", "by softmax"),
		},
		Pictures: []Size{{"response", 520, 280, "The response of the filter between eigenvalue 0 and eigenvalue 2"},
			{"weights", 520, 96, "The four weights as bars"}},
		show: func(_ *Course, v Values) Rendering { return showFilter(v) },
		recipe: func(_ Values) recipe.Recipe {
			return recipe.Recipe{Setup: recipe.Setup{Graph: "sbm:n=120,classes=3,homophily=0.1", Model: "jacobi"}}
		},
	}
	// A weight for each of the four polynomials, before the softmax.
	for q, start := range []float64{1, 0.5, 0, 0} {
		f.Params = append(f.Params, Param{Name: "w" + strconv.Itoa(q), Label: "Weight " + strconv.Itoa(q), Start: start, Min: -2, Max: 2,
			Step: 0.1})
	}
	return f
}

// weights returns the weights of the four polynomials, after a softmax if the reader has chosen it.
func weights(v Values) []float64 {
	w := []float64{v["w0"], v["w1"], v["w2"], v["w3"]}
	if v["soft"] == 1 {
		return exact.Softmax(w)
	}
	return w
}

// response returns the response at the eigenvalue λ: Σ_q w_q p_q(1 − λ), q = 0 … 3. The polynomials p_q are Chebyshev polynomials for basis
// 0, powers for basis 1, and Jacobi polynomials with a = b = 1 for basis 2.
func response(basis int, w []float64, lambda float64) float64 {
	if basis == 0 {
		return exact.Response(w, lambda)
	}
	z := 1 - lambda
	if basis == 1 {
		return w[0] + z*(w[1]+z*(w[2]+z*w[3]))
	}
	// P_0 = 1, P_1 = 2z, P_2 = (15z² − 3)/4, P_3 = 7z³ − 3z.
	return w[0] + w[1]*2*z + w[2]*(15*z*z-3)/4 + w[3]*(7*z*z*z-3*z)
}

// showFilter renders the figure: the response and the weights.
func showFilter(v Values) Rendering {
	// The range of the response between λ = 0 and λ = 2, extended to include 0 and 1.
	w, basis := weights(v), int(v["basis"])
	top, low := 1.0, 0.0
	for k := 0; k <= 200; k++ {
		r := response(basis, w, float64(k)/100)
		top, low = max(top, r), min(low, r)
	}
	var responsePen, weightsPen pen
	x := func(lambda float64) float64 { return 50 + lambda/2*440 }
	y := func(r float64) float64 { return 240 - (r-low)/(top-low)*210 }
	responsePen.line("ax", 50, y(0), 490, y(0))
	responsePen.text("e", 42, y(0)+4, "0")
	for _, end := range []float64{top, low} {
		if math.Abs(y(end)-y(0)) > 14 { // nearer to 0 its label would cover the label 0
			responsePen.text("e", 42, y(end)+4, Num(end, 1))
		}
	}
	responsePen.line("ax", 50, y(top), 50, y(low))
	// The response, with its values at λ = 0 and λ = 2.
	var curve [][2]float64
	for k := 0; k <= 100; k++ {
		lambda := float64(k) / 50
		curve = append(curve, [2]float64{x(lambda), y(response(basis, w, lambda))})
	}
	responsePen.path("ln", curve)
	at0, at2 := response(basis, w, 0), response(basis, w, 2)
	responsePen.circle("fa", x(0), y(at0), 5)
	responsePen.circle("fa", x(2), y(at2), 5)
	responsePen.text("a halo", x(0)+10, y(at0)-8, Num(at0, 2))
	responsePen.text("a halo e", x(2)-10, y(at2)-8, Num(at2, 2))
	for _, lambda := range []float64{0, 0.5, 1, 1.5, 2} {
		responsePen.text("c", x(lambda), 262, Num(lambda, 1))
	}
	responsePen.text("sm", 50, 278, it("λ")+" = 0: all edges agree")
	responsePen.text("sm e", 490, 278, it("λ")+" = 2: ends most opposed")
	// The weights as bars. A positive weight has a bar upwards from the axis, and a negative weight has a bar downwards. A bar of 34 units
	// is the weight 2 or, after a softmax, the weight 1.
	const axisY, longest = 42.0, 34.0
	weightsPen.line("ax", 50, axisY, 490, axisY)
	sum, least := 0.0, math.Inf(1)
	for k, weight := range w {
		barX := 90 + 120*float64(k)
		height := longest * min(1, math.Abs(weight)/2)
		if v["soft"] == 1 { // a weight from 0 to 1
			height = longest * weight
		}
		if weight >= 0 {
			weightsPen.rect("t1", barX-22, axisY-height, 44, height)
		} else {
			weightsPen.rect("minus", barX-22, axisY, 44, height)
		}
		weightsPen.text("c", barX, 92, sub("α", strconv.Itoa(k))+plain(" = "+Num(weight, 2)))
		sum += weight
		least = min(least, weight)
	}
	// The kind of filter, from its responses at both ends, which the sentences print with two decimals.
	kind := "alike at both ends"
	switch cmp.Compare(math.Round(100*math.Abs(at0)), math.Round(100*math.Abs(at2))) {
	case 1:
		kind = "a low-pass"
	case -1:
		kind = "a high-pass"
	}
	// The sentences also have two numbers of the softmax weights, whatever the reader has chosen: their sum (soft-sum) and, for Chebyshev
	// polynomials, the difference of the responses at both ends (soft-odd).
	softWeights := exact.Softmax([]float64{v["w0"], v["w1"], v["w2"], v["w3"]})
	return Rendering{Pictures: map[string]string{"response": responsePen.String(), "weights": weightsPen.String()}, Values: map[string]string{
		"at0": Num(at0, 2), "at2": Num(at2, 2), "sum": Num(sum, 2), "least": Num(least, 2), "kind": kind, "a0": Num(w[0], 2), "a1": Num(w[1], 2),
		"a2": Num(w[2], 2), "a3": Num(w[3], 2), "difference": Num(at0-at2, 2),
		"soft-sum": Num(softWeights[0]+softWeights[1]+softWeights[2]+softWeights[3], 2),
		"soft-odd": Num(exact.Response(softWeights, 0)-exact.Response(softWeights, 2), 2),
	}}
}
