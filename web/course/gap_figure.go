// This file has the figure of chapter 6: the spectral gap λ₂, and one step of gap ascent. The matrix step of length η raises λ₂ of the
// Laplacian L by η, but at most to λ₃. In general no sheaf has the resulting matrix as its Laplacian, so the nearest sheaf replaces it.

package course

import (
	"math"
	"strconv"

	exact "sheafscope/core/coursemath"
	"sheafscope/core/words"
	"sheafscope/wasm/recipe"
)

// gapFigure returns the figure of chapter 6: λ₂ before and after one ascent step, on two triangles with a bridge, a ring, or the puzzle
// (the graph of chapter 0).
func gapFigure() *Diagram {
	return &Diagram{
		Name: "gap", Title: "A graph and its gap", Touch: "two triangles: drag the handle above the bridge",
		Params: []Param{
			{Name: "bridge", Label: "Maps of the bridge", Start: 0.5, Min: 0.1, Max: 2, Step: 0.05},
			{Name: "eta", Label: "Step η", Start: 0.5, Min: 0.05, Max: 4, Step: 0.05},
			choice("graph", "graph", 0, "two triangles", "ring of six", "the puzzle"),
			{Name: "time", Label: "Time t", Start: 2, Min: 0, Max: heatEnd, Step: 0.05},
		},
		Pictures: []Size{{"graph", 520, 290, "The graph; the discs show the eigenvector of λ₂. Of the puzzle three bars: the tempers, the " +
			"class and the noise"},
			{"spectrum", 520, 190, "The eigenvalues now, after the matrix step, and of the nearest sheaf; of the puzzle the right signs " +
				"against time"}},
		show: func(c *Course, v Values) Rendering {
			// The sentences have the numbers of the puzzle for every graph. The puzzle itself replaces the pictures of the triangles.
			view := showGap(v)
			c.fadingValues(v, view.Values)
			if v["graph"] == 2 && c.puzzleFading() != nil {
				var bars, curve pen
				c.fadeBars(&bars, v["time"], v["eta"])
				c.fadeCurve(&curve, v["time"], v["eta"])
				view.Pictures = map[string]string{"graph": bars.String(), "spectrum": curve.String()}
			}
			return view
		},
		recipe: func(v Values) recipe.Recipe {
			if v["graph"] == 2 {
				return puzzleRecipe("") // "" is the default model of the laboratory
			}
			return inLaboratory(gapSignal(v), nil) // nil: the default settings
		},
		// The inverse of the place of the handle in showGap: the axis from 0.1 to 2 begins at x = 200 and is 120 units long.
		point: func(_ *Course, v Values, picture, handle string, x, y float64) {
			if picture == "graph" && handle != "" { // else a tap, which changes nothing
				v["bridge"] = 0.1 + (x-200)/120*1.9
			}
		},
		// The bridge has the only handle.
		nudge: func(_ *Course, v Values, _ string, dx, dy float64) bool { v["bridge"] += 0.05 * (dx + dy); return true },
	}
}

// gapSheaf returns the sheaf of the chosen graph: a ring or, for any other choice, two triangles with a bridge. Both maps of the bridge
// have the value of its handle.
func gapSheaf(v Values) *exact.SheafText {
	if v["graph"] == 1 {
		return exact.Ring(6, 1)
	}
	s := exact.Barbell(1)
	text := strconv.FormatFloat(v["bridge"], 'f', 2, 64)
	s.Edges[len(s.Edges)-1].Maps = [2]string{text, text}
	return s
}

// gapVector returns the eigenvector of λ₂, which must exist, with the sign for which the first entry is not negative. It changes the sign
// in a.Vectors, so that all parts of the figure show the same of the two eigenvectors v and −v.
func gapVector(a *exact.Analysis) []float64 {
	vec := a.Vectors[a.Lambda2Index]
	if vec[0] < 0 {
		for i := range vec {
			vec[i] = -vec[i]
		}
	}
	return vec
}

// gapSignal returns the sheaf with the eigenvector of λ₂ as its signal, for the laboratory. If the analysis fails, the signal is unchanged.
func gapSignal(v Values) *exact.SheafText {
	s := gapSheaf(v)
	if a, err := exact.Analyse(s); err == nil {
		for i, x := range gapVector(a) {
			s.X[i] = typedNumber(x)
		}
	}
	return s
}

// showGap renders the figure on the triangles or the ring: the graph with the eigenvector of λ₂, and the eigenvalues before and after the
// step. The rendering is empty if a computation fails.
func showGap(v Values) Rendering {
	s := gapSheaf(v)
	a, err := exact.Analyse(s)
	if err != nil {
		return Rendering{}
	}
	step, err := a.Ascend(v["eta"])
	if err != nil {
		return Rendering{}
	}
	vec := gapVector(a)
	nearest := step.After // the nearest sheaf to the result of the matrix step
	var graph, spectrum pen
	drawSheaf(&graph, s, sheafStyle{width: 520, height: 270, signal: vec})
	if v["graph"] == 0 { // the handle of the bridge, on its axis
		graph.line("ax", 200, 70, 320, 70)
		graph.handle(handle{name: "bridge", label: "maps of the bridge", text: Num(v["bridge"], 2), value: v["bridge"], min: 0.1, max: 2},
			200+(v["bridge"]-0.1)/1.9*120, 70)
		graph.text("s c halo", 260, 44, "maps of the bridge "+Num(v["bridge"], 2))
	}
	graph.text("f c", 260, 286, "areas: the eigenvector of "+sub("λ", "2")+", plus and minus")
	// Three rows of eigenvalues on one scale from 0 to top; λ₂ is marked.
	top := max(6, a.Values[len(a.Values)-1], step.Values[len(step.Values)-1], nearest.Values[len(nearest.Values)-1]) // 6: the usual scale
	x := func(eigenvalue float64) float64 { return 130 + eigenvalue/top*370 }
	rows := []struct {
		name    string
		values  []float64
		lambda2 float64
	}{{"now", a.Values, a.Lambda2}, {"matrix step", step.Values, step.Matrix}, {"nearest sheaf", nearest.Values, step.Sheaf}}
	spectrum.text("i b", 0, 16, "Eigenvalues of "+it("L"))
	for k, row := range rows {
		y := 48 + 42*float64(k)
		spectrum.text("k", 0, y+4, row.name)
		spectrum.line("ax", x(0), y, x(top), y)
		for _, eigenvalue := range row.values {
			spectrum.circle("f3", x(eigenvalue), y, 4)
		}
		spectrum.circle("fa", x(row.lambda2), y, 5.5)
		spectrum.text("a c halo", x(row.lambda2), y-11, Num(row.lambda2, 3))
	}
	for label := 0.0; label <= top; label++ {
		spectrum.text("c", x(label), 172, Num(label, 0))
	}
	// The sentences also compare with the ring, where λ₂ is a double eigenvalue.
	ring, err := exact.Analyse(gapSheaf(Values{"graph": 1}))
	if err != nil {
		return Rendering{}
	}
	ringStep, err := ring.Ascend(v["eta"])
	if err != nil {
		return Rendering{}
	}
	// The gain of λ₂ by the matrix step, and the gain of λ₂ by the nearest sheaf, which the paper's theorem promises to be at least
	// step.Promised.
	gain, kept := step.Matrix-step.Lambda2, step.Sheaf-step.Lambda2
	isPromiseKept := kept >= step.Promised-1e-12 // but for rounding errors
	// The sentences have these numbers, and further numbers whose names need no explanation:
	//   - lambda2, matrix, sheaf: λ₂ before the step, after the matrix step, and of the nearest sheaf
	//   - room: λ₃ − λ₂ before the step
	//   - promised, holds: promised gain, and whether the promise is kept ("holds" or "fails")
	//   - half: time at which half of the slowest part's energy is left; the energy of this part falls as e^{−2λ₂t}
	//   - opened: largest eigenvalue that the step has taken out of the kernel
	//   - kernel, which: dimension of the kernel of the nearest sheaf, and the place of its λ₂ in words
	return Rendering{Pictures: map[string]string{"graph": graph.String(), "spectrum": spectrum.String()}, Values: map[string]string{
		"lambda2": Num(a.Lambda2, 3), "lambda3": Num(step.Lambda3, 3), "room": Num(step.Lambda3-step.Lambda2, 3), "matrix": Num(step.Matrix, 3),
		"sheaf": Num(step.Sheaf, 3), "gain": Num(gain, 3), "kept": Num(kept, 3), "promised": Num(step.Promised, 3),
		"holds":    words.Either(isPromiseKept, "holds", "fails"),
		"rayleigh": Num(a.Rayleigh(vec), 3), "half": Num(math.Ln2/(2*a.Lambda2), 2),
		"opened": Num(step.Opened, 3), "kernel": strconv.Itoa(nearest.Dim.Dim), "which": nearest.Gap().Words(),
		"ring-lambda2": Num(ring.Lambda2, 3), "ring-room": Num(ringStep.Lambda3-ring.Lambda2, 3),
		"ring-matrix": Num(ringStep.Matrix, 3),
	}}
}
