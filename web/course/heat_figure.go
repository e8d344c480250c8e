// This file has the figure of chapter 5: the heat flow dx/dt = −Lx, and the harmonic extension. An implicit step of length Δt solves the
// equation (I + Δt·L)x' = x, where x' is the signal after the step.

package course

import (
	"math"
	"strconv"

	exact "sheafscope/core/coursemath"
	"sheafscope/core/words"
	"sheafscope/wasm/recipe"
)

// heatFigure returns the figure of chapter 5: the heat flow of a signal on a ring of six, or on the puzzle (the graph of chapter 0). On the
// ring it also has implicit steps and the harmonic extension.
func heatFigure() *Diagram {
	return &Diagram{
		Name: "heat", Title: "A signal that diffuses", Touch: "drag the time",
		Params: []Param{
			{Name: "time", Label: "Time t", Start: 0, Min: 0, Max: heatEnd, Step: 0.05},
			choice("graph", "graph", 0, "ring of six", "the puzzle"),
			choice("sheaf", "maps of the ring", 0, "all 1", "signs"),
			{Name: "steps", Label: "Implicit steps", Start: 4, Min: 1, Max: 40, Step: 1},
			choice("held", "labelled nodes", 0, "none", "two are held"),
		},
		Pictures: []Size{{"ring", 520, 300, "The signal: on a ring of six the area of each disc is its value, filled for plus and ochre for " +
			"minus; of the puzzle three bars, the tempers, the class and the noise"},
			{"curve", 520, 190, "Against time: the share of the energy that is left, or how many signs are right"}},
		// The sentences on the ring have the numbers of the puzzle, too.
		show: func(c *Course, v Values) Rendering {
			if v["graph"] == 1 {
				return c.showFading(v)
			}
			view := showHeat(v)
			c.fadingValues(v, view.Values)
			return view
		},
		recipe: func(v Values) recipe.Recipe {
			if v["graph"] == 1 {
				return puzzleRecipe("") // "" is the default model of the laboratory
			}
			var settings map[string]string
			if v["time"] > 0 { // the length of an implicit step; at time 0 the laboratory keeps its default length
				settings = map[string]string{"dt": strconv.FormatFloat(v["time"]/v["steps"], 'g', 4, 64)}
			}
			return inLaboratory(heatSheaf(v), settings)
		},
		// The inverse of the x coordinate in drawEnergy: the axis of times is 430 units long and begins at x = 60.
		point: func(_ *Course, v Values, picture, _ string, x, _ float64) {
			if picture == "curve" {
				v["time"] = (x - 60) / 430 * heatEnd
			}
		},
	}
}

// heatEnd is the end of the time axis, in the units of t.
const heatEnd = 5

// heatStart is the signal on the ring at time 0.
var heatStart = []string{"1", "1/4", "3/4", "-3/4", "1/2", "-1/4"}

// heatSheaf returns the ring with all maps 1, or with a map −1 on each edge, so that neighbours agree if their values are opposite. The six
// signs cancel around the ring, so that dim H⁰ is 1 in both cases.
func heatSheaf(v Values) *exact.SheafText {
	s := exact.Ring(6, 1)
	copy(s.X, heatStart)
	if v["sheaf"] == 1 {
		for e := range s.Edges {
			s.Edges[e].Maps[0] = "-1"
		}
	}
	return s
}

// heatHeld are the nodes whose values the harmonic extension keeps. It gives the other nodes the values of least energy.
var heatHeld = []int{0, 3}

// drawEnergy draws the energy of the heat flow against time, as a share of the energy at time 0: the exact energy, and the energy of the
// flow in implicit steps. It marks the time at which half of the energy is left, and the present time t.
func drawEnergy(p *pen, a *exact.Analysis, t float64, steps int) {
	x := func(time float64) float64 { return 60 + time/heatEnd*430 }
	y := func(share float64) float64 { return 160 - 128*share }
	p.text("i b", 0, 16, "Energy that is left, share of the first")
	p.line("ax", 60, y(0), 490, y(0))
	p.line("gd", 60, y(1), 490, y(1))
	p.line("gd", 60, y(0.5), 490, y(0.5))
	for _, share := range []float64{0, 0.5, 1} {
		p.text("e", 50, y(share)+4, Num(share, 1))
	}
	// The curves. The implicit flow reaches each time of its curve in the same number of steps, of different lengths.
	var exactPoints, implicitPoints [][2]float64
	for k := 0.0; k <= 60; k++ {
		time := k / 60 * heatEnd
		exactPoints = append(exactPoints, [2]float64{x(time), y(a.HeatEnergy(time) / a.Energy)})
	}
	for k := 0; k <= 30; k++ {
		time := float64(k) / 30 * heatEnd
		energy := a.EnergyOf(a.Implicit(time/float64(steps), steps))
		implicitPoints = append(implicitPoints, [2]float64{x(time), y(energy / a.Energy)})
	}
	p.path("ln", exactPoints)
	p.path("ln2 dash", implicitPoints)
	// The time at which half of the energy is left, the present time, and the labels of the axis.
	half, hasHalf := a.HalfTime()
	if hasHalf {
		p.line("ax dash", x(half), y(0.5), x(half), y(0))
	}
	left := a.HeatEnergy(t) / a.Energy
	p.line("mark", x(t), y(0), x(t), y(left))
	p.circle("fa", x(t), y(left), 5)
	for label := 0.0; label <= heatEnd; label++ {
		p.text("c", x(label), 178, Num(label, 0))
	}
	p.text("sm", 300, 62, "line: exact; dashes: implicit steps")
}

// showHeat renders the figure on the ring: the signal now, and the share of its energy against time. With held nodes it draws the harmonic
// extension in place of the signal. The rendering is empty if the sheaf cannot be analysed, or if the extension cannot be computed.
func showHeat(v Values) Rendering {
	s := heatSheaf(v)
	a, err := exact.Analyse(s)
	if err != nil {
		return Rendering{}
	}
	// The flow at time t: exactly and by implicit steps, and its limit.
	t, steps := v["time"], int(v["steps"])
	now := a.Heat(t)
	implicit := a.Implicit(t/float64(steps), steps)
	limit := a.Project()
	extension, err := a.Harmonic(heatHeld)
	if err != nil {
		return Rendering{}
	}
	hasHeld := v["held"] == 1
	drawn := now
	if hasHeld {
		drawn = extension.X
	}
	// The ring with the drawn signal. Held nodes have a ring, and edges with the map −1 have the label "opposite".
	var ring, curve pen
	style := sheafStyle{width: 520, height: 300, signal: drawn, label: func(e int) string {
		return words.Either(s.Edges[e].Maps[0] == "-1", "opposite", "")
	}, fixed: map[int]bool{}}
	if hasHeld {
		for _, i := range heatHeld {
			style.fixed[i] = true
		}
	}
	drawSheaf(&ring, s, style)
	ring.text("c k", 260, 146, words.Either(hasHeld, "least energy, with the", it("x")+"("+it("t")+") at "+it("t")+plain(" "+
		"= "+Num(t, 2))))
	ring.text("c k", 260, 164, words.Either(hasHeld, "two ringed nodes held", plain("energy "+Num(a.HeatEnergy(t), 3))))
	drawEnergy(&curve, a, t, steps)
	half, _ := a.HalfTime() // 0 for a signal without energy
	// Squared distances from the limit now and at the start, and the largest error of the implicit steps.
	square, squareAtStart := 0.0, 0.0
	for i := range now {
		square += (now[i] - limit[i]) * (now[i] - limit[i])
		squareAtStart += (a.X[i] - limit[i]) * (a.X[i] - limit[i])
	}
	implicitError := 0.0
	for i := range now {
		implicitError = max(implicitError, math.Abs(now[i]-implicit[i]))
	}
	// The largest entry of the limit on the ring with signs.
	largest := 0.0
	if signs, err := exact.Analyse(heatSheaf(Values{"sheaf": 1})); err == nil {
		for _, z := range signs.Project() {
			largest = max(largest, math.Abs(z))
		}
	}
	// The sentences have these numbers, and further numbers whose names need no explanation:
	//   - energy, energy0, left: energy now and at time 0, and their ratio
	//   - half: time at which half of the energy is left
	//   - distance, distance0: distance from the limit, now and at time 0
	//   - apart: largest error of the implicit steps
	//   - mean, limit: limit at node 0, and the largest entry of the limit on the ring with signs
	//   - harmonic, unique: energy of the harmonic extension, and the number of extensions of this energy ("one" or "more than one")
	return Rendering{Pictures: map[string]string{"ring": ring.String(), "curve": curve.String()}, Values: map[string]string{
		"left": percent(a.HeatEnergy(t) / a.Energy), "energy": Num(a.HeatEnergy(t), 3), "energy0": Num(a.Energy, 3), "half": Num(half, 2),
		"dim-h0":   strconv.Itoa(a.Dim.Dim),
		"distance": Num(math.Sqrt(square), 3), "distance0": Num(math.Sqrt(squareAtStart), 3), "apart": Num(implicitError, 3),
		"limit": Num(largest, 3), "mean": Num(limit[0], 3),
		"lambda2": Num(a.Lambda2, 2), "harmonic": Num(extension.Energy, 3), "unique": words.Either(extension.Unique, "one", "more than one"),
		"maps": words.Either(v["sheaf"] == 1, "opposite", "equal"),
	}}
}
