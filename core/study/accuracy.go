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

// Page is the page of accuracies: all its figures are those of rows, in a text with places for them.
type Page struct {
	Rows []Row
	// Version returns that of the tree for a model with some settings.
	Version func(model string, set map[string]string) (string, error)
}

// AccuracyCommand is `sgpc accuracy`: it writes the page from a file of rows and a text. Rows of the version that the model
// has now stand apart from all others. It returns the exit status of TableCommand.
func AccuracyCommand(args []string, stdout, stderr io.Writer) int {
	fs := flag.NewFlagSet("sgpc accuracy", flag.ContinueOnError)
	fs.SetOutput(stderr)
	file := fs.String("rows", "core/study/accuracy.jsonl", "`file` of rows, which sgpc table -rows writes")
	text := fs.String("text", "core/study/accuracy.md", "`file` of the page's text, in which lines such as [[now]] stand for tables")
	o := &options{}
	fs.StringVar(&o.out, "o", "", "write to this `file` instead of standard output")
	if code := parse(fs, args, stderr); code >= 0 {
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
	return o.write(page, nil, stdout, stderr)
}

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

// Write puts the tables in the place of their lines in a text.
func (p Page) Write(text string) (string, error) {
	now, earlier, err := p.split()
	if err != nil {
		return "", err
	}
	for place, of := range map[string]func() string{
		"[[now]]":         func() string { return grouped(once(now), false) },
		"[[nested]]":      func() string { return nested(now) },
		"[[short]]":       func() string { return shortfalls(now) },
		"[[calibration]]": func() string { return calibration(now) },
		"[[chosen]]":      func() string { return chosen(now) },
		"[[earlier]]":     func() string { return grouped(earlier, true) },
	} {
		if strings.Count(text, place+"\n") != 1 {
			return "", fmt.Errorf("the page's text has not one line %s", place)
		}
		text = strings.Replace(text, place+"\n", cmp.Or(of(), "None yet.\n"), 1)
	}
	return text, nil
}

// once leaves out the rows whose splits have settings of their own.
func once(rows []Row) []Row {
	return slices.DeleteFunc(slices.Clone(rows), func(r Row) bool { return r.Method == methodNested })
}

// split parts the rows into those of the tree's version and the others.
func (p Page) split() (now, earlier []Row, err error) {
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
	return widest(now), earlier, nil
}

// widest leaves out a row whose runs are among those of another: the same with more seeds.
func widest(rows []Row) []Row {
	return slices.DeleteFunc(slices.Clone(rows), func(r Row) bool {
		return slices.ContainsFunc(rows, func(q Row) bool {
			more := q.Summary().N > r.Summary().N
			q.Seeds = r.Seeds
			return more && q.Dataset == r.Dataset && q.Model == r.Model && q.what() == r.what()
		})
	})
}

// line is one of a table: the rows of a model and version.
type line struct {
	model, version string
	dates          []string
	seconds        float64
	cells          map[string]*Row
}

// grouped writes a table for each thing that was run more than once, the largest first, over any number of seeds. Where versions stand
// apart, each has a table for each of its seeds.
func grouped(rows []Row, versions bool) string {
	var order []string
	groups := map[string][]Row{}
	for _, r := range rows {
		if r.Summary().N < 2 { // a single run is of the calibration alone
			continue
		}
		q := r
		if !versions {
			q.Seeds = ""
		}
		what := q.what()
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
		text += table(groups[what])
	}
	return text
}

// table writes rows of one thing, its command that of the most seeds; a mark is behind a cell with others.
func table(rows []Row) string {
	r := slices.MaxFunc(rows, func(a, b Row) int { return a.Summary().N - b.Summary().N })
	fewer := map[string]string{}
	var lines []*line
	var sets []string
	for k := range rows {
		q := &rows[k]
		at := slices.IndexFunc(lines, func(l *line) bool { return l.model == q.Model && l.version == q.Version })
		if at < 0 {
			lines, at = append(lines, &line{model: q.Model, version: q.Version, cells: map[string]*Row{}}), len(lines)
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
	slices.SortStableFunc(lines, func(a, b *line) int { return slices.Index(order, a.model) - slices.Index(order, b.model) })
	filled := func(set string) (n int) {
		for _, l := range lines {
			if l.cells[set] != nil {
				n++
			}
		}
		return n
	}
	slices.SortStableFunc(sets, func(a, b string) int { return filled(b) - filled(a) })
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
	body = append(body, reported(lines, sets, r.Protocol)...)
	text := "`" + described(&r) + "`\n\n" + tables.Markdown(append(append([]string{"model"}, sets...), "hours", "version", "date"), body)
	for _, seeds := range slices.Sorted(maps.Keys(fewer)) {
		text += "\n" + fewer[seeds] + " `-seeds " + seeds + "`\n"
	}
	return text
}

// described are the flags of what was run.
func described(r *Row) string {
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

// reported are the published rows of the models of a table with a figure for one of its data sets, each once.
func reported(lines []*line, sets []string, protocol string) (out [][]string) {
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

// full is what the reported figures are over: ten splits, with settings chosen for each data set or the model's own.
func full(r *Row, method string) bool {
	return r.Protocol == ProtocolSplits && r.Method == method && r.Splits == "0-9" && len(r.Set) == 0 && r.Dedup == ""
}

// shortfalls lists where a model stays more than two points below its reported figure, with what the row of the model says of that: with
// chosen settings, and with its own where none were chosen.
func shortfalls(rows []Row) string {
	text := ""
	for k := range rows {
		r := &rows[k]
		row := peer.Reported(r.Model, true)
		want, got := row.Of(r.Dataset), r.Summary()
		if want == 0 || got.Mean >= want-2 {
			continue
		}
		what := ""
		switch chosen := func(q Row) bool { return q.Dataset == r.Dataset && q.Model == r.Model && full(&q, methodAuto) }; {
		case chosen(*r):
			what = fmt.Sprintf("%d settings (chosen: %s)", tried(r.Model), r.From)
		case full(r, string(method.Validation)) && !slices.ContainsFunc(rows, chosen):
			what = "its settings alone"
		default:
			continue
		}
		text += fmt.Sprintf("* %s on %s: %.1f, reported %.1f (%s), below by %.1f. Tried: %s%s\n", peer.Label(r.Model), r.Dataset, got.Mean, want,
			row.Source, want-got.Mean, what, said(r.Model))
	}
	return text
}

func tried(model string) int {
	if p := peer.Find(model); p != nil {
		return len(p.Grid(p.Defaults(false)))
	}
	return tune.MaxTried
}

func said(model string) string {
	if p := peer.Find(model); p != nil && p.Tried != "" {
		return "; " + p.Tried
	}
	return "."
}

// calibration compares the calibration error with and without SimCalib on the same runs.
func calibration(rows []Row) string {
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

// chosen lists what was chosen on validation where it is not the model's own settings.
func chosen(rows []Row) string {
	text := ""
	for k := range rows {
		r := &rows[k]
		if len(r.Settings) > 0 {
			text += fmt.Sprintf("* %s, %s: %s `%s`\n", peer.Label(r.Model), r.Dataset, r.From, flags(r.Settings))
		}
		if r.Choices != nil {
			text += fmt.Sprintf("* %s, %s, nested: %s\n", peer.Label(r.Model), r.Dataset, choicesOf(r))
		}
	}
	return text
}
