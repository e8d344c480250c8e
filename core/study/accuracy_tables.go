// The tables of the page of accuracies: one for each set of runs with equal flags.

package study

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"sheafscope/core/peer"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/tables"
)

// tableLine is a line of a table: the rows of one model and version.
type tableLine struct {
	model, version string
	dates          []string
	seconds        float64
	cells          map[string]*Row // by data set
}

// flagsKey returns a key of the flags of a row except for its seeds.
func flagsKey(r Row) string {
	r.Seeds = ""
	return r.runKey()
}

// versionKey returns a key of the flags of a row and of the version of its model.
func versionKey(r Row) string { return r.runKey() + " " + r.Version }

// groupedTables returns a table for each group of rows with equal keys, the largest group first.
// Rows of a single run are left out, since they belong to the table of calibration errors.
func groupedTables(rows []Row, key func(Row) string) string {
	var keys []string
	groups := map[string][]Row{}
	for _, r := range rows {
		if r.Summary().N < 2 {
			continue
		}
		k := key(r)
		if groups[k] == nil {
			keys = append(keys, k)
		}
		groups[k] = append(groups[k], r)
	}
	slices.SortStableFunc(keys, func(a, b string) int { return len(groups[b]) - len(groups[a]) })
	var texts []string
	for _, k := range keys {
		texts = append(texts, tableText(groups[k]))
	}
	return strings.Join(texts, "\n")
}

// tableText returns the table of rows with equal flags, headed by the command of the row with the most runs.
// A cell with other seeds than that row has a footnote mark.
func tableText(rows []Row) string {
	largest := slices.MaxFunc(rows, func(a, b Row) int { return a.Summary().N - b.Summary().N })
	lines, datasets := tableLines(rows)
	// The best mean of a data set is bold.
	best := map[string]float64{} // best mean by data set
	for _, line := range lines {
		for d, row := range line.cells {
			best[d] = max(best[d], row.Summary().Mean)
		}
	}
	// A line for each model and version.
	marks := map[string]string{} // footnote marks by list of seeds
	var body [][]string
	for _, line := range lines {
		cells := []string{peer.Label(line.model)}
		for _, d := range datasets {
			row := line.cells[d]
			if row == nil {
				cells = append(cells, "–")
				continue
			}
			summary := row.Summary()
			text := summary.String()
			if summary.Mean == best[d] && len(lines) > 1 { // one model has no competitor
				text = boldMean(text)
			}
			if row.AUC != nil {
				text += "; AUC " + tables.Summarize(percents(row.AUC)).String()
			}
			if row.Seeds != largest.Seeds {
				if marks[row.Seeds] == "" {
					marks[row.Seeds] = strings.Repeat("¹", len(marks)+1)
				}
				text += marks[row.Seeds]
			}
			cells = append(cells, text)
		}
		body = append(body, append(cells, line.hours(), cmp.Or(line.version, "none"), line.period()))
	}
	// Published accuracies, then the footnotes.
	body = append(body, reportedRows(lines, datasets, largest.Protocol)...)
	head := append(append([]string{"model"}, datasets...), "hours", "version", "date")
	text := "`" + rowCommand(&largest) + "`\n\n" + tables.Markdown(head, body)
	for _, seeds := range slices.Sorted(maps.Keys(marks)) {
		text += "\n" + marks[seeds] + " `-seeds " + seeds + "`\n"
	}
	return text
}

// tableLines returns the lines of a table in the order of the models, SGPC first, and its data sets, those with the most rows first.
func tableLines(rows []Row) (lines []*tableLine, datasets []string) {
	rowsOf := map[string]int{} // number of lines with a row, by data set
	for k := range rows {
		r := &rows[k]
		at := slices.IndexFunc(lines, func(l *tableLine) bool { return l.model == r.Model && l.version == r.Version })
		if at < 0 {
			at = len(lines)
			lines = append(lines, &tableLine{model: r.Model, version: r.Version, cells: map[string]*Row{}})
		}
		line := lines[at]
		if line.cells[r.Dataset] == nil {
			rowsOf[r.Dataset]++
		}
		line.cells[r.Dataset] = r
		line.seconds += r.Seconds
		if !slices.Contains(line.dates, r.Date) {
			line.dates = append(line.dates, r.Date)
		}
		if !slices.Contains(datasets, r.Dataset) {
			datasets = append(datasets, r.Dataset)
		}
	}
	// Order of the lines and of the data sets.
	order := append([]string{"sgpc"}, peer.Names()...)
	slices.SortStableFunc(lines, func(a, b *tableLine) int { return slices.Index(order, a.model) - slices.Index(order, b.model) })
	slices.SortStableFunc(datasets, func(a, b string) int { return rowsOf[b] - rowsOf[a] })
	return lines, datasets
}

// hours returns the total time of the line's runs in hours, "–" if it is unknown.
func (l *tableLine) hours() string {
	if l.seconds > 0 {
		return fmt.Sprintf("%.2f", l.seconds/3600)
	}
	return "–"
}

// period returns the day of the line's runs, or the first and the last day.
func (l *tableLine) period() string {
	slices.Sort(l.dates)
	first, last := l.dates[0], l.dates[len(l.dates)-1]
	if first == last {
		return first
	}
	return first + " to " + last
}

// boldMean returns the text of a summary, "mean ± deviation", with the mean in bold.
func boldMean(text string) string {
	mean, deviation, _ := strings.Cut(text, " ")
	return strings.TrimSpace("**" + mean + "** " + deviation)
}

// rowCommand returns the command that repeats the runs of a row.
func rowCommand(r *Row) string {
	text := "sgpc table -method " + r.Method + " -protocol " + r.Protocol + " -splits " + r.Splits + " -seeds " + r.Seeds
	if r.Dedup != "" {
		text += " -dedup " + r.Dedup
	}
	for _, name := range settings.Names() {
		if v, ok := r.Set[name]; ok {
			text += " -set " + name + "=" + v
		}
	}
	return text
}

// reportedRows returns the published accuracies of the table's models as rows of the table.
// Models that share a publication have one row. A publication without a figure for the table's data sets has none.
func reportedRows(lines []*tableLine, datasets []string, protocol string) (out [][]string) {
	var seen []string
	for _, line := range lines {
		r := peer.Reported(line.model, protocol == ProtocolSplits)
		if r.Means == nil || slices.Contains(seen, r.Name) {
			continue
		}
		seen = append(seen, r.Name)
		cells, hasFigure := []string{fmt.Sprintf("*%s (%s)*", r.Name, r.Source)}, false
		for _, d := range datasets {
			text := "–"
			if v := r.Of(d); v > 0 {
				text, hasFigure = fmt.Sprintf("*%.1f*", v), true
			}
			cells = append(cells, text)
		}
		if hasFigure {
			out = append(out, append(cells, "", "", ""))
		}
	}
	return out
}
