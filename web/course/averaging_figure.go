// The figure of chapter 1: averaging, layer by layer.

package course

import (
	"math"
	"strconv"

	exact "sheafscope/core/coursemath"
	"sheafscope/core/graph"
	"sheafscope/wasm/recipe"
)

// averagingDepth is the largest number of layers of the figure.
const averagingDepth = exact.BlurDepth

// averagingFigure returns the figure of chapter 1: repeated averaging on a stochastic block model.
func averagingFigure() *Diagram {
	return &Diagram{
		Name: "blur", Title: "Averaging, layer by layer", Touch: "drag the depth or the share",
		Params: []Param{
			{Name: "depth", Label: "Layers", Start: 2, Min: 0, Max: averagingDepth, Step: 1},
			{Name: "homophily", Label: "Ties inside a class", Start: 0.8, Min: 0.1, Max: 0.9, Step: 0.05, text: percent},
		},
		Pictures: []Size{{"clouds", 520, 210, "The nodes of the two classes on a line, after so many averagings"},
			{"curves", 520, 220, "Energy, distance of the classes and accuracy against depth"}},
		show: showAveraging,
		recipe: func(v Values) recipe.Recipe {
			return recipe.Recipe{Setup: recipe.Setup{Graph: averagingSpec(v), Model: "gcn", Seed: 1,
				Settings: map[string]string{"layers": short(max(1, v["depth"]))}}}
		},
		point: func(_ *Course, v Values, picture, _ string, x, _ float64) {
			if picture == "curves" {
				v["depth"] = (x - 60) / 430 * averagingDepth
			}
		},
	}
}

// averagedGraph is a block model with energy, distance and accuracy after each averaging. A course stores the newest.
type averagedGraph struct {
	spec   string
	graph  *graph.Graph
	layers []exact.Layer
}

// averagingSpec returns the name of the block model, for its generator.
func averagingSpec(v Values) string { return exact.BlurGraph(v["homophily"]) }

// averaged returns the block model of the values, generated once for each specification.
func (c *Course) averaged(v Values) *averagedGraph {
	spec := averagingSpec(v)
	if c.averaging.spec != spec {
		if g, err := graph.Generate(spec); err == nil {
			c.averaging = averagedGraph{spec, g, exact.Averaging(g, averagingDepth)}
		}
	}
	return &c.averaging
}

// showAveraging renders the figure: the projected nodes at the chosen depth, and the curves over all depths.
func showAveraging(c *Course, v Values) Rendering {
	b := c.averaged(v)
	depth := min(int(math.Round(v["depth"])), len(b.layers)-1)
	now := b.layers[depth]
	var p, q pen
	drawClouds(&p, b, depth)
	// The curves: axes, then three measures as shares, then the chosen depth.
	x := func(k float64) float64 { return 60 + k/averagingDepth*430 }
	y := func(z float64) float64 { return 186 - 150*max(0, min(1.1, z)) }
	q.line("ax", 60, y(0), 490, y(0))
	for _, z := range []float64{0, 0.5, 1} {
		q.line("gd", 60, y(z), 490, y(z))
		q.text("e", 50, y(z)+4, Num(z, 1))
	}
	curve := func(class string, measure func(exact.Layer) float64) {
		var points [][2]float64
		for k, l := range b.layers {
			points = append(points, [2]float64{x(float64(k)), y(measure(l))})
		}
		q.path(class, points)
	}
	first := max(b.layers[0].Energy, 1e-12)
	curve("ln2 dash", func(l exact.Layer) float64 { return l.Energy / first })
	curve("ln2", func(l exact.Layer) float64 { return l.Distance })
	curve("ln", func(l exact.Layer) float64 { return l.Accuracy / 100 })
	q.line("mark", x(float64(depth)), y(0), x(float64(depth)), y(1))
	q.circle("fa", x(float64(depth)), y(now.Distance), 5)
	q.circle("fa", x(float64(depth)), y(now.Accuracy/100), 5)
	q.text("sm", 60, 16, "black: accuracy; grey: distance, dashes: energy, share of the first")
	for k := 0.0; k <= averagingDepth; k += 4 {
		q.text("c", x(k), 204, Num(k, 0))
	}
	best := 0 // the depth of largest accuracy
	for k, l := range b.layers {
		if l.Accuracy > b.layers[best].Accuracy {
			best = k
		}
	}
	return Rendering{Pictures: map[string]string{"clouds": p.String(), "curves": q.String()}, Values: map[string]string{
		"accuracy": percent(now.Accuracy / 100), "distance": percent(now.Distance), "energy": percent(now.Energy / first),
		"first": percent(b.layers[0].Accuracy / 100), "one": percent(b.layers[1].Accuracy / 100), "best": strconv.Itoa(best),
		"best-accuracy": percent(b.layers[best].Accuracy / 100), "last": percent(b.layers[len(b.layers)-1].Distance),
		"layers": strconv.Itoa(averagingDepth), "spread": percent(limitSpread(b.graph)),
		"measured": percent(b.graph.EdgeHomophily()), "nodes": strconv.Itoa(b.graph.N),
	}}
}

// drawClouds draws the projection of every node onto the line through the two class means. The scale is that of depth 0, so that the
// reader sees how the classes move together.
func drawClouds(p *pen, b *averagedGraph, depth int) {
	g := b.graph
	at, scale := projections(g, depth), 0.0
	for _, z := range projections(g, 0) {
		scale = max(scale, math.Abs(z))
	}
	p.text("i b", 0, 16, "Where the nodes stand between the two class means")
	p.line("ax", 10, 110, 510, 110)
	for i, z := range at {
		y := 110 - 6 - float64(i%8)*9
		class := "A"
		if g.Labels[i] == 1 {
			y, class = 110+6+float64(i%8)*9, "B"
		}
		p.circle(class, 260+z/scale*240, y, 5)
	}
	p.text("sm", 10, 204, "class A above, class B below; the scale stays")
}

// projections returns the coordinate of every node on the line through the two class means, measured from the mean of all nodes.
func projections(g *graph.Graph, depth int) []float64 {
	// Sums of the features by class.
	h, cols := exact.AveragedFeatures(g, depth), g.X.Cols
	var mean [2][]float64
	var size [2]float64
	for c := range mean {
		mean[c] = make([]float64, cols)
	}
	for i := range g.N {
		size[g.Labels[i]]++
		for k := range cols {
			mean[g.Labels[i]][k] += h[i*cols+k]
		}
	}
	// The direction from the mean of class 1 to that of class 0.
	dir, norm := make([]float64, cols), 0.0
	for k := range cols {
		dir[k] = mean[0][k]/size[0] - mean[1][k]/size[1]
		norm += dir[k] * dir[k]
	}
	norm = math.Sqrt(max(norm, 1e-18)) // equal means give coordinates 0, not NaN
	// Coordinates along it, with mean 0.
	at := make([]float64, g.N)
	middle := 0.0
	for i := range at {
		for k := range cols {
			at[i] += h[i*cols+k] * dir[k] / norm
		}
		middle += at[i] / float64(g.N)
	}
	for i := range at {
		at[i] -= middle
	}
	return at
}

// limitSpread returns the relative standard deviation of the features over the nodes in the limit of averaging. In the limit the features
// of node i are √(dᵢ + 1) times one vector, where dᵢ is the degree, so the spread is that of the roots.
func limitSpread(g *graph.Graph) float64 {
	degree := make([]float64, g.N)
	for _, e := range g.Edges {
		degree[e.I]++
		degree[e.J]++
	}
	mean, square := 0.0, 0.0
	for _, d := range degree {
		mean += math.Sqrt(d+1) / float64(g.N)
		square += (d + 1) / float64(g.N)
	}
	return math.Sqrt(max(0, square-mean*mean)) / mean
}
