// Package heat compares sheaf models with other models over a grid of generated graphs.
// The command `sgpc table -heat` and the laboratory of the page (web/lab) use it.
// A point of the grid is a choice of the generator's parameters. Each point has the same number of graphs, with different seeds.
// Model m has the test accuracy a(m, g) and the validation accuracy v(m, g) on graph g. The difference on graph g is
//
//	d_g = a(s_g, g) − a(r_g, g)
//	s_g = argmax v(m, g) over the sheaf models,  r_g = argmax v(m, g) over the other models
//
// Both choices use validation nodes only, so d_g is the gain that a user of sheaf models would see on the test nodes.
// A point is decided if Student's t-test rejects a mean of 0 for d, with Holm's correction over all points.
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

// Level bounds the probability that at least one point of a map is decided although d has mean 0 at every point.
const Level = 0.05

// MaxPoints is the largest number of points of a grid, and MaxGraphs the largest number of graphs at each point.
const (
	MaxPoints = 100
	MaxGraphs = 100
)

// Axis is a parameter of a generator with the values that it has along the axis.
type Axis struct {
	Name   string    `json:"name"`
	Values []float64 `json:"values"`
}

// Map has the accuracies over a grid of one or two axes. The index of a point varies fastest along the first axis.
// Base is the specification of the generator, such as "universe:n=120"; the axes replace some of its parameters.
// Graphs is the number of graphs at each point. Command made the map on the day Date, such as 2026-11-26.
type Map struct {
	Command  string   `json:"command"`
	Date     string   `json:"date"`
	Base     string   `json:"base"`
	Axes     []Axis   `json:"axes"`
	Graphs   int      `json:"graphs"`
	Models   []string `json:"models"`
	Versions []string `json:"versions"` // study.ModelVersion of each model, a digest of its results
	// Test and Val are accuracies in per cent by point, model and graph; the graph varies fastest. A missing accuracy is −1.
	Test []float64 `json:"test"`
	Val  []float64 `json:"val"`
}

// New returns a map whose accuracies are all missing. Command, Date and Versions are empty.
// It returns an error unless each of these conditions holds.
//   - base is the specification of a generator with a seed.
//   - There are one or two axes. An axis is a parameter of the generator other than the seed, and occurs once.
//   - Each axis has values, all within the range of the parameter. The seeds of all graphs are in range, too.
//   - The grid has at most [MaxPoints] points, and graphs is in 1 … MaxGraphs.
func New(base string, axes []Axis, graphs int, models []string) (*Map, error) {
	gen, values, err := graph.ParseSpec(base)
	if err != nil {
		return nil, err
	}
	_, hasSeed := values["seed"]
	if !hasSeed {
		return nil, fmt.Errorf("%s draws nothing; choose a generator with a seed, such as universe", gen.Name)
	}
	isOneAxis := len(axes) == 1
	areTwoDifferent := len(axes) == 2 && axes[0].Name != axes[1].Name
	if !isOneAxis && !areTwoDifferent {
		return nil, errors.New("a map has one axis or two different ones")
	}
	m := &Map{Base: base, Axes: axes, Graphs: graphs, Models: models}
	for _, a := range axes {
		_, isParameter := values[a.Name]
		isSeed := a.Name == "seed"
		if !isParameter || isSeed || len(a.Values) == 0 {
			return nil, fmt.Errorf("axis %q: want a parameter of %s but its seed, and values", a.Name, gen.Name)
		}
	}
	graphsFit := 1 <= graphs && graphs <= MaxGraphs
	if m.Points() > MaxPoints || !graphsFit {
		return nil, fmt.Errorf("%d points of %d graphs: want at most %d points and 1 to %d graphs", m.Points(), graphs, MaxPoints, MaxGraphs)
	}
	// A value out of range makes the specification of its points invalid. The last graph has the largest seed.
	for p := range m.Points() {
		if _, _, err := graph.ParseSpec(m.Spec(p, graphs-1)); err != nil {
			return nil, err
		}
	}
	n := m.Points() * len(models) * graphs
	m.Test = slices.Repeat([]float64{-1}, n)
	m.Val = slices.Repeat([]float64{-1}, n)
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

// Spec returns the specification of graph g at a point, such as "universe:n=120,homophily=0.5,seed=2". g and point count from 0.
// The seed is the seed of Base plus g. Parameters with their default are left out, see [graph.Generator.Spec].
// If Base is not valid, Spec returns Base.
func (m *Map) Spec(point, g int) string {
	gen, values, err := graph.ParseSpec(m.Base)
	if err != nil {
		return m.Base
	}
	values["seed"] += float64(g)
	// The index along the first axis is the lowest digit of point.
	digits := point
	for _, a := range m.Axes {
		values[a.Name] = a.Values[digits%len(a.Values)]
		digits /= len(a.Values)
	}
	return gen.Spec(values)
}

// Set stores the accuracies of a model on graph g at a point, in per cent and rounded to tenths. The three indices count from 0.
// val and test are in [0, 1], or −1 for a missing accuracy.
func (m *Map) Set(point, model, g int, val, test float64) {
	k := (point*len(m.Models)+model)*m.Graphs + g
	m.Val[k] = roundedPercent(val)
	m.Test[k] = roundedPercent(test)
}

// roundedPercent returns a share in per cent, rounded to tenths, or −1 for a negative share.
func roundedPercent(share float64) float64 {
	if share < 0 {
		return -1
	}
	// share*1000 is the accuracy in tenths of a per cent.
	return float64(int(float64(share*1000)+0.5)) / 10
}

// accuracies returns the part of list, which is m.Test or m.Val, for a model at a point: one accuracy for each graph.
func (m *Map) accuracies(list []float64, point, model int) []float64 {
	first := (point*len(m.Models) + model) * m.Graphs
	return list[first : first+m.Graphs]
}

// Mean summarizes the test accuracies of a model at a point, in per cent, without missing accuracies.
func (m *Map) Mean(point, model int) tables.Summary {
	present := slices.Clone(m.accuracies(m.Test, point, model))
	present = slices.DeleteFunc(present, func(accuracy float64) bool { return accuracy < 0 })
	return tables.Summarize(present)
}

// Sheaf reports whether a model counts as a sheaf model: SGPC, which is the model of this program, and the models of package peer
// whose layers compute with restriction maps. ISN does not count, since its maps are the identity. SheafHyper counts, although its maps
// lead into hyperedges. A name that package peer does not know counts as SGPC.
func Sheaf(model string) bool {
	p := peer.Find(model)
	isSGPC := p == nil
	if isSGPC || model == "sheafhyper" {
		return true
	}
	return p.Sheaves && model != "isn"
}

// Verdict is the comparison at a point: the summary of the differences d in percentage points, and the p-value P of the t-test.
// Sign is the sign of the mean of d, 1 or −1, if the point is decided, and 0 if it is undecided.
type Verdict struct {
	tables.Summary
	P    float64
	Sign int
}

// Verdicts returns the comparison at each point. Graphs whose d is missing (method difference) do not count.
// With fewer than three remaining graphs, a point has the p-value 1 and is undecided.
func (m *Map) Verdicts() []Verdict {
	verdicts := make([]Verdict, m.Points())
	pValues := make([]float64, m.Points())
	for point := range verdicts {
		var differences []float64
		for g := range m.Graphs {
			if d, ok := m.difference(point, g); ok {
				differences = append(differences, d)
			}
		}
		v := &verdicts[point]
		v.Summary = tables.Summarize(differences)
		v.P = v.PValue()
		pValues[point] = v.P
	}
	for point, isDecided := range tables.Holm(pValues, Level) {
		if isDecided {
			verdicts[point].Sign = cmp.Compare(verdicts[point].Mean, 0)
		}
	}
	return verdicts
}

// difference returns d_g for graph g at a point, in percentage points.
// ok is false if a test accuracy is missing, or if the map has no sheaf model or no other model.
func (m *Map) difference(point, g int) (d float64, ok bool) {
	// The models s_g and r_g.
	sheaf := m.bestOnValidation(point, g, Sheaf)
	other := m.bestOnValidation(point, g, func(model string) bool { return !Sheaf(model) })
	if sheaf < 0 || other < 0 {
		return 0, false
	}
	return m.accuracies(m.Test, point, sheaf)[g] - m.accuracies(m.Test, point, other)[g], true
}

// bestOnValidation returns the index of the eligible model with the largest validation accuracy on graph g at a point.
// Of several such models it returns the first. It returns −1 if no model is eligible, or if an eligible model has no test accuracy.
func (m *Map) bestOnValidation(point, g int, eligible func(model string) bool) int {
	best := -1
	for k, name := range m.Models {
		if !eligible(name) {
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
