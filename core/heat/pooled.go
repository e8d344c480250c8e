package heat

import (
	"fmt"
	"strings"

	"sheafscope/core/tables"
	"sheafscope/core/words"
)

// This file contains the summary of a map over all points.

// Pooled averages the difference d over all points for each seed of the graphs, and summarizes these averages.
// d is the difference of two test accuracies in percentage points, best sheaf model minus best other model (difference).
// At every point, graph g has the same seed. Graphs with the same seed share random numbers, so a seed counts as one observation.
// A seed does not count if d is missing for one of its graphs, because a test accuracy is missing. d is always missing if the map has no
// sheaf model or no other model.
func (m *Map) Pooled() tables.Summary {
	var means []float64
	for g := range m.Graphs {
		sum := 0.0
		isComplete := true
		for point := range m.Points() {
			d, ok := m.difference(point, g)
			sum += d // 0 if d is missing
			isComplete = isComplete && ok
		}
		if isComplete {
			means = append(means, sum/float64(m.Points()))
		}
	}
	return tables.Summarize(means)
}

// Sentence returns a description of the map: the pooled mean with its interval and p-value, and the numbers of decided and
// undecided points. With fewer than two complete seeds the description consists of these numbers only.
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
	if pooled.N < 2 { // no interval and no test
		return counts
	}
	p := "p < 0.001"
	value := pooled.PValue()
	if value >= 0.001 {
		p = fmt.Sprintf("p = %.3f", value)
	}
	// direction has the sign of the mean, so size has none.
	size := strings.TrimPrefix(tables.PlusMinus(pooled.N, pooled.Mean, pooled.Interval()), "-")
	direction := words.Either(pooled.Mean < 0, "behind", "ahead")
	return fmt.Sprintf("Pooled over all kinds of graphs the sheaf models are %s points %s (95 %%, %s, %d graph seeds). ",
		size, direction, p, pooled.N) + counts
}
