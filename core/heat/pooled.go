package heat

import (
	"fmt"
	"strings"

	"sheafscope/core/tables"
	"sheafscope/core/words"
)

// Pooled averages d over all points for each seed of the graphs, and summarizes these averages.
// Graphs with the same seed share random numbers, so a seed counts as one observation.
// A seed with a missing accuracy does not count.
func (m *Map) Pooled() tables.Summary {
	var means []float64
	for g := range m.Graphs {
		sum, complete := 0.0, true
		for p := range m.Points() {
			d, ok := m.difference(p, g)
			sum += d
			complete = complete && ok
		}
		if complete {
			means = append(means, sum/float64(m.Points()))
		}
	}
	return tables.Summarize(means)
}

// Sentence describes the map: the pooled mean with its interval and p-value, then the numbers of decided and undecided points.
// With fewer than two complete seeds it returns the numbers only.
func (m *Map) Sentence() string {
	sheafWins, graphWins, undecided := 0, 0, 0
	for _, verdict := range m.Verdicts() {
		switch verdict.Sign {
		case 1:
			sheafWins++
		case -1:
			graphWins++
		default:
			undecided++
		}
	}
	counts := fmt.Sprintf("Of %d kinds of graphs a sheaf wins on %d and a graph on %d. On %d they cannot be told apart.",
		m.Points(), sheafWins, graphWins, undecided)

	pooled := m.Pooled()
	if pooled.N < 2 {
		return counts
	}
	p := "p < 0.001"
	if value := pooled.PValue(); value >= 0.001 {
		p = fmt.Sprintf("p = %.3f", value)
	}
	size := strings.TrimPrefix(tables.PlusMinus(pooled.N, pooled.Mean, pooled.Interval()), "-")
	direction := words.Either(pooled.Mean < 0, "behind", "ahead")
	return fmt.Sprintf("Pooled over all kinds of graphs the sheaf models are %s points %s (95 %%, %s, %d graph seeds). ",
		size, direction, p, pooled.N) + counts
}
