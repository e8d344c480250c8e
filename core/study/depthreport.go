// This file writes the report of the command depth as Markdown.

package study

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/figures"
	"sheafscope/core/tables"
	"sheafscope/core/train"
	"sheafscope/core/words"
)

// markdown returns the results as Markdown. For each data set it has
//   - a first table with a row for each network and number of layers; see [depthStudy.signal];
//   - a sentence for each network; see [depthStudy.verdict];
//   - a second table that compares the last network, which is SGPC by default, with each other network; see [depthStudy.paired].
func (s *depthStudy) markdown(results []Result) string {
	var b strings.Builder
	for _, d := range s.grid.Datasets {
		fmt.Fprintf(&b, "### Depth: %s\n\nFactors: last layer by first, trained, geometric mean with a 95 %% interval. ‖LX‖: norm of the "+
			"disagreement; share: ⟨X, LX⟩/⟨X, X⟩.\n\n", d)
		var rows [][]string
		for _, n := range s.nets {
			for _, l := range s.layers {
				rows = append(rows, s.signal(results, d, n, l))
			}
		}
		b.WriteString(tables.Markdown([]string{"network", "layers", "runs", "test, %", "norm", "‖LX‖", "share", "rank"}, rows))
		b.WriteByte('\n')
		// A sentence for each network, then the second table.
		for _, n := range s.nets {
			b.WriteString(s.verdict(results, d, n))
		}
		b.WriteString("\n" + s.paired(results, d) + "\n")
	}
	return b.String()
}

// point returns the summary of the finished runs of a network with the given number of layers. The page's figure has such points.
func (s *depthStudy) point(results []Result, dataset string, n figures.DepthNet, layers int) figures.DepthPoint {
	var runs []train.Outcome
	for _, r := range s.resultsOf(results, dataset, n, layers) {
		runs = append(runs, r.Outcome)
	}
	return figures.NewDepthPoint(layers, runs)
}

// signal returns the row of the first table for a network with the given number of layers: the number of runs, the test accuracy, and the
// factors by which four measures of the features X change from the first to the last layer. L is the sheaf Laplacian, and LX is the
// disagreement. The measures are the norms ‖X‖ and ‖LX‖, the share of the disagreement ⟨X, LX⟩/⟨X, X⟩, and the rank of X.
// The factors of a network with one layer are empty, since its first layer is its last.
// Without runs they are empty, too. A factor is "none" if the measure of any run is not positive at the first or the last layer.
func (s *depthStudy) signal(results []Result, dataset string, n figures.DepthNet, layers int) []string {
	p := s.point(results, dataset, n, layers)
	row := []string{n.Label(), strconv.Itoa(layers), strconv.Itoa(p.N), p.Accuracy()}
	// Names in figures.DepthMeasures: gap is ‖LX‖, and own is the share.
	for _, name := range []string{"norm", "gap", "own", "rank"} {
		factor := p.Kept[slices.Index(figures.DepthMeasures[:], name)] // mean, lower and upper end of its interval; 0 if a run has no factor
		switch {
		case layers == 1 || p.N == 0:
			row = append(row, "")
		case factor[0] == 0:
			row = append(row, "none")
		default:
			row = append(row, ratioText(factor))
		}
	}
	return row
}

// verdict returns a sentence on the disagreement of the features in a network with the largest number of layers.
// It returns "" if this number is 1, if there are fewer than two runs (a single run has no interval), or if a measure has no factor.
// For example:
//
//	GCN with 32 layers: the norm of the disagreement fades, by 0.02 (0.01 to 0.04); its share fades, by 0.10 (0.06 to 0.16).
func (s *depthStudy) verdict(results []Result, dataset string, n figures.DepthNet) string {
	deep := slices.Max(s.layers)
	p := s.point(results, dataset, n, deep)
	norm, share := p.Signal() // factors of ‖LX‖ and of the share: mean, lower and upper end of the interval; 0 if a run has no factor
	hasFactors := norm[0] != 0 && share[0] != 0
	if deep == 1 || p.N < 2 || !hasFactors {
		return ""
	}
	// figures.Fate returns "fades" or "grows" only if the interval of the factor does not contain 1.
	return fmt.Sprintf("%s with %d layers: the norm of the disagreement %s, by %s; its share %s, by %s.\n", n.Label(), deep,
		figures.Fate(norm), ratioText(norm), figures.Fate(share), ratioText(share))
}

// paired returns the second table, with a row for each number of layers.
// A cell has the mean of the test accuracy of the last network minus the test accuracy of another network, in percentage points. The
// differences are paired by split and seed. The last column instead subtracts the last network with the smallest number of layers.
// Runs without labelled test nodes do not count. A cell without a pair has a dash.
func (s *depthStudy) paired(results []Result, dataset string) string {
	last, others := s.nets[len(s.nets)-1], s.nets[:len(s.nets)-1]
	runKey := func(c Cell) string { return c.Split + " " + strconv.FormatUint(c.Seed, 10) }
	// accuracies returns the test accuracies of a network in per cent, by runKey.
	accuracies := func(n figures.DepthNet, layers int) map[string]float64 {
		out := map[string]float64{}
		for _, r := range s.resultsOf(results, dataset, n, layers) {
			if r.Outcome.Test >= 0 { // −1 without labelled test nodes
				out[runKey(r.Cell)] = 100 * r.Outcome.Test
			}
		}
		return out
	}
	// difference returns the mean of a − b over the keys that both maps have, with its interval. It deletes these keys from a, which must
	// be a new map.
	difference := func(a, b map[string]float64) string {
		var list []float64
		// The loop goes over results, since a map has no order and the sum must be deterministic. Results of several networks have the same
		// key. Each key counts once, since it is deleted from a.
		for _, r := range results {
			key := runKey(r.Cell)
			x, inA := a[key]
			y, inB := b[key]
			if inA && inB {
				list = append(list, x-y)
				delete(a, key)
			}
		}
		sum := tables.Summarize(list)
		if sum.N == 0 {
			return words.Dash
		}
		return tables.PlusMinus(sum.N, sum.Mean, sum.Interval())
	}
	fewest := slices.Min(s.layers)
	var rows [][]string
	for _, l := range s.layers {
		row := []string{strconv.Itoa(l)}
		for _, n := range others {
			row = append(row, difference(accuracies(last, l), accuracies(n, l)))
		}
		ownDifference := "" // a network is not compared with itself
		if l != fewest {
			ownDifference = difference(accuracies(last, l), accuracies(last, fewest))
		}
		rows = append(rows, append(row, ownDifference))
	}
	head := []string{"layers"}
	for _, n := range others {
		head = append(head, "less "+n.Label())
	}
	head = append(head, "less itself with "+strconv.Itoa(fewest))
	return fmt.Sprintf("Test accuracy of %s, in points, paired by split with a 95 %% interval.\n\n", last.Label()) +
		tables.Markdown(head, rows)
}
