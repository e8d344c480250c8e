// This file draws the heat flow on the puzzle, the graph of chapter 0, for the figures of chapters 5 and 6. The hints of the people are a
// signal with three parts: along the tempers, along the eigenvector of λ₂ (nearly the classes), and noise. The tempers do not fade, and
// the noise fades fastest.

package course

import (
	"slices"
	"strconv"

	exact "sheafscope/core/coursemath"
	"sheafscope/core/graph"
	"sheafscope/core/words"
)

// puzzleFading returns the heat flow of the puzzle's hints with the tempers as maps, which it computes once. It returns nil if the graph
// or the flow cannot be computed.
func (c *Course) puzzleFading() *exact.Fading {
	if c.fading == nil {
		if g, err := graph.Generate(puzzleSpec(c.puzzleStart(), seedAt(1))); err == nil {
			c.fading, _ = exact.Fade(g) // nil after an error
		}
	}
	return c.fading
}

// goodShare is the least share of right signs at a good time to stop the flow. A sign is right if it is the sign of the person's class.
const goodShare = 0.9

// fadingValues adds the numbers of the puzzle at the time v["time"] to values. If v["eta"] is above 0, it also adds numbers after an ascent
// step of this length. If puzzleFading returns nil, fadingValues adds nothing.
func (c *Course) fadingValues(v Values, values map[string]string) {
	f := c.puzzleFading()
	if f == nil {
		return
	}
	// These numbers are without an ascent step: the flow now, the window of good times, and the best share of right signs.
	now, eta := f.At(v["time"], 0), v["eta"] // eta is 0 in a figure without ascent
	from, to := f.Window(goodShare, 0)
	best := 0.0
	for t := 0.0; t <= heatEnd; t += 0.25 { // 21 times of the axis
		best = max(best, f.At(t, 0).Right)
	}
	// The sentences have these numbers, and further numbers whose names need no explanation:
	//   - p-right, p-even: share of right signs now, with the tempers as maps, and with all maps 1
	//   - p-begin, p-end, p-best: share of right signs at time 0, at time heatEnd, and at the best time
	//   - p-faster: number of eigenvectors that fade faster than the class: all except the eigenvectors of 0 and λ₂
	//   - p-share, p-broken: share of the class along the eigenvector of λ₂, and number of ties that break the rule
	//   - p-rayleigh, p-plain: Rayleigh quotient of the class with the tempers as maps, and with all maps 1
	//   - p-from, p-to: first and last good time, −1 and 0 if there is none
	for name, text := range map[string]string{ // f.Values begins with 0, λ₂ and λ₃
		"p-right": percent(now.Right), "p-even": percent(now.RightPlain), "p-begin": percent(f.At(0, 0).Right), "p-best": percent(best),
		"p-end":   percent(f.At(heatEnd, 0).Right),
		"p-class": Num(now.Class, 2), "p-tempers": Num(now.Tempers, 2), "p-noise": Num(now.Noise, 2),
		"p-lambda2": Num(f.Values[1], 2), "p-lambda3": Num(f.Values[2], 2),
		"p-faster": strconv.Itoa(len(f.Class) - 2), "p-people": strconv.Itoa(len(f.Class)), "p-share": percent(f.Share),
		"p-rayleigh": Num(f.Rayleigh, 1), "p-plain": Num(f.PlainRayleigh, 1),
		"p-broken": strconv.Itoa(f.Broken),
		"p-from":   Num(from, 2), "p-to": Num(to, 2),
	} {
		values[name] = text
	}
	// The sentences about a step of gap ascent compare the share of right signs at time 2 (two), and the gap λ₃ − λ₂ (room), without the step
	// and with it (up). They also have λ₂ (up2), and the first and last good time, with the step.
	if eta > 0 {
		up := []float64{f.Values[1] + eta, f.Values[2], f.Values[3]} // the eigenvalues above 0; a long step exceeds λ₃
		slices.Sort(up)
		upFrom, upTo := f.Window(goodShare, eta)
		values["p-up2"], values["p-up-from"], values["p-up-to"] = Num(up[0], 2), Num(upFrom, 2), Num(upTo, 2)
		values["p-two"], values["p-up-two"] = percent(f.At(2, 0).Right), percent(f.At(2, eta).Right)
		values["p-room"], values["p-up-room"] = Num(f.Values[2]-f.Values[1], 2), Num(up[1]-up[0], 2)
	}
}

// showFading renders the figure of chapter 5 on the puzzle: the three parts of the hints as bars, and the share of right signs as a curve.
// The numbers of the ring stay in the sentences. If puzzleFading returns nil, the rendering is empty.
func (c *Course) showFading(v Values) Rendering {
	view := showHeat(v)
	f := c.puzzleFading()
	if f == nil {
		return Rendering{}
	}
	c.fadingValues(v, view.Values)
	// Bars and curve replace the pictures of the ring. eta is 0, since the figure has no ascent step.
	var bars, curve pen
	c.fadeBars(&bars, v["time"], 0)
	c.fadeCurve(&curve, v["time"], 0)
	view.Pictures = map[string]string{"ring": bars.String(), "curve": curve.String()}
	return view
}

// fadeBars draws the length of each part of the hints at time t, after an ascent step of length eta. A shadow behind each bar has the
// length at time 0. puzzleFading must not be nil.
func (c *Course) fadeBars(p *pen, t, eta float64) {
	f := c.puzzleFading()
	now, begin := f.At(t, eta), f.At(0, 0)
	p.text("i b", 0, 16, "How long each part of the hints is")
	scale := 350 / max(begin.Tempers, begin.Class, begin.Noise) // the longest bar has 350 units
	// Each part has a rate of decay, a CSS class for its bar, and its lengths at time t and at time 0. The noise has all rates from λ₃ on.
	for k, row := range []struct {
		name, rate, class string
		now, begin        float64
	}{
		{"tempers", "rate 0", "t2", now.Tempers, begin.Tempers},
		{"class", "rate " + Num(f.Values[1]+eta, 2), "t1", now.Class, begin.Class},
		{"noise", "rate " + Num(f.Values[2], 2) + " on", "t3", now.Noise, begin.Noise},
	} {
		y := 50 + 76*float64(k)
		p.text("i b", 0, y+14, row.name)
		p.text("sm", 0, y+32, row.rate)
		p.rect("ghost", 128, y, scale*row.begin, 30)
		p.rect(row.class, 128, y, scale*row.now, 30)
		p.text("s", 128+scale*row.begin+8, y+20, Num(row.now, 2))
	}
	p.text("c k", 260, 284, plain("t = "+Num(t, 2)+": the sign is right for "+percent(now.Right)))
}

// fadeCurve draws the share of right signs against time, with the tempers as maps, after an ascent step of length eta. The dashed curve is
// the share without the step or, if eta is 0, the share with all maps 1. puzzleFading must not be nil.
func (c *Course) fadeCurve(p *pen, t, eta float64) {
	f := c.puzzleFading()
	x := func(t float64) float64 { return 60 + t/heatEnd*430 }
	y := func(share float64) float64 { return 160 - 220*(share-0.45) } // the axis begins at the share 0.45, below chance
	p.text("i b", 0, 16, words.Either(eta > 0, "Right signs; dashes: without the step", "Right signs; dashes: all maps 1"))
	for _, share := range []float64{0.5, 0.75, 1} {
		p.line(words.Either(share == 0.5, "ax", "gd"), 60, y(share), 490, y(share))
		p.text("e", 50, y(share)+4, percent(share))
	}
	// curve draws the share that a function returns, at 101 times from 0 to heatEnd.
	curve := func(class string, share func(t float64) float64) {
		var points [][2]float64
		for k := 0.0; k <= 100; k++ {
			u := k / 100 * heatEnd
			points = append(points, [2]float64{x(u), y(share(u))})
		}
		p.path(class, points)
	}
	curve("ln2 dash", func(t float64) float64 {
		if eta > 0 {
			return f.At(t, 0).Right
		}
		return f.At(t, 0).RightPlain
	})
	curve("ln", func(t float64) float64 { return f.At(t, eta).Right })
	// The present time, and the axis of times.
	now := f.At(t, eta).Right
	p.line("mark", x(t), y(0.45), x(t), y(now))
	p.circle("fa", x(t), y(now), 5)
	for u := 0.0; u <= heatEnd; u++ {
		p.text("c", x(u), 180, Num(u, 0))
	}
}
