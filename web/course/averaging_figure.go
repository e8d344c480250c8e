// This file has the figure of chapter 1, which averages the features of each node over its neighbours, layer by layer. The reader sees that
// a few averagings can help, and that many blur the classes.

package course

import (
	"math"
	"slices"
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
		Pictures: []Size{{"clouds", 520, 210, "The nodes of the two classes along a line, after the chosen number of averagings"},
			{"curves", 520, 220, "Energy, distance of the classes and accuracy against depth"}},
		show: showAveraging,
		// A network needs at least one layer, so depth 0 opens the laboratory with one.
		recipe: func(v Values) recipe.Recipe {
			return recipe.Recipe{Setup: recipe.Setup{Graph: averagingSpec(v), Model: "gcn", Seed: 1,
				Settings: map[string]string{"layers": short(max(1, math.Round(v["depth"])))}}}
		},
		// A tap on the curves selects the depth at x. This is the inverse of the function x in showAveraging: the axis of depths is 430 units
		// long and begins at x = 60.
		point: func(_ *Course, v Values, picture, _ string, x, _ float64) {
			if picture == "curves" {
				v["depth"] = (x - 60) / 430 * averagingDepth
			}
		},
	}
}

// averagedGraph is a block model with its measures after each averaging.
type averagedGraph struct {
	spec   string // specification, from which the generator made the graph
	graph  *graph.Graph
	layers []exact.Layer // energy, distance and accuracy after k averagings, k = 0 … averagingDepth
}

// averagingSpec returns the generator's specification of the block model.
func averagingSpec(v Values) string { return exact.BlurGraph(v["homophily"]) }

// averaged returns the block model that the values describe. It generates a new graph only if the specification has changed.
func (c *Course) averaged(v Values) *averagedGraph {
	spec := averagingSpec(v)
	if c.averaging.spec != spec {
		if g, err := graph.Generate(spec); err == nil { // err is nil for all values of the parameters
			c.averaging = averagedGraph{spec, g, exact.Averaging(g, averagingDepth)}
		}
	}
	return &c.averaging
}

// showAveraging renders the figure: the projected nodes at the chosen depth, and the curves over all depths.
func showAveraging(c *Course, v Values) Rendering {
	averaged := c.averaged(v)
	layers := averaged.layers
	depth := min(int(math.Round(v["depth"])), len(layers)-1) // rounded, since an animation sets depths between two layers
	now := layers[depth]
	var clouds, curves pen
	drawClouds(&clouds, averaged, depth)
	// The axes of the curves: x of a depth k, and y of a share. A share above 1.1 would cover the legend, and is drawn at 1.1.
	x := func(k float64) float64 { return 60 + k/averagingDepth*430 }
	y := func(share float64) float64 { return 186 - 150*max(0, min(1.1, share)) }
	curves.line("ax", 60, y(0), 490, y(0))
	for _, share := range []float64{0, 0.5, 1} {
		curves.line("gd", 60, y(share), 490, y(share))
		curves.text("e", 50, y(share)+4, Num(share, 1))
	}
	// The curves of the three measures. The function measure returns a measure as a share.
	curve := func(class string, measure func(exact.Layer) float64) {
		var points [][2]float64
		for k, l := range layers {
			points = append(points, [2]float64{x(float64(k)), y(measure(l))})
		}
		curves.path(class, points)
	}
	curve("ln2 dash", func(l exact.Layer) float64 { return l.Energy })
	curve("ln2", func(l exact.Layer) float64 { return l.Distance })
	curve("ln", func(l exact.Layer) float64 { return l.Accuracy / 100 }) // in per cent
	// The legend has a piece of each line, because the colours depend on the theme. Then the chosen depth and the labels of the depths.
	for k, class := range []string{"ln", "ln2", "ln2 dash"} {
		left := 60 + 150*float64(k)
		curves.line(class, left, 12, left+24, 12)
		curves.text("sm", left+30, 16, []string{"accuracy", "distance left", "energy left"}[k])
	}
	depthX := x(float64(depth))
	curves.line("mark", depthX, y(0), depthX, y(1))
	curves.circle("fa", depthX, y(now.Distance), 5)
	curves.circle("fa", depthX, y(now.Accuracy/100), 5)
	for k := 0.0; k <= averagingDepth; k += 4 {
		curves.text("c", x(k), 204, Num(k, 0))
	}
	best := 0 // the smallest depth with the largest accuracy
	for k, l := range layers {
		if l.Accuracy > layers[best].Accuracy {
			best = k
		}
	}
	// The sentences have these numbers, and further numbers whose names need no explanation:
	//   - accuracy, distance, energy: the measures at the chosen depth
	//   - first, one: accuracy at depth 0 and at depth 1
	//   - best, best-accuracy: depth with the largest accuracy, and this accuracy
	//   - last: distance at the last depth
	//   - spread: result of limitSpread
	//   - measured: share of edges inside a class
	return Rendering{Pictures: map[string]string{"clouds": clouds.String(), "curves": curves.String()}, Values: map[string]string{
		"accuracy": percent(now.Accuracy / 100), "distance": percent(now.Distance), "energy": percent(now.Energy),
		"first": percent(layers[0].Accuracy / 100), "one": percent(layers[1].Accuracy / 100), "best": strconv.Itoa(best),
		"best-accuracy": percent(layers[best].Accuracy / 100), "last": percent(layers[len(layers)-1].Distance),
		"layers": strconv.Itoa(averagingDepth), "spread": percent(limitSpread(averaged.graph)),
		"measured": percent(averaged.graph.EdgeHomophily()), "nodes": strconv.Itoa(averaged.graph.N),
	}}
}

// drawClouds draws the projection of every node onto the line through the two class means. Every depth has the scale of depth 0, so that
// the reader sees the classes approach each other.
func drawClouds(p *pen, averaged *averagedGraph, depth int) {
	g := averaged.graph
	largest := 0.0 // largest distance from the middle at depth 0
	for _, z := range projections(g, 0) {
		largest = max(largest, math.Abs(z))
	}
	const axisY, scale = 110.0, 240.0 // a node at the distance largest is drawn scale units from the middle
	p.text("i b", 0, 16, "The nodes along the line through both class means")
	p.line("ax", 10, axisY, 510, axisY)
	for i, z := range projections(g, depth) {
		// Class 0 (A) is above the axis, and class 1 (B) is below. Each has eight rows, so that fewer nodes cover each other.
		fromAxis := 6 + float64(i%8)*9 // 6 to 69 units
		y, class := axisY-fromAxis, "A"
		if g.Labels[i] == 1 {
			y, class = axisY+fromAxis, "B"
		}
		p.circle(class, 260+z/largest*scale, y, 5)
	}
	p.text("sm", 10, 204, "class A above, class B below; the scale stays")
}

// projections averages the features depth times, and returns the coordinate of every node on the line through the two class means. The mean
// of all nodes has the coordinate 0, and the mean of class 0 is on the positive side. The graph must have nodes of both classes.
func projections(g *graph.Graph, depth int) []float64 {
	// The sum of the features of each class, and the number of its nodes. Row i of features belongs to node i.
	features, cols := exact.AveragedFeatures(g, depth), g.X.Cols
	var sum [2][]float64
	var size [2]float64
	for class := range sum {
		sum[class] = make([]float64, cols)
	}
	for i := range g.N {
		size[g.Labels[i]]++
		for k := range cols {
			sum[g.Labels[i]][k] += features[i*cols+k]
		}
	}
	// The direction from the mean of class 1 to the mean of class 0.
	dir, square := make([]float64, cols), 0.0
	for k := range cols {
		dir[k] = sum[0][k]/size[0] - sum[1][k]/size[1]
		square += dir[k] * dir[k]
	}
	norm := math.Sqrt(max(square, 1e-18)) // equal means give coordinates 0, not NaN
	// The coordinates along the direction, shifted to mean 0.
	coordinates := make([]float64, g.N)
	mean := 0.0
	for i := range coordinates {
		for k := range cols {
			coordinates[i] += features[i*cols+k] * dir[k] / norm
		}
		mean += coordinates[i] / float64(g.N)
	}
	for i := range coordinates {
		coordinates[i] -= mean
	}
	return coordinates
}

// limitSpread returns the standard deviation of a feature over the nodes, divided by the mean of the feature, in the limit of averaging.
// There every feature of node i, of degree dᵢ, is √(dᵢ + 1) times a factor of its connected part. The nodes are those of the largest part,
// so that the factor cancels.
func limitSpread(g *graph.Graph) float64 {
	part, parts := g.Components()
	size := make([]float64, parts) // number of nodes of each part
	for _, k := range part {
		size[k]++
	}
	most := slices.Max(size)
	largest := slices.Index(size, most)
	// The variance is the mean of the squares minus the square of the mean. Rounding may make the difference negative.
	mean, meanSquare := 0.0, 0.0
	for i, degree := range g.Degrees() {
		if part[i] == largest {
			mean += math.Sqrt(float64(degree+1)) / most
			meanSquare += float64(degree+1) / most
		}
	}
	return math.Sqrt(max(0, meanSquare-mean*mean)) / mean
}
