// The Markdown report of the study of depth.

package study

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/figures"
	"sheafscope/core/peer"
	"sheafscope/core/tables"
	"sheafscope/core/train"
)

// markdown returns the results as Markdown, with two tables for each data set.
// The first table has, by network and depth, the test accuracy and the factors by which four measures change from the first to the last
// layer: the norm of the features, the norm of their disagreement, its share, and the rank.
// The second table has the accuracy of the last network minus those of the others and of its own shallowest form, paired by split and seed.
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
		for _, n := range s.nets {
			b.WriteString(s.verdict(results, d, n))
		}
		b.WriteString("\n" + s.paired(results, d) + "\n")
	}
	return b.String()
}

// point summarizes the finished runs of a network with the given number of layers, as a point of the page's figure.
func (s *depthStudy) point(results []Result, dataset string, n figures.DepthNet, layers int) figures.DepthPoint {
	var runs []train.Outcome
	for _, r := range s.resultsOf(results, dataset, n, layers) {
		runs = append(runs, r.Outcome)
	}
	return figures.NewDepthPoint(layers, runs)
}

// signal returns the row of the first table for a network with the given number of layers.
// A network of one layer has no factors. The factor is "none" if no run has it.
func (s *depthStudy) signal(results []Result, dataset string, n figures.DepthNet, layers int) []string {
	p := s.point(results, dataset, n, layers)
	row := []string{n.Label(), strconv.Itoa(layers), strconv.Itoa(p.N), tables.PlusMinus(p.N, 100*p.Test, 100*p.Half)}
	for _, name := range []string{"norm", "gap", "own", "rank"} {
		f := p.Kept[slices.Index(figures.DepthMeasures[:], name)]
		switch {
		case layers == 1:
			row = append(row, "")
		case f[0] == 0:
			row = append(row, "none")
		default:
			row = append(row, ratioText(f))
		}
	}
	return row
}

// verdict returns a sentence on the disagreement of the features in a network's deepest form.
// It returns "" if runs are missing or a measure has no factor.
func (s *depthStudy) verdict(results []Result, dataset string, n figures.DepthNet) string {
	deep := slices.Max(s.layers)
	p := s.point(results, dataset, n, deep)
	norm, share := p.Signal()
	if deep == 1 || p.N < 2 || norm[0] == 0 || share[0] == 0 {
		return ""
	}
	return fmt.Sprintf("%s with %d layers: the norm of the disagreement %s, by %s; its share %s, by %s.\n", n.Label(), deep,
		figures.Fate(norm), ratioText(norm), figures.Fate(share), ratioText(share))
}

// paired returns the second table: differences in accuracy from the last network, by number of layers.
func (s *depthStudy) paired(results []Result, dataset string) string {
	last := s.nets[len(s.nets)-1]
	// test returns the accuracies of a network in per cent, by split and seed.
	test := func(n figures.DepthNet, layers int) map[string]float64 {
		out := map[string]float64{}
		for _, r := range s.resultsOf(results, dataset, n, layers) {
			out[r.Cell.Split+" "+strconv.FormatUint(r.Cell.Seed, 10)] = 100 * r.Outcome.Test
		}
		return out
	}
	// less returns the mean of a − b over the splits and seeds that are in both. It deletes these from a.
	less := func(a, b map[string]float64) string {
		var list []float64
		for _, r := range results { // order of the runs, since a map has none
			key := r.Cell.Split + " " + strconv.FormatUint(r.Cell.Seed, 10)
			x, ok := a[key]
			y, also := b[key]
			if ok && also {
				list = append(list, x-y)
				delete(a, key)
			}
		}
		sum := tables.Summarize(list)
		return tables.PlusMinus(sum.N, sum.Mean, sum.Interval())
	}
	head, few := []string{"layers"}, slices.Min(s.layers)
	var rows [][]string
	for _, l := range s.layers {
		row := []string{strconv.Itoa(l)}
		for _, n := range s.nets[:len(s.nets)-1] {
			row = append(row, less(test(last, l), test(n, l)))
		}
		if l == few {
			row = append(row, "")
		} else {
			row = append(row, less(test(last, l), test(last, few)))
		}
		rows = append(rows, row)
	}
	for _, n := range s.nets[:len(s.nets)-1] {
		head = append(head, "less "+n.Label())
	}
	head = append(head, "less itself with "+strconv.Itoa(few))
	return fmt.Sprintf("Test accuracy of %s, in points, paired by split with a 95 %% interval.\n\n", peer.Label(last.Model)) +
		tables.Markdown(head, rows)
}
