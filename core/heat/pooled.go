package heat

import (
	"cmp"
	"fmt"
	"strings"

	"sheafscope/core/tables"
)

// Pooled averages the difference d_g (method difference) over all points for each g, and summarizes these averages in percentage points.
// The graphs with the index g at all points have the same seed and share random numbers, so together they count as one observation.
// A g for which d_g is missing at one or more points does not count.
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

// Sentence describes the map: the result of Pooled with its interval and p-value, and the numbers of decided and undecided points.
// A point with fewer than three graphs is neither decided nor undecided: the sentence counts such points separately.
// If Pooled has fewer than three averages, Sentence has only the numbers of points.
func (m *Map) Sentence() string {
	sheafWins, graphWins, undecided, untested := 0, 0, 0, 0
	for _, verdict := range m.Verdicts() {
		switch {
		case verdict.N < 3: // the t-test needs three graphs
			untested++
		case verdict.Sign > 0:
			sheafWins++
		case verdict.Sign < 0:
			graphWins++
		default:
			undecided++
		}
	}
	counts := fmt.Sprintf("Of %d kinds of graphs a sheaf wins on %d and a graph on %d. On %d they cannot be told apart.",
		m.Points(), sheafWins, graphWins, undecided)
	if untested > 0 {
		counts += fmt.Sprintf(" %d have too few runs.", untested)
	}

	pooled := m.Pooled()
	if pooled.N < 3 { // no test
		return counts
	}
	p := "p < 0.001"
	value := pooled.PValue()
	if value >= 0.001 {
		p = fmt.Sprintf("p = %.3f", value)
	}
	// direction has the sign of the mean, so size has none. With the mean 0, neither side is ahead.
	size := strings.TrimPrefix(tables.PlusMinus(pooled.N, pooled.Mean, pooled.Interval()), "-")
	direction := [...]string{"behind", "ahead or behind", "ahead"}[cmp.Compare(pooled.Mean, 0)+1]
	return fmt.Sprintf("Pooled over all kinds of graphs the sheaf models are %s points %s (95 %%, %s, %d graph seeds). ",
		size, direction, p, pooled.N) + counts
}
