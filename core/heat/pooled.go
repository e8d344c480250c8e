package heat

import (
	"fmt"
	"strings"

	"sheafscope/core/tables"
	"sheafscope/core/words"
)

// Pooled summarizes, over the seeds of the graphs, the mean of d over all points.
// Graphs of one seed share random numbers, so each seed counts once; seeds with missing accuracies do not count.
func (m *Map) Pooled() tables.Summary {
	var means []float64
	for g := range m.Graphs {
		sum, whole := 0.0, true
		for p := range m.Points() {
			d, ok := m.difference(p, g)
			sum += d
			whole = whole && ok
		}
		if whole {
			means = append(means, sum/float64(m.Points()))
		}
	}
	return tables.Summarize(means)
}

// Sentence describes the map: the pooled mean with interval and p-value, then the number of decided points.
func (m *Map) Sentence() string {
	var won [3]int
	for _, d := range m.Verdicts() {
		won[d.Sign+1]++
	}
	text := fmt.Sprintf("Of %d kinds of graphs a sheaf wins on %d and a graph on %d. On %d they cannot be told apart.",
		m.Points(), won[2], won[0], won[1])
	s := m.Pooled()
	if s.N < 2 {
		return text
	}
	p := "p < 0.001"
	if v := s.PValue(); v >= 0.001 {
		p = fmt.Sprintf("p = %.3f", v)
	}
	mean := strings.TrimPrefix(tables.PlusMinus(s.N, s.Mean, s.Interval()), "-")
	return fmt.Sprintf("Pooled over all kinds of graphs the sheaf models are %s points %s (95 %%, %s, %d graph seeds). ", mean,
		words.Either(s.Mean < 0, "behind", "ahead"), p, s.N) + text
}
