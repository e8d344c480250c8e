// Package figures defines the figures of the SGPC paper and the ablations of its claims: which runs are trained, and which points are
// drawn. The page and `sgpc reproduce` use them.
//
// A point is the mean x̄ of R runs with the 95 % interval x̄ ± t·s/√R (tables.Summary.Interval). Here s is the standard deviation of the
// runs, and t is a quantile of Student's distribution.
package figures

import (
	"math"
	"slices"

	"sheafscope/core/order"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/tables"
	"sheafscope/core/train"
)

// Values of PaperFigure.X, the quantity on the horizontal axis.
const (
	XVariant = "variant" // no quantity: a bar for each variant on each data set
	XValue   = "value"   // the X of the variant
	XMetric  = "metric"  // the metric Y[0]
	XIndex   = "index"   // the index in a series, from 1
	XSeries  = "series"  // the series Y[0]
)

// PaperFigure is a figure of the paper, or an ablation drawn like one.
type PaperFigure struct {
	// ID is the number in the paper, such as "2a", or the name of an ablation.
	ID    string `json:"id"`
	Title string `json:"title"`
	// Shows describes the figure of the paper in one sentence, or is "" for a figure that is not in the paper.
	Shows string `json:"shows,omitempty"`
	// Ablation is the name of the ablation to train. Only has the names of the variants to draw, nil for all variants.
	Ablation string   `json:"ablation"`
	Only     []string `json:"only,omitempty"`
	// Method is the rule that selects the settings for a graph. The ablation and the variant override these settings.
	Method method.Method `json:"method"`
	// Datasets are names of data sets of the paper or of built-in graphs.
	Datasets []string `json:"datasets"`
	// X is the quantity on the horizontal axis, Y are the metrics or series, and XLabel and YLabel are the names of the axes.
	X      string   `json:"x"`
	Y      []string `json:"y"`
	XLabel string   `json:"xlabel,omitempty"`
	YLabel string   `json:"ylabel"`
	// Log requests a logarithmic horizontal axis, with 0 to the left of all other values. With XValue, all variants are then one curve.
	Log bool `json:"log,omitempty"`

	ablation Ablation // the ablation named Ablation, set by Parse
}

// Variants returns the variants that the figure draws.
func (f PaperFigure) Variants() (out []Variant) {
	for _, v := range f.ablation.Variants {
		if f.Only == nil || slices.Contains(f.Only, v.Name) {
			out = append(out, v)
		}
	}
	return out
}

// Set returns the settings that all variants of the figure's ablation have in common.
func (f PaperFigure) Set() map[string]string { return f.ablation.Set }

// Measurement is the outcome of a run for a figure.
type Measurement struct {
	Variant Variant
	Dataset string
	train.Outcome
}

// Curve is a line or a bar of a figure. Name is the name of a variant, of a series or of an ablation. Point k has the coordinates X[k] and
// Y[k]. It summarizes N[k] runs, with the 95 % interval Y[k] ± Half[k], where Half[k] is 0 for a single run.
type Curve struct {
	Name    string    `json:"name"`
	Dataset string    `json:"dataset"`
	X       []float64 `json:"x"`
	Y       []float64 `json:"y"`
	Half    []float64 `json:"half"`
	N       []int     `json:"n"`
	// Paired summarizes the differences, split by split, of the Y of the figure's first curve minus the Y of this curve. It has their mean
	// and half of the width of its 95 % interval, both as shares. Paired is nil in the first curve, and if the differences are unknown.
	Paired []float64 `json:"paired,omitempty"`
}

// Curves returns the curves of a figure from the outcomes of its runs. They are sorted by data set, and then in the order of the variants
// or of the series. Accuracies and errors are shares in 0..1.
func (f PaperFigure) Curves(results []Measurement) []Curve {
	var datasets []string
	for _, r := range results {
		datasets = append(datasets, r.Dataset)
	}
	order.Names(datasets) // sorts, so that Compact below removes the repetitions
	var b curveBuilder
	for _, dataset := range slices.Compact(datasets) {
		b.dataset = dataset
		for _, v := range f.Variants() {
			var runs []train.Outcome // of the variant on the data set
			for _, r := range results {
				// The name and X identify a variant.
				isOfVariant := r.Variant.Name == v.Name && r.Variant.X == v.X
				if isOfVariant && r.Dataset == dataset {
					runs = append(runs, r.Outcome)
				}
			}
			if len(runs) > 0 {
				f.addPoints(&b, v, runs)
			}
		}
	}
	return b.curves
}

// curveBuilder collects the points of curves. The added points belong to the data set named dataset.
type curveBuilder struct {
	dataset string
	curves  []Curve
}

// addPoints adds the points of the runs of a variant. f.X determines their coordinates.
func (f PaperFigure) addPoints(b *curveBuilder, v Variant, runs []train.Outcome) {
	// With XMetric and XSeries, Y[0] is the x of a point and Y[last] its y.
	last := len(f.Y) - 1
	switch f.X {
	case XVariant:
		b.add(v.Name, 0, summarizeMetric(runs, f.Y[0]))
	case XValue:
		name := v.Name
		if f.Log { // all variants are points of one line, which has the name of the ablation
			name = f.Ablation
		}
		b.add(name, v.X, summarizeMetric(runs, f.Y[0]))
	case XMetric:
		if x := summarizeMetric(runs, f.Y[0]); x.N > 0 {
			b.add(v.Name, x.Mean, summarizeMetric(runs, f.Y[last]))
		}
	case XSeries: // Y[0] is also the filter: a 0 marks an empty bin of a run
		x := summarizeSeries(runs, f.Y[0], f.Y[0])
		for k, y := range summarizeSeries(runs, f.Y[last], f.Y[0]) {
			b.add(v.Name, x[k].Mean, y)
		}
	case XIndex:
		for _, series := range f.Y {
			name := v.Name
			if last > 0 { // several series: a curve for each series, and not for each variant
				name = series
			}
			for k, y := range summarizeSeries(runs, series, "") { // "": no filter
				b.add(name, float64(k+1), y)
			}
		}
	}
}

// add appends a point to the curve with a name on the present data set. It ignores a summary of no runs.
func (b *curveBuilder) add(name string, x float64, y tables.Summary) {
	if y.N == 0 {
		return
	}
	k := slices.IndexFunc(b.curves, func(c Curve) bool { return c.Name == name && c.Dataset == b.dataset })
	if k < 0 {
		k = len(b.curves)
		b.curves = append(b.curves, Curve{Name: name, Dataset: b.dataset})
	}
	c := &b.curves[k]
	c.X, c.Y = append(c.X, x), append(c.Y, y.Mean)
	c.Half, c.N = append(c.Half, y.Interval()), append(c.N, y.N)
}

// summarizeMetric summarizes a metric over the runs that have it. NaN does not count. The names "test" and "val" stand for the accuracies.
// The accuracy −1 marks an empty set and does not count, either.
func summarizeMetric(runs []train.Outcome, name string) tables.Summary {
	var x []float64
	for _, o := range runs {
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

// summarizeSeries returns a summary of a series over the runs for each index, up to the end of the longest series. NaN does not count.
// filter is the name of a second series of the same length, or "" for no filter. A run counts only where the second series is not 0.
func summarizeSeries(runs []train.Outcome, name, filter string) (out []tables.Summary) {
	for k := 0; ; k++ {
		var x []float64 // the numbers at index k
		someRunHasIndex := false
		for _, o := range runs {
			s := o.Series[name]
			if k >= len(s) {
				continue
			}
			someRunHasIndex = true
			isFiltered := filter != "" && o.Series[filter][k] == 0
			if isFiltered || math.IsNaN(s[k]) {
				continue
			}
			x = append(x, s[k])
		}
		if !someRunHasIndex {
			return out
		}
		out = append(out, tables.Summarize(x))
	}
}
