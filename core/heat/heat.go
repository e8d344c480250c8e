// Package heat compares sheaf models with other models over a grid of generated graphs.
// Each model m has a test accuracy a(m, g) and a validation accuracy v(m, g) on the graphs g = 1 … G of a point.
// The difference on a graph is
//
//	d_g = a(s_g, g) − a(r_g, g),   s_g = argmax v(m, g) over models with a sheaf,  r_g = argmax v(m, g) over the others:
//
// the gain from a choice among sheaf models, on validation, over a choice among the others.
// A point is decided by Student's t-test of the mean of d, with Holm's correction over all points.
package heat

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"sheafscope/core/graph"
	"sheafscope/core/peer"
	"sheafscope/core/tables"
)

// Level bounds the probability that any point is decided on a map without differences.
const Level = 0.05

// MaxPoints and MaxGraphs are the largest numbers of points of a grid and of graphs of a point.
const (
	MaxPoints = 100
	MaxGraphs = 100
)

// Axis is a parameter of a generator with its values.
type Axis struct {
	Name   string    `json:"name"`
	Values []float64 `json:"values"`
}

// Map has the accuracies over a grid of one or two axes.
// Base is the specification of the generator with its other parameters.
// Points are numbered along the first axis, row by row.
type Map struct {
	Command  string   `json:"command"`
	Date     string   `json:"date"`
	Base     string   `json:"base"`
	Axes     []Axis   `json:"axes"`
	Graphs   int      `json:"graphs"`
	Models   []string `json:"models"`
	Versions []string `json:"versions"` // study.ModelVersion of each model
	// Test and Val are accuracies in per cent by point, model and graph, −1 where missing.
	Test []float64 `json:"test"`
	Val  []float64 `json:"val"`
}

// New returns a map without accuracies.
// It fails where the base belongs to no generator with a seed, or the grid is too large.
// It also fails where an axis is no parameter, occurs twice or has a value out of range.
func New(base string, axes []Axis, graphs int, models []string) (*Map, error) {
	gen, values, err := graph.ParseSpec(base)
	if err != nil {
		return nil, err
	}
	if _, seeded := values["seed"]; !seeded {
		return nil, fmt.Errorf("%s draws nothing; choose a generator with a seed, such as universe", gen.Name)
	}
	if len(axes) < 1 || len(axes) > 2 || len(axes) == 2 && axes[0].Name == axes[1].Name {
		return nil, errors.New("a map has one axis or two different ones")
	}
	m := &Map{Base: base, Axes: axes, Graphs: graphs, Models: models}
	for _, a := range axes {
		if _, ok := values[a.Name]; !ok || a.Name == "seed" || len(a.Values) == 0 {
			return nil, fmt.Errorf("axis %q: want a parameter of %s but its seed, and values", a.Name, gen.Name)
		}
	}
	if m.Points() > MaxPoints || graphs < 1 || graphs > MaxGraphs {
		return nil, fmt.Errorf("%d points of %d graphs: want at most %d points and 1 to %d graphs", m.Points(), graphs, MaxPoints, MaxGraphs)
	}
	for p := range m.Points() {
		if _, _, err := graph.ParseSpec(m.Spec(p, 0)); err != nil {
			return nil, err
		}
	}
	n := m.Points() * len(models) * graphs
	m.Test, m.Val = slices.Repeat([]float64{-1}, n), slices.Repeat([]float64{-1}, n)
	return m, nil
}

// Points returns the number of points of the grid.
func (m *Map) Points() int {
	n := 1
	for _, a := range m.Axes {
		n *= len(a.Values)
	}
	return n
}

// Spec returns the specification of graph g at a point; graphs differ in their seed.
func (m *Map) Spec(point, g int) string {
	gen, values, err := graph.ParseSpec(m.Base)
	if err != nil {
		return m.Base
	}
	values["seed"] += float64(g)
	for _, a := range m.Axes {
		values[a.Name] = a.Values[point%len(a.Values)]
		point /= len(a.Values)
	}
	return gen.Spec(values)
}

// Set stores the accuracies of a run, shares in 0..1 or −1, rounded to tenths of a per cent.
func (m *Map) Set(point, model, g int, val, test float64) {
	at := (point*len(m.Models)+model)*m.Graphs + g
	m.Val[at], m.Test[at] = roundedPercent(val), roundedPercent(test)
}

// roundedPercent returns a share in per cent, rounded to tenths; −1 stays.
func roundedPercent(share float64) float64 {
	if share < 0 {
		return -1
	}
	return float64(int(share*1000+0.5)) / 10
}

// accuracies returns the part of list that belongs to a model at a point, by graph.
func (m *Map) accuracies(list []float64, point, model int) []float64 {
	at := (point*len(m.Models) + model) * m.Graphs
	return list[at : at+m.Graphs]
}

// Mean summarizes the test accuracies of a model at a point, over the graphs that have one.
func (m *Map) Mean(point, model int) tables.Summary {
	return tables.Summarize(slices.DeleteFunc(slices.Clone(m.accuracies(m.Test, point, model)), func(x float64) bool { return x < 0 }))
}

// Sheaf reports whether a model counts as a sheaf model: SGPC, and peers whose layers compute with maps.
// ISN does not count, since its maps are the identity; SheafHyper counts, whose maps lead into hyperedges.
func Sheaf(model string) bool {
	p := peer.Find(model)
	return p == nil || p.Sheaves && model != "isn" || model == "sheafhyper"
}

// Verdict is the comparison at a point: a summary of the differences d in percentage points, and the p-value.
// Sign is the sign of the mean where the test decides, else 0.
type Verdict struct {
	tables.Summary
	P    float64
	Sign int
}

// Verdicts returns the comparison at each point; graphs without all accuracies do not count.
func (m *Map) Verdicts() []Verdict {
	out, p := make([]Verdict, m.Points()), make([]float64, m.Points())
	for k := range out {
		var d []float64
		for g := range m.Graphs {
			if x, ok := m.difference(k, g); ok {
				d = append(d, x)
			}
		}
		out[k].Summary = tables.Summarize(d)
		out[k].P = out[k].PValue()
		p[k] = out[k].P
	}
	for k, decided := range tables.Holm(p, Level) {
		if decided {
			out[k].Sign = cmp.Compare(out[k].Mean, 0)
		}
	}
	return out
}

// difference returns d of a graph at a point; ok is false where an accuracy is missing.
func (m *Map) difference(point, g int) (d float64, ok bool) {
	s, r := m.bestOnValidation(point, g, true), m.bestOnValidation(point, g, false)
	if s < 0 || r < 0 {
		return 0, false
	}
	return m.accuracies(m.Test, point, s)[g] - m.accuracies(m.Test, point, r)[g], true
}

// bestOnValidation returns the model of one side with the best validation accuracy on a graph, the first of equal ones.
// It returns −1 where an accuracy is missing.
func (m *Map) bestOnValidation(point, g int, sheaf bool) int {
	best := -1
	for k, name := range m.Models {
		if Sheaf(name) != sheaf {
			continue
		}
		if m.accuracies(m.Test, point, k)[g] < 0 {
			return -1
		}
		if best < 0 || m.accuracies(m.Val, point, k)[g] > m.accuracies(m.Val, point, best)[g] {
			best = k
		}
	}
	return best
}
