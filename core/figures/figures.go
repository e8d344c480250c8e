// Package figures lists the table and the figures of the SGPC paper, and the
// ablations that its claims call for, as runs to train and points to draw. Of R
// runs a point is their mean with the 95 % interval x̄ ± t s/√R (tables.Interval).
package figures

import (
	"math"
	"slices"

	"sheafscope/core/order"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/tables"
	"sheafscope/core/train"
)

// What stands on the axis of a figure.
const (
	XVariant = "variant" // one bar for each variant, on each data set
	XValue   = "value"   // the X of the variant
	XMetric  = "metric"  // the first of Y
	XIndex   = "index"   // the place in a series
	XSeries  = "series"  // the first of Y, which are series
)

// PaperFigure is a figure of the paper, or an ablation drawn like one.
type PaperFigure struct {
	// ID is "1", "2a" … "4", or the name of an ablation.
	ID    string `json:"id"`
	Title string `json:"title"`
	// Shows is what the paper shows there, one sentence; "" for what the paper has not.
	Shows string `json:"shows,omitempty"`
	// Ablation names what is trained; Only chooses among its variants, all for nil.
	Ablation string   `json:"ablation"`
	Only     []string `json:"only,omitempty"`
	// Method is where the settings come from: each part of the paper, but for what asks about the usual settings.
	Method method.Method `json:"method"`
	// Datasets are those of the paper, or built-in graphs.
	Datasets []string `json:"datasets"`
	// X is what the axis shows, Y the metrics or series; XLabel and YLabel name them.
	X      string   `json:"x"`
	Y      []string `json:"y"`
	XLabel string   `json:"xlabel,omitempty"`
	YLabel string   `json:"ylabel"`
	// Log draws logarithms on x, for 0 what stands left of the least other value.
	Log bool `json:"log,omitempty"`
	of  Ablation
}

// Variants are those of the figure's ablation that it shows.
func (f PaperFigure) Variants() (out []Variant) {
	for _, v := range f.of.Variants {
		if f.Only == nil || slices.Contains(f.Only, v.Name) {
			out = append(out, v)
		}
	}
	return out
}

// Set are the settings that hold for all variants.
func (f PaperFigure) Set() map[string]string { return f.of.Set }

// Measurement is a run of a figure.
type Measurement struct {
	Variant Variant
	Dataset string
	train.Outcome
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
	// Paired is the mean difference of the first curve and this one, split by split, and half of its 95 % interval; none where unknown.
	Paired []float64 `json:"paired,omitempty"`
}

// Curves makes the points of a figure. Accuracies and errors are shares in 0..1.
func (f PaperFigure) Curves(results []Measurement) []Curve {
	var p points
	for _, r := range results {
		p.datasets = append(p.datasets, r.Dataset)
	}
	order.Names(p.datasets)
	for _, d := range slices.Compact(p.datasets) {
		for _, v := range f.Variants() {
			var of []train.Outcome
			for _, r := range results {
				if r.Dataset == d && r.Variant.Name == v.Name && r.Variant.X == v.X {
					of = append(of, r.Outcome)
				}
			}
			if len(of) > 0 {
				p.dataset = d
				f.points(&p, v, of)
			}
		}
	}
	return p.out
}

// points are the curves so far, and the data set of the next point.
type points struct {
	datasets []string
	dataset  string
	out      []Curve
}

// points adds those of the runs of a variant.
func (f PaperFigure) points(p *points, v Variant, of []train.Outcome) {
	last := len(f.Y) - 1
	switch f.X {
	case XVariant:
		p.add(v.Name, 0, means(of, f.Y[0]))
	case XValue:
		name := v.Name
		if f.Log { // a grid: its variants are points of one line
			name = f.Ablation
		}
		p.add(name, v.X, means(of, f.Y[0]))
	case XMetric:
		p.add(v.Name, means(of, f.Y[0]).Mean, means(of, f.Y[last]))
	case XSeries:
		x := along(of, f.Y[0], f.Y[0])
		for k, y := range along(of, f.Y[last], f.Y[0]) {
			p.add(v.Name, x[k].Mean, y)
		}
	case XIndex:
		for _, name := range f.Y {
			label := v.Name
			if last > 0 {
				label = name
			}
			for k, y := range along(of, name, "") {
				p.add(label, float64(k+1), y)
			}
		}
	}
}

// add puts a point behind those of its curve.
func (p *points) add(name string, x float64, y tables.Summary) {
	if y.N == 0 {
		return
	}
	k := slices.IndexFunc(p.out, func(c Curve) bool { return c.Name == name && c.Dataset == p.dataset })
	if k < 0 {
		k = len(p.out)
		p.out = append(p.out, Curve{Name: name, Dataset: p.dataset})
	}
	c := &p.out[k]
	c.X, c.Y, c.Half, c.N = append(c.X, x), append(c.Y, y.Mean), append(c.Half, y.Interval()), append(c.N, y.N)
}

// means summarizes a metric, or "test" or "val", over the runs that have it.
func means(of []train.Outcome, name string) tables.Summary {
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

// along summarizes a series place by place, over the runs that reach it and
// have there another number than 0 in the series with, unless that is "": an empty bin says nothing.
func along(of []train.Outcome, name, with string) (out []tables.Summary) {
	for k := 0; ; k++ {
		var x []float64
		reached := false
		for _, o := range of {
			s := o.Series[name]
			if k >= len(s) {
				continue
			}
			reached = true
			if w := o.Series[with]; !math.IsNaN(s[k]) && (with == "" || w[k] != 0) {
				x = append(x, s[k])
			}
		}
		if !reached {
			return out
		}
		out = append(out, tables.Summarize(x))
	}
}
