package study

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"sheafscope/core/disk"
	"sheafscope/core/peer"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/tables"
	"sheafscope/core/tune"
)

// Page is the page of accuracies: a text with places for tables that are made from rows.
type Page struct {
	Rows []Row
	// Version returns the present version of a model with some settings; see [ModelVersion].
	Version func(model string, set map[string]string) (string, error)
}

// AccuracyCommand is `sgpc accuracy`: it writes the page from a file of rows and a text.
// Rows of the present version of a model are separate from rows of earlier versions.
// It returns the exit status of [TableCommand].
func AccuracyCommand(args []string, stdout, stderr io.Writer) int {
	fs := flag.NewFlagSet("sgpc accuracy", flag.ContinueOnError)
	fs.SetOutput(stderr)
	file := fs.String("rows", "core/study/accuracy.jsonl", "`file` of rows, which sgpc table -rows writes")
	text := fs.String("text", "core/study/accuracy.md", "`file` of the page's text, in which lines such as [[now]] stand for tables")
	o := &options{}
	fs.StringVar(&o.out, "o", "", "write to this `file` instead of standard output")
	if code := parseFlags(fs, args, stderr); code >= 0 {
		return code
	}
	err := disk.Apart([]disk.Named{{Flag: "-o", File: o.out}}, []disk.Named{{Flag: "-rows", File: *file}, {Flag: "-text", File: *text}})
	if err != nil {
		fmt.Fprintln(stderr, "sgpc:", err)
		return 1
	}
	page, err := accuracyPage(*file, *text)
	if err != nil {
		fmt.Fprintln(stderr, "sgpc:", err)
		return 1
	}
	return o.writeOutput(page, nil, stdout, stderr)
}

// accuracyPage returns the page from the names of both files.
func accuracyPage(file, text string) (string, error) {
	data, err := disk.Read(file, maxChosen)
	if err != nil {
		return "", err
	}
	rows, err := ReadRows(file, data)
	if err != nil {
		return "", err
	}
	prose, err := disk.Read(text, maxChosen)
	if err != nil {
		return "", err
	}
	return Page{rows, ModelVersion}.Write(string(prose))
}

// Write returns the text with each place, such as a line [[now]], replaced by its table.
// It fails unless each place occurs once.
func (p Page) Write(text string) (string, error) {
	now, earlier, err := p.splitByVersion()
	if err != nil {
		return "", err
	}
	for place, of := range map[string]func() string{
		"[[now]]":         func() string { return groupedTables(withoutNested(now), false) },
		"[[nested]]":      func() string { return nestedText(now) },
		"[[short]]":       func() string { return shortfallList(now) },
		"[[calibration]]": func() string { return calibrationTable(now) },
		"[[chosen]]":      func() string { return chosenList(now) },
		"[[earlier]]":     func() string { return groupedTables(earlier, true) },
	} {
		if strings.Count(text, place+"\n") != 1 {
			return "", fmt.Errorf("the page's text has not one line %s", place)
		}
		text = strings.Replace(text, place+"\n", cmp.Or(of(), "None yet.\n"), 1)
	}
	return text, nil
}

// withoutNested returns the rows whose settings are common to all splits.
func withoutNested(rows []Row) []Row {
	return slices.DeleteFunc(slices.Clone(rows), func(r Row) bool { return r.Method == methodNested })
}

// splitByVersion separates the rows of the present version of their model from all others.
func (p Page) splitByVersion() (now, earlier []Row, err error) {
	for _, r := range p.Rows {
		v := ""
		if r.Version != "" {
			if v, err = p.Version(r.Model, r.Set); err != nil {
				return nil, nil, err
			}
		}
		if r.Version != "" && r.Version == v {
			now = append(now, r)
		} else {
			earlier = append(earlier, r)
		}
	}
	return mostSeeds(now), earlier, nil
}

// mostSeeds returns the rows without those that another row of the same runs covers with more seeds.
func mostSeeds(rows []Row) []Row {
	return slices.DeleteFunc(slices.Clone(rows), func(r Row) bool {
		return slices.ContainsFunc(rows, func(q Row) bool {
			more := q.Summary().N > r.Summary().N
			q.Seeds = r.Seeds
			return more && q.Dataset == r.Dataset && q.Model == r.Model && q.runKey() == r.runKey()
		})
	})
}

// tableLine is a line of a table: the rows of a model and version, by data set.
type tableLine struct {
	model, version string
	dates          []string
	seconds        float64
	cells          map[string]*Row
}

// groupedTables returns a table for each set of runs with equal settings, largest first.
// With versions, each version and list of seeds has a table of its own.
func groupedTables(rows []Row, versions bool) string {
	var order []string
	groups := map[string][]Row{}
	for _, r := range rows {
		if r.Summary().N < 2 { // single runs belong to the table of calibration errors
			continue
		}
		q := r
		if !versions {
			q.Seeds = ""
		}
		what := q.runKey()
		if versions {
			what += " " + r.Version
		}
		if groups[what] == nil {
			order = append(order, what)
		}
		groups[what] = append(groups[what], r)
	}
	slices.SortStableFunc(order, func(a, b string) int { return len(groups[b]) - len(groups[a]) })
	text := ""
	for k, what := range order {
		if k > 0 {
			text += "\n"
		}
		text += tableText(groups[what])
	}
	return text
}

// tableText returns the table of rows with equal settings, headed by the command of the row with the most seeds.
// A cell with other seeds has a footnote mark.
func tableText(rows []Row) string {
	r := slices.MaxFunc(rows, func(a, b Row) int { return a.Summary().N - b.Summary().N })
	fewer := map[string]string{}
	var lines []*tableLine
	var sets []string
	for k := range rows {
		q := &rows[k]
		at := slices.IndexFunc(lines, func(l *tableLine) bool { return l.model == q.Model && l.version == q.Version })
		if at < 0 {
			lines, at = append(lines, &tableLine{model: q.Model, version: q.Version, cells: map[string]*Row{}}), len(lines)
		}
		lines[at].cells[q.Dataset] = q
		lines[at].seconds += q.Seconds
		if !slices.Contains(lines[at].dates, q.Date) {
			lines[at].dates = append(lines[at].dates, q.Date)
		}
		if !slices.Contains(sets, q.Dataset) {
			sets = append(sets, q.Dataset)
		}
	}
	order := append([]string{"sgpc"}, peer.Names()...)
	slices.SortStableFunc(lines, func(a, b *tableLine) int { return slices.Index(order, a.model) - slices.Index(order, b.model) })
	filled := func(set string) (n int) {
		for _, l := range lines {
			if l.cells[set] != nil {
				n++
			}
		}
		return n
	}
	slices.SortStableFunc(sets, func(a, b string) int { return filled(b) - filled(a) })
	// The best mean of a column is bold where several models compete.
	best := map[string]float64{}
	for _, l := range lines {
		for d, q := range l.cells {
			best[d] = max(best[d], q.Summary().Mean)
		}
	}
	var body [][]string
	for _, l := range lines {
		cells := []string{peer.Label(l.model)}
		for _, d := range sets {
			text := "–"
			if q := l.cells[d]; q != nil {
				s := q.Summary()
				if text = s.String(); s.Mean == best[d] && len(lines) > 1 {
					mean, rest, _ := strings.Cut(text, " ")
					text = strings.TrimSpace("**" + mean + "** " + rest)
				}
				if q.AUC != nil {
					text += "; AUC " + tables.Summarize(percents(q.AUC)).String()
				}
				if q.Seeds != r.Seeds {
					if fewer[q.Seeds] == "" {
						fewer[q.Seeds] = strings.Repeat("¹", len(fewer)+1)
					}
					text += fewer[q.Seeds]
				}
			}
			cells = append(cells, text)
		}
		slices.Sort(l.dates)
		date := l.dates[0]
		if n := len(l.dates); n > 1 {
			date += " to " + l.dates[n-1]
		}
		hours := "–"
		if l.seconds > 0 {
			hours = fmt.Sprintf("%.2f", l.seconds/3600)
		}
		body = append(body, append(cells, hours, cmp.Or(l.version, "none"), date))
	}
	body = append(body, reportedRows(lines, sets, r.Protocol)...)
	text := "`" + rowCommand(&r) + "`\n\n" + tables.Markdown(append(append([]string{"model"}, sets...), "hours", "version", "date"), body)
	for _, seeds := range slices.Sorted(maps.Keys(fewer)) {
		text += "\n" + fewer[seeds] + " `-seeds " + seeds + "`\n"
	}
	return text
}

// rowCommand returns the command that makes a row again.
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

// reportedRows returns the published rows of the table's models that have a figure for one of its data sets, each once.
func reportedRows(lines []*tableLine, sets []string, protocol string) (out [][]string) {
	var seen []string
	for _, l := range lines {
		r := peer.Reported(l.model, protocol == ProtocolSplits)
		if r.Means == nil || slices.Contains(seen, r.Name) {
			continue
		}
		seen = append(seen, r.Name)
		cells, any := []string{fmt.Sprintf("*%s (%s)*", r.Name, r.Source)}, false
		for _, d := range sets {
			text := "–"
			if v := r.Of(d); v > 0 {
				text, any = fmt.Sprintf("*%.1f*", v), true
			}
			cells = append(cells, text)
		}
		if any {
			out = append(out, append(cells, "", "", ""))
		}
	}
	return out
}

// isFullProtocol reports whether a row covers the runs of the published figures: ten fixed splits and no settings on the command line.
func isFullProtocol(r *Row, method string) bool {
	return r.Protocol == ProtocolSplits && r.Method == method && r.Splits == "0-9" && len(r.Set) == 0 && r.Dedup == ""
}

// shortfallList lists the models more than two points below their reported figure, with the note of their peer.
// It uses chosen settings, and the model's own settings where none were chosen.
func shortfallList(rows []Row) string {
	text := ""
	for k := range rows {
		r := &rows[k]
		row := peer.Reported(r.Model, peer.OnTenSplits)
		want, got := row.Of(r.Dataset), r.Summary()
		if want == 0 || got.Mean >= want-2 {
			continue
		}
		what := ""
		switch chosen := func(q Row) bool {
			return q.Dataset == r.Dataset && q.Model == r.Model && isFullProtocol(&q, methodAuto)
		}; {
		case chosen(*r):
			what = fmt.Sprintf("%d settings (chosen: %s)", triedCount(r.Model), r.From)
		case isFullProtocol(r, string(method.Validation)) && !slices.ContainsFunc(rows, chosen):
			what = "its settings alone"
		default:
			continue
		}
		text += fmt.Sprintf("* %s on %s: %.1f, reported %.1f (%s), below by %.1f. Tried: %s%s\n", peer.Label(r.Model), r.Dataset, got.Mean, want,
			row.Source, want-got.Mean, what, triedNote(r.Model))
	}
	return text
}

// triedCount returns the number of configurations that the search of a model tries.
func triedCount(model string) int {
	if p := peer.Find(model); p != nil {
		return len(p.Grid(p.Defaults(peer.Heterophilic)))
	}
	return tune.MaxTried
}

// triedNote returns the end of a sentence with the note of a peer on further attempts.
func triedNote(model string) string {
	if p := peer.Find(model); p != nil && p.Tried != "" {
		return "; " + p.Tried
	}
	return "."
}

// calibrationTable returns a table of the calibration error with and without SimCalib on the same runs.
func calibrationTable(rows []Row) string {
	var body [][]string
	for k := range rows {
		with := &rows[k]
		if with.Set["simcalib"] != "true" || with.ECE == nil {
			continue
		}
		for q := range rows {
			plain := &rows[q]
			if plain.ECE != nil && len(plain.Set) == 0 && len(with.Set) == 1 && plain.Dataset == with.Dataset && plain.Model == with.Model &&
				plain.Method == with.Method && plain.Splits == with.Splits && plain.Seeds == with.Seeds {
				body = append(body, []string{peer.Label(with.Model), with.Dataset, fmt.Sprintf("%.3f", *plain.ECE), fmt.Sprintf("%.3f", *with.ECE)})
			}
		}
	}
	if body == nil {
		return ""
	}
	return tables.Markdown([]string{"model", "data set", "without", "with SimCalib"}, body)
}

// chosenList lists the settings that were chosen on validation and differ from the model's own.
func chosenList(rows []Row) string {
	text := ""
	for k := range rows {
		r := &rows[k]
		if len(r.Settings) > 0 {
			text += fmt.Sprintf("* %s, %s: %s `%s`\n", peer.Label(r.Model), r.Dataset, r.From, settingsText(r.Settings))
		}
		if r.Choices != nil {
			text += fmt.Sprintf("* %s, %s, nested: %s\n", peer.Label(r.Model), r.Dataset, choicesText(r))
		}
	}
	return text
}
