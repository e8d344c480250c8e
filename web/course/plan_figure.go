// This file has the figure of chapter 7b: the transport plan of an edge. The plan moves the measure mu at the end u to the measure nu at
// the end v. Entry (p, q) is the mass from coordinate p to coordinate q. Sinkhorn steps bring the row sums to mu and the column sums to nu.

package course

import (
	"math"
	"strconv"

	"sheafscope/core/linalg"
	"sheafscope/core/transport"
	"sheafscope/core/words"
	"sheafscope/wasm/recipe"
)

// planFigure returns the figure of chapter 7b: the transport plan of one edge after a number of Sinkhorn steps.
func planFigure() *Diagram {
	return &Diagram{
		Name: "plan", Title: "The plan of one edge", Touch: "move the sliders",
		// The values of mu and nu are the tilts of both measures: with a tilt above 0 the last coordinate has the largest mass.
		Params: []Param{
			{Name: "mu", Label: "Measure at u", Start: 0.8, Min: -2, Max: 2, Step: 0.1},
			{Name: "nu", Label: "Measure at v", Start: -0.6, Min: -2, Max: 2, Step: 0.1},
			{Name: "eps", Label: "Temperature ε₀", Start: 1.2, Min: 0.2, Max: 4, Step: 0.1},
			{Name: "step", Label: "Sinkhorn steps", Start: 1, Min: 0, Max: 12, Step: 1},
			{Name: "tau", Label: "JKO step τ", Start: 0, Min: 0, Max: 6, Step: 0.5},
		},
		Pictures: []Size{{"plan", 520, 340, "The plan as squares, with the measures of both ends beside it and below it"},
			{"flow", 520, 280, "Two bars of mass, that of u and that of v, and between them bands of the mass that goes from each coordinate " +
				"to each"}},
		show: func(_ *Course, v Values) Rendering { return showPlan(v) },
		recipe: func(v Values) recipe.Recipe {
			// The setting counts scalings, and is at least 1. A step has two. The figure shows whole steps, even during an animation.
			scalings := max(1, 2*int(v["step"]))
			return recipe.Recipe{Setup: recipe.Setup{Graph: "karate", Method: "paper", Settings: map[string]string{"d": strconv.Itoa(planSize),
				"epsilon0": short(v["eps"]), "tau": short(v["tau"]), "sinkhorn_steps": strconv.Itoa(scalings)}}}
		},
	}
}

// planSize is the number of coordinates of a stalk.
const planSize = 3

// tiltedMeasure returns the probability measure on the points p = 0, 1, 2 that is proportional to exp(tilt·(p − 1)).
func tiltedMeasure(tilt float64) []float64 {
	m, sum := make([]float64, planSize), 0.0
	for p := range m {
		m[p] = linalg.Exp(tilt * float64(p-1))
		sum += m[p]
	}
	for p := range m {
		m[p] /= sum
	}
	return m
}

// sinkhorn returns the plan at temperature eps after a number of steps, row by row. A step scales the rows to mu, then the columns to nu.
func sinkhorn(mu, nu []float64, eps float64, steps int) []float64 {
	s, plan := transport.NewSinkhorn(mu, nu, eps), make([]float64, planSize*planSize)
	for range 2 * steps { // s.Step scales the rows or the columns in turn, first the rows
		s.Step()
	}
	s.Plan(plan)
	// The figure begins with row and column scalings 1/planSize, but s begins with scalings 1. A step makes this difference vanish.
	if steps == 0 {
		linalg.Scal(1.0/(planSize*planSize), plan)
	}
	return plan
}

// offDiagonal returns the share of a plan's mass off the diagonal.
func offDiagonal(plan []float64) float64 {
	off, all := 0.0, 0.0
	for k, x := range plan {
		all += x
		if k/planSize != k%planSize {
			off += x
		}
	}
	return off / all
}

// flowOf draws a plan as bands between the bar of u and the bar of v. The width of a band is its share of the mass: 200 units (scale) are
// the whole mass. Bands between different coordinates have another colour. eps is the temperature in the heading.
func flowOf(plan []float64, eps float64) string {
	var p pen
	// The bars begin at top. gap is between the parts of a bar, and left and right are the inner borders of both bars.
	const top, scale, gap, left, right = 50.0, 200.0, 10.0, 70.0, 450.0
	p.text("i b", 0, 16, plain("Mass that moves, at temperature "+Num(eps, 2)))
	total := 0.0
	for _, x := range plan {
		total += x
	}
	// The shares of mass of the rows and columns. The bar of u has a part for each row, and the bar of v a part for each column.
	rows, cols := make([]float64, planSize), make([]float64, planSize)
	for k, x := range plan {
		rows[k/planSize] += x / total
		cols[k%planSize] += x / total
	}
	partTop := func(shares []float64, k int) float64 { // y coordinate of part k of a bar
		y := top + gap*float64(k)
		for _, share := range shares[:k] {
			y += scale * share
		}
		return y
	}
	var nextU, nextV [planSize]float64 // y coordinate at which the next band of each part begins
	for k := range planSize {
		nextU[k], nextV[k] = partTop(rows, k), partTop(cols, k)
		p.rect("t2", left-20, nextU[k], 20, scale*rows[k])
		p.rect("t2", right, nextV[k], 20, scale*cols[k])
		p.text("e", left-28, nextU[k]+scale*rows[k]/2+5, Num(rows[k], 2))
		p.text("", right+28, nextV[k]+scale*cols[k]/2+5, Num(cols[k], 2))
	}
	p.text("m c", left-10, 40, "u")
	p.text("m c", right+10, 40, "v")
	// The bands: a curve from the bar of u to the bar of v, a vertical line, and a curve back.
	for k, x := range plan {
		i, j, width := k/planSize, k%planSize, scale*x/total
		a, b := nextU[i], nextV[j] // upper ends of the band, y coordinates
		mid := (left + right) / 2
		p.add(`<path class="`, words.Either(i == j, "stay", "go-off"), `" d="M`, left, " ", a, "C", mid, " ", a, " ", mid, " ", b, " ", right,
			" ", b, "V", b+width, "C", mid, " ", b+width, " ", mid, " ", a+width, " ", left, " ", a+width, `Z"/>`)
		nextU[i], nextV[j] = a+width, b+width
	}
	return p.String()
}

// jkoEpsilon is the temperature ε of the JKO step, which moves the temperature ε₀ of the plan towards ε.
const jkoEpsilon = 0.8

// showPlan renders the figure: the plan after a number of Sinkhorn steps as squares, and as a flow of mass.
func showPlan(v Values) Rendering {
	mu, nu := tiltedMeasure(v["mu"]), tiltedMeasure(v["nu"])
	steps := int(v["step"])
	temperature := transport.EffectiveEpsilon(v["eps"], jkoEpsilon, v["tau"]) // after the JKO step; tau = 0 keeps eps
	now := sinkhorn(mu, nu, temperature, steps)
	rowError := 0.0 // largest difference between a row sum of the plan and mu
	for row := range mu {
		sum := 0.0
		for _, x := range now[row*planSize : (row+1)*planSize] {
			sum += x
		}
		rowError = max(rowError, math.Abs(sum-mu[row]))
	}
	// Converged plans: without the JKO step, with the JKO step, and between equal measures.
	const converged = 400 // steps
	limit, after := sinkhorn(mu, nu, v["eps"], converged), sinkhorn(mu, nu, temperature, converged)
	equal := sinkhorn(mu, mu, 0.2, converged) // at the lowest temperature of the slider
	// The plan as squares, with mu to the left and nu below. The area of a square is proportional to its mass, up to the mass 1/1.6.
	var p pen
	// barLength is the length of a bar of mass 1. Below the plan bars are half as long.
	const left, top, side, barLength = 118.0, 36.0, 80.0, 70.0
	p.text("i b", 0, 16, "How much mass goes from each coordinate of "+it("u")+" to each of "+it("v"))
	for i := range mu {
		y := top + side*float64(i)
		p.rect("t2", left-12-barLength*mu[i], y+side/2-9, barLength*mu[i], 18)
		p.text("e", left-18-barLength*mu[i], y+side/2+5, Num(mu[i], 2))
		for j, x := range now[i*planSize : (i+1)*planSize] {
			cellX := left + side*float64(j)
			p.rect("cell off", cellX, y, side, side)
			square := (side - 22) * math.Sqrt(min(1, x*1.6)) // side of the square
			p.rect(words.Either(i == j, "t1", "fa"), cellX+(side-square)/2, y+(side-18-square)/2, square, square)
			p.text("i c", cellX+side/2, y+side-5, Num(x, 2))
		}
	}
	for j, x := range nu {
		cellX := left + side*float64(j)
		p.rect("t2", cellX+side/2-9, top+planSize*side+8, 18, barLength/2*x)
		p.text("c", cellX+side/2, top+planSize*side+24+barLength/2*x, Num(x, 2))
	}
	// Numbers to the right of the plan.
	p.text("k", 376, 96, "mass that changes")
	p.text("k", 376, 112, "its coordinate")
	offShare := percent(offDiagonal(now))
	p.text(words.Either(len(offShare) > 5, "mid", "big"), 376, 158, offShare) // “under 1 %” is long
	p.text("k", 376, 216, "largest error of a row")
	p.text("i", 376, 236, Num(rowError, 4))
	// The effect of the JKO step. A change of the temperature below 1e-9 is a rounding error.
	effect := "changes nothing"
	switch {
	case temperature > v["eps"]+1e-9:
		effect = "heats the plan"
	case temperature < v["eps"]-1e-9:
		effect = "cools the plan"
	}
	// The sentences have these numbers, and further numbers whose names need no explanation:
	//   - off: mass off the diagonal of the drawn plan
	//   - limit, after: mass off the diagonal of the converged plans, without and with the JKO step
	//   - equal: mass off the diagonal of the converged plan between equal measures
	//   - cold, still, same: temperature after the JKO step, after a step of length 0, and after a step from ε₀ = ε
	//   - way, wrong, first: effect of the JKO step, largest error of a row, and ε
	return Rendering{Pictures: map[string]string{"plan": p.String(), "flow": flowOf(now, temperature)}, Values: map[string]string{
		"way": effect, "off": offShare, "limit": percent(offDiagonal(limit)), "after": percent(offDiagonal(after)), "wrong": Num(rowError, 4),
		"cold": Num(temperature, 2), "still": Num(transport.EffectiveEpsilon(v["eps"], jkoEpsilon, 0), 2), "equal": percent(offDiagonal(equal)),
		"coordinates": strconv.Itoa(planSize), "first": Num(jkoEpsilon, 1),
		"same": Num(transport.EffectiveEpsilon(jkoEpsilon, jkoEpsilon, v["tau"]), 2),
	}}
}
