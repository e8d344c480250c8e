// This file makes tables for the page of accuracies: one table for each set of runs with equal flags.

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

// tableLine is a line of a table: the rows of one version of a model.
type tableLine struct {
	model, version string          // version is "" for rows of the first format
	dates          []string        // distinct days of the runs
	seconds        float64         // total time of the runs
	cells          map[string]*Row // by data set; the last row if there are several
}

// flagsKey returns a key of the flags of a row except for its seeds. Rows that differ only in their seeds share a table, with footnotes.
func flagsKey(r Row) string {
	r.Seeds = ""
	return r.runKey()
}

// versionKey returns a key of the flags of a row and of the version of its model.
func versionKey(r Row) string { return r.runKey() + " " + r.Version }

// groupedTables returns a table for each group of rows with equal keys, the largest group first. key returns the key of a row.
// groupedTables omits rows of a single run, since such rows are made for the table of calibration errors.
func groupedTables(rows []Row, key func(Row) string) string {
	var keys []string // keys in the order of their first row, since a map has no order
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
	// Groups of equal size keep the order of their first rows.
	slices.SortStableFunc(keys, func(a, b string) int { return len(groups[b]) - len(groups[a]) })
	var texts []string
	for _, k := range keys {
		texts = append(texts, tableText(groups[k]))
	}
	return strings.Join(texts, "\n")
}

// tableText returns the table of rows with equal flags, except for seeds. Above it is the command of the row with the most runs.
// A cell with other seeds than this command has a footnote mark, and the footnote states the seeds of the cell.
func tableText(rows []Row) string {
	largest := slices.MaxFunc(rows, func(a, b Row) int { return a.Summary().N - b.Summary().N })
	lines, datasets := tableLines(rows)
	best := map[string]float64{} // by data set: the best mean, which is printed in bold
	for _, line := range lines {
		for d, row := range line.cells {
			best[d] = max(best[d], row.Summary().Mean)
		}
	}
	// footnoteMark returns the mark of a row with the given seeds, or "" if the command has the same seeds. The marks are ¹, ¹¹, ¹¹¹ ….
	marks := map[string]string{} // by the text of the seeds
	footnoteMark := func(seeds string) string {
		if seeds == largest.Seeds {
			return ""
		}
		if marks[seeds] == "" {
			marks[seeds] = strings.Repeat("¹", len(marks)+1)
		}
		return marks[seeds]
	}
	// A line for each model and version.
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
			if summary.Mean == best[d] && len(lines) > 1 { // a single line has no competitor
				text = boldMean(text)
			}
			if row.AUC != nil {
				text += "; AUC " + tables.Summarize(percents(row.AUC)).String()
			}
			cells = append(cells, text+footnoteMark(row.Seeds))
		}
		body = append(body, append(cells, line.hours(), cmp.Or(line.version, "none"), line.period()))
	}
	// Published accuracies, then the footnotes.
	body = append(body, reportedRows(lines, datasets, largest.Protocol)...)
	head := append(append([]string{"model"}, datasets...), "hours", "version", "date")
	text := "`" + rowCommand(&largest) + "`\n\n" + tables.Markdown(head, body)
	byLength := func(a, b string) int { return len(marks[a]) - len(marks[b]) }
	for _, seeds := range slices.SortedFunc(maps.Keys(marks), byLength) {
		text += "\n" + marks[seeds] + " `-seeds " + seeds + "`\n"
	}
	return text
}

// tableLines returns the lines and the data sets (the columns) of a table.
// The lines of SGPC come first, one for each version, and the lines of the peers follow in the order of peer.Names.
// The data set with a cell in the most lines is the first column.
func tableLines(rows []Row) (lines []*tableLine, datasets []string) {
	filledCells := map[string]int{} // number of lines with a row, by data set
	for k := range rows {
		r := &rows[k]
		index := slices.IndexFunc(lines, func(l *tableLine) bool { return l.model == r.Model && l.version == r.Version })
		if index < 0 {
			index = len(lines)
			lines = append(lines, &tableLine{model: r.Model, version: r.Version, cells: map[string]*Row{}})
		}
		// The row is the line's cell for its data set, in place of an earlier row. The time of the line also counts earlier rows.
		line := lines[index]
		if line.cells[r.Dataset] == nil {
			filledCells[r.Dataset]++
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
	// Both sorts are stable, so that equal elements keep the order of the rows.
	order := append([]string{"sgpc"}, peer.Names()...)
	slices.SortStableFunc(lines, func(a, b *tableLine) int { return slices.Index(order, a.model) - slices.Index(order, b.model) })
	slices.SortStableFunc(datasets, func(a, b string) int { return filledCells[b] - filledCells[a] })
	return lines, datasets
}

// hours returns the total time of the line's runs in hours, or "–" if no row of the line has a time.
func (l *tableLine) hours() string {
	if l.seconds > 0 {
		return fmt.Sprintf("%.2f", l.seconds/3600)
	}
	return "–"
}

// period returns the day of the line's runs or, for runs on several days, "FIRST to LAST". It sorts l.dates.
func (l *tableLine) period() string {
	slices.Sort(l.dates) // dates such as 2025-01-31 sort as texts
	first, last := l.dates[0], l.dates[len(l.dates)-1]
	if first == last {
		return first
	}
	return first + " to " + last
}

// boldMean returns a text such as "81.2 ± 0.5" with its first word, the mean, in bold: "**81.2** ± 0.5".
func boldMean(text string) string {
	mean, deviation, _ := strings.Cut(text, " ")
	return strings.TrimSpace("**" + mean + "** " + deviation) // the mean of a single run has no deviation
}

// rowCommand returns the command of a table with the flags of a row. The command has all data sets and models. An example is
//
//	sgpc table -method auto -protocol splits -splits 0-9 -seeds 0-2 -set d=3
func rowCommand(r *Row) string {
	text := "sgpc table -method " + r.Method + " -protocol " + r.Protocol + " -splits " + r.Splits + " -seeds " + r.Seeds
	if r.Dedup != "" {
		text += " -dedup " + r.Dedup
	}
	// settings.Names has a fixed order, unlike the map r.Set.
	for _, name := range settings.Names() {
		if v, ok := r.Set[name]; ok {
			text += " -set " + name + "=" + v
		}
	}
	return text
}

// reportedRows returns the published accuracies of the table's models as rows of the table, in per cent.
// protocol is the protocol of the runs. Peers have a row only if protocol is [ProtocolSplits].
// Several kinds of a model that share a published line have one row for this line.
// A published line without an accuracy on any data set of the table has no row.
func reportedRows(lines []*tableLine, datasets []string, protocol string) (out [][]string) {
	var seen []string // names of the published lines of earlier models
	for _, line := range lines {
		// The second argument is peer.OnTenSplits (true) or peer.OnOtherSplits (false).
		r := peer.Reported(line.model, protocol == ProtocolSplits)
		if r.Means == nil || slices.Contains(seen, r.Name) {
			continue
		}
		seen = append(seen, r.Name)
		if row := publishedRow(r, datasets); row != nil {
			out = append(out, append(row, "", "", "")) // no hours, version and date
		}
	}
	return out
}
