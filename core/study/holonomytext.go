// This file writes the report of the command holonomy with -task nodes, and has formats of numbers that other reports share.

package study

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/peer"
	"sheafscope/core/tables"
	"sheafscope/core/words"
)

// minTurn is the smallest angle in a ratio, in degrees. Smaller angles are raised to it, since the logarithm of 0 does not exist.
const minTurn = 1e-6

// ratioInterval returns the geometric mean of the ratios a[k]/b[k], and the lower and the upper end of its 95 % interval (tables.Factor).
// a and b are lists of angles in degrees, of equal length.
func ratioInterval(a, b []float64) [3]float64 {
	// raised returns a list with every angle at least minTurn.
	raised := func(list []float64) []float64 {
		out := slices.Clone(list)
		for k := range out {
			out[k] = max(out[k], minTurn)
		}
		return out
	}
	return tables.Factor(raised(a), raised(b))
}

// ratioText formats a result of [ratioInterval], as in "2.13 (1.90 to 2.40)".
// If both ends of the interval are equal, as for a single pair, the text has only the ratio.
func ratioText(f [3]float64) string {
	if f[1] == f[2] {
		return threeDigits(f[0])
	}
	return fmt.Sprintf("%s (%s to %s)", threeDigits(f[0]), threeDigits(f[1]), threeDigits(f[2]))
}

// threeDigits formats a number without exponent: with two decimals below 10, with one decimal below 100, and without decimals from 100 on.
func threeDigits(x float64) string {
	decimals := 2
	for y := math.Abs(x); y >= 10 && decimals > 0; y /= 10 {
		decimals--
	}
	return strconv.FormatFloat(x, 'f', decimals, 64)
}

// meanText formats scale times the mean of a list with half of its 95 % interval, as in "12.31 ± 0.42".
// For fewer than two numbers it omits the interval. decimals is the number of digits after the point.
func meanText(list []float64, scale float64, decimals int) string {
	s := tables.Summarize(list)
	half := scale * s.Interval()
	if s.N < 2 {
		half = math.NaN() // a single number has no interval; words.PlusMinus omits NaN
	}
	return words.PlusMinus(scale*s.Mean, half, decimals)
}

// text returns the results as Markdown: a table of the median angles by epoch, a table of the shares of the angles by bin, and sentences.
func (h *holonomyRows) text() string {
	var b strings.Builder
	triangles, communities, last := &h.Tasks[0], &h.Tasks[1], len(h.Epochs)-1 // last is the index of the last measured epoch
	// The experiment: numbers of triangles, settings, and the definitions of the tables.
	total := 0 // number of triangles of all graphs
	for _, n := range h.Triangles {
		total += n
	}
	var names []string // settings as name=value, in alphabetical order
	for _, k := range slices.Sorted(maps.Keys(h.Set)) {
		names = append(names, k+"="+h.Set[k])
	}
	fmt.Fprintf(&b, "### How far triangles turn\n\n`%s`\n\nGraphs: %s, one for each of %d seeds, %d triangles in all. Network: %s, %s.\n",
		h.Command, h.Graph, len(h.Seeds), total, peer.Label(holonomyModel), strings.Join(names, ", "))
	b.WriteString("Tasks: the third of a node by its number of triangles; its community. Graph, split and start are the same for both.\n\n" +
		"Median angle by which a triangle turns a vector, in degrees: mean over the graphs, half of its 95 % interval.\nRatio: median of " +
		"the one task by that of the other, geometric mean with a 95 % interval, paired by graph.\n\n")
	// Median angles and their ratio, by epoch.
	var rows [][]string
	for k, epoch := range h.Epochs {
		row := []string{strconv.Itoa(epoch)}
		for _, t := range h.Tasks {
			row = append(row, meanText(t.Medians[k], 1, 2))
		}
		rows = append(rows, append(row, ratioText(ratioInterval(triangles.Medians[k], communities.Medians[k]))))
	}
	b.WriteString(tables.Markdown([]string{"epoch", triangles.Name, communities.Name, "ratio"}, rows))
	fmt.Fprintf(&b, "\nShare of all triangles in all layers by angle, in %%: before the first update, and in epoch %d by task.\n\n",
		h.Epochs[last])
	// Shares of the angles, by bin. Both tasks begin with the same maps, so one column is enough for the angles before the training.
	rows = nil
	for bin := range turnBins { // a bin has 180/turnBins = 10 degrees
		row := []string{fmt.Sprintf("%d° to %d°", bin*180/turnBins, (bin+1)*180/turnBins)}
		for _, counts := range [][]int{triangles.Bins[0], triangles.Bins[last], communities.Bins[last]} {
			sum := 0 // number of angles, which can be 0
			for _, n := range counts {
				sum += n
			}
			row = append(row, fmt.Sprintf("%.1f", 100*float64(counts[bin])/float64(max(1, sum))))
		}
		rows = append(rows, row)
	}
	b.WriteString(tables.Markdown([]string{"angle", "before", triangles.Name, communities.Name}, rows))
	b.WriteString("\n" + h.sentences())
	return b.String()
}

// sentences returns sentences on the factors between angles and on the accuracies of both tasks.
func (h *holonomyRows) sentences() string {
	triangles, communities, last := &h.Tasks[0], &h.Tasks[1], len(h.Epochs)-1
	// percent formats the mean of accuracies in 0..1, in per cent.
	percent := func(list []float64) string { return meanText(list, 100, 1) + " %" }
	// holonomyRows.Factors defines the four factors.
	text := fmt.Sprintf("In epoch %d the median triangle turns %s times as far where triangles are the task as where communities are.\n"+
		"Against epoch %d, before the first update, it turns %s times as far for triangles, %s for communities.\n"+
		"With the first weights of the maps doubled it turns %s times as far. A random rotation of a plane turns by 90° in the median.\n",
		h.Epochs[last], ratioText(h.Factors[0]), h.Epochs[0], ratioText(h.Factors[1]), ratioText(h.Factors[2]), ratioText(h.Factors[3]))
	return text + fmt.Sprintf("Right on test nodes: triangles %s, with all maps equal %s; communities %s, with all maps equal %s.\n"+
		"The thirds by the degree alone: %s.\n", percent(triangles.Test), percent(triangles.Flat), percent(communities.Test),
		percent(communities.Flat), percent(h.Degree))
}
