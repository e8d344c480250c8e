// Package figures lists the table and the figures of the SGPC paper, and the
// ablations that its claims call for, as runs to train and points to draw. Of R
// runs a point is their mean with the 95 % interval x̄ ± t s/√R (tables.Interval).
package figures

import (
	"cmp"
	"math"
	"slices"

	"sheafscope/core/sgpc"
	"sheafscope/core/tables"
)

// What stands on the axis of a figure.
const (
	XVariant = "variant" // one bar for each variant, on each data set
	XValue   = "value"   // the X of the variant
	XMetric  = "metric"  // the first of Y
	XIndex   = "index"   // the place in a series
	XSeries  = "series"  // the first of Y, which are series
)

// Figure is a figure of the paper, or an ablation drawn like one.
type Figure struct {
	// ID is "1", "2a" … "4", or the name of an ablation.
	ID, Title string
	// Shows is what the paper shows there, one sentence; "" for what the paper has not.
	Shows string
	// Ablation names what is trained; Only chooses among its variants, all for nil.
	Ablation string
	Only     []string
	// Method is where the settings come from.
	Method sgpc.Method
	// Datasets are those of the paper, or built-in graphs.
	Datasets []string
	// X is what the axis shows, Y the metrics or series; XLabel and YLabel name them.
	X              string
	Y              []string
	XLabel, YLabel string
	// Log draws logarithms on x, for 0 what stands left of the least other value.
	Log bool
}

// Figures lists them in the order of the paper, the ablations after them.
func Figures() []Figure {
	accuracy, usual := []string{"test"}, sgpc.MethodValidation
	list := []Figure{
		{ID: "1", Title: "Spectral gap", Shows: "Gap ascent moves λ₂ away from 0, drawn for two nodes with a weak and a strong edge.",
			Ablation: "spectrum", Datasets: []string{"barbell"}, X: XIndex, Y: []string{"spectrum"}, XLabel: "eigenvalue", YLabel: "λ"},
		{ID: "2a", Title: "Gap and test error", Shows: "On Chameleon the test error falls almost linearly as λ₂ grows.",
			Ablation: "gap", Datasets: []string{"chameleon"}, X: XMetric, Y: []string{"lambda2", "test_error"}, XLabel: "λ₂", YLabel: "test error"},
		{ID: "2b", Title: "Bound and test risk", Shows: "On Chameleon the bound falls monotonically with the epochs and the test risk goes towards it.",
			Ablation: "bound", Datasets: []string{"chameleon"}, X: XIndex, Y: []string{"bound", "test_risk"}, XLabel: "epoch", YLabel: "bound, risk"},
		{ID: "2c", Title: "Diffusion and mixing", Shows: "Diffusion carries homophilic graphs and mixing heterophilic ones; both together are about 2 points better.",
			Ablation: "components", Only: []string{"full", "without SVR", "without AFM"},
			Datasets: []string{"cora", "citeseer", "chameleon", "texas"}, X: XVariant, Y: accuracy, YLabel: "test accuracy"},
		{ID: "2d", Title: "Reliability", Shows: "On Chameleon the bars stay close to the diagonal, with a calibration error of about 9.3 %.",
			Ablation: "reliability", Datasets: []string{"chameleon"}, X: XSeries, Y: []string{"confidence", "accuracy"},
			XLabel: "confidence", YLabel: "accuracy"},
		{ID: "3", Title: "Weights of the loss", Shows: "A weight of the KL term of about 0.1 is best, and one of the spectral term in the middle of the range.",
			Ablation: "lambda-kl", Datasets: []string{"texas"}, X: XValue, Y: accuracy, XLabel: "λ_KL", YLabel: "test accuracy", Log: true},
		{ID: "4", Title: "Depth", Shows: "Of eight layers the transport lift loses 1.2 points on Cora, Sinkhorn alone 16.6 and scalar weights 22.1.",
			Ablation: "depth", Datasets: []string{"cora"}, X: XValue, Y: accuracy, XLabel: "layers", YLabel: "test accuracy"},
		{ID: "plans", Title: "Does the transport plan carry information?", Ablation: "plans", Method: usual,
			Only:     []string{"full", "plans shuffled over the edges, retrained", "uniform measures, retrained", "independent coupling, retrained"},
			Datasets: []string{"texas"}, X: XVariant, Y: accuracy, YLabel: "test accuracy"},
		{ID: "components", Title: "What does each part add?", Ablation: "components", Datasets: []string{"texas"}, X: XVariant, Y: accuracy,
			YLabel: "test accuracy"},
		{ID: "sign", Title: "Which sign of the far map?", Ablation: "sign", Datasets: []string{"texas"}, X: XVariant, Y: accuracy,
			YLabel: "test accuracy"},
		{ID: "maps", Title: "Do the learned maps matter?", Ablation: "maps", Method: usual, Datasets: []string{"texas"}, X: XVariant, Y: accuracy,
			YLabel: "test accuracy"},
		{ID: "lambda-spec", Title: "Weight of the spectral term", Ablation: "lambda-spec", Datasets: []string{"texas"}, X: XValue, Y: accuracy,
			XLabel: "λ_spec", YLabel: "test accuracy", Log: true},
	}
	for k := range list { // but for what asks about the usual settings, each with all parts of the paper
		list[k].Method = cmp.Or(list[k].Method, sgpc.MethodPaper)
	}
	return list
}

// Variants are those of the figure's ablation that it shows.
func (f Figure) Variants() (out []Variant) {
	a, _ := Find(f.Ablation)
	for _, v := range a.Variants {
		if f.Only == nil || slices.Contains(f.Only, v.Name) {
			out = append(out, v)
		}
	}
	return out
}

// Result is a run of a figure.
type Result struct {
	Variant Variant
	Dataset string
	Measured
}

// Curve is what a figure draws of some of its runs: a line, or one bar. Half is
// half of the 95 % interval, 0 where a single run stands behind a point, N how many runs stand behind it.
type Curve struct {
	Name    string    `json:"name"`
	Dataset string    `json:"dataset"`
	X       []float64 `json:"x"`
	Y       []float64 `json:"y"`
	Half    []float64 `json:"half"`
	N       []int     `json:"n"`
}

// Curves makes the points of a figure. Accuracies and errors are shares in 0..1.
func (f Figure) Curves(results []Result) (out []Curve) {
	at := func(name, dataset string) *Curve {
		for k := range out {
			if out[k].Name == name && out[k].Dataset == dataset {
				return &out[k]
			}
		}
		out = append(out, Curve{name, dataset, []float64{}, []float64{}, []float64{}, []int{}})
		return &out[len(out)-1]
	}
	var datasets []string
	for _, r := range results {
		if !slices.Contains(datasets, r.Dataset) {
			datasets = append(datasets, r.Dataset)
		}
	}
	for _, d := range datasets {
		for _, v := range f.Variants() {
			var of []Measured
			for _, r := range results {
				if r.Dataset == d && r.Variant.Name == v.Name && r.Variant.X == v.X {
					of = append(of, r.Measured)
				}
			}
			if len(of) == 0 {
				continue
			}
			switch f.X {
			case XVariant:
				at(v.Name, d).add(0, means(of, f.Y[0]))
			case XValue:
				name := v.Name
				if f.Log { // a grid: its variants are points of one line
					name = f.Ablation
				}
				at(name, d).add(v.X, means(of, f.Y[0]))
			case XMetric:
				at(v.Name, d).add(means(of, f.Y[0]).Mean, means(of, f.Y[1]))
			case XSeries:
				x, y := along(of, f.Y[0]), along(of, f.Y[1])
				for k := range min(len(x), len(y)) {
					at(v.Name, d).add(x[k].Mean, y[k])
				}
			case XIndex:
				for _, name := range f.Y {
					label := v.Name
					if len(f.Y) > 1 {
						label = name
					}
					for k, y := range along(of, name) {
						at(label, d).add(float64(k+1), y)
					}
				}
			}
		}
	}
	return out
}

func (c *Curve) add(x float64, y tables.Summary) {
	if y.N > 0 {
		c.X, c.Y, c.Half, c.N = append(c.X, x), append(c.Y, y.Mean), append(c.Half, y.Interval()), append(c.N, y.N)
	}
}

// means summarizes a metric, or "test" or "val", over the runs that have it.
func means(of []Measured, name string) tables.Summary {
	var x []float64
	for _, o := range of {
		v, ok := o.Metrics[name]
		switch name {
		case "test":
			v, ok = o.Test, o.Test >= 0
		case "val":
			v, ok = o.Val, o.Val >= 0
		}
		if ok && !math.IsNaN(v) {
			x = append(x, v)
		}
	}
	return tables.Summarize(x)
}

// along summarizes a series place by place, over the runs that reach it.
func along(of []Measured, name string) (out []tables.Summary) {
	for k := 0; ; k++ {
		var x []float64
		for _, o := range of {
			if s := o.Series[name]; k < len(s) && !math.IsNaN(s[k]) {
				x = append(x, s[k])
			}
		}
		if len(x) == 0 {
			return out
		}
		out = append(out, tables.Summarize(x))
	}
}
