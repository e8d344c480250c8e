// The page of accuracies: ACCURACY.md, made from stored rows and a text with places for tables.

package study

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"sheafscope/core/disk"
	"sheafscope/core/peer"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/tables"
	"sheafscope/core/tune"
)

// Page makes the page of accuracies from stored rows; see [Page.Write].
type Page struct {
	Rows []Row
	// Version returns the present version of a model with some settings; see [ModelVersion].
	Version func(model string, set map[string]string) (string, error)
}

// AccuracyCommand is `sgpc accuracy`: it writes the page of accuracies from a file of rows and a file of text.
// Tables of the present versions of the models come before tables of earlier versions.
// It returns the exit status of [TableCommand].
func AccuracyCommand(args []string, stdout, stderr io.Writer) int {
	fs := flag.NewFlagSet("sgpc accuracy", flag.ContinueOnError)
	fs.SetOutput(stderr)
	file := fs.String("rows", "core/study/accuracy.jsonl", "`file` of rows, which sgpc table -rows writes")
	text := fs.String("text", "core/study/accuracy.md", "`file` of the page's text, in which lines such as [[now]] stand for tables")
	o := &options{}
	fs.StringVar(&o.out, "o", "", "write to this `file` instead of standard output")
	if status, stop := parseFlags(fs, args, stderr); stop {
		return status
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

// accuracyPage returns the page; rowsFile and textFile are the names of the files that it is made from.
func accuracyPage(rowsFile, textFile string) (string, error) {
	data, err := disk.Read(rowsFile, maxChosen)
	if err != nil {
		return "", err
	}
	rows, err := ReadRows(rowsFile, data)
	if err != nil {
		return "", err
	}
	text, err := disk.Read(textFile, maxChosen)
	if err != nil {
		return "", err
	}
	return Page{rows, ModelVersion}.Write(string(text))
}

// Write returns the text with each place, a line such as [[now]], replaced by its table.
// It fails unless every place occurs exactly once.
func (p Page) Write(text string) (string, error) {
	now, earlier, err := p.splitByVersion()
	if err != nil {
		return "", err
	}
	for place, tableOf := range map[string]func() string{
		"[[now]]":         func() string { return groupedTables(withoutNested(now), flagsKey) },
		"[[nested]]":      func() string { return nestedText(now) },
		"[[short]]":       func() string { return shortfallList(now) },
		"[[calibration]]": func() string { return calibrationTable(now) },
		"[[chosen]]":      func() string { return chosenList(now) },
		"[[earlier]]":     func() string { return groupedTables(earlier, versionKey) },
	} {
		if strings.Count(text, place+"\n") != 1 {
			return "", fmt.Errorf("the page's text has not one line %s", place)
		}
		text = strings.Replace(text, place+"\n", cmp.Or(tableOf(), "None yet.\n"), 1)
	}
	return text, nil
}

// withoutNested returns the rows whose settings are the same on all splits. Nested rows have a table of their own.
func withoutNested(rows []Row) []Row {
	return slices.DeleteFunc(slices.Clone(rows), func(r Row) bool { return r.Method == methodNested })
}

// splitByVersion separates the rows whose model had its present version from earlier rows.
// Of the present rows it omits those that [mostSeeds] omits.
func (p Page) splitByVersion() (now, earlier []Row, err error) {
	for _, r := range p.Rows {
		if r.Version == "" { // an old row
			earlier = append(earlier, r)
			continue
		}
		version, err := p.Version(r.Model, r.Set)
		if err != nil {
			return nil, nil, err
		}
		if r.Version == version {
			now = append(now, r)
		} else {
			earlier = append(earlier, r)
		}
	}
	return mostSeeds(now), earlier, nil
}

// mostSeeds omits the rows for which another row has more runs of the same model, data set and flags, except for the seeds.
func mostSeeds(rows []Row) []Row {
	return slices.DeleteFunc(slices.Clone(rows), func(r Row) bool {
		return slices.ContainsFunc(rows, func(q Row) bool {
			hasMore := q.Summary().N > r.Summary().N
			q.Seeds = r.Seeds // compare the flags without the seeds; q is a copy
			return hasMore && q.Dataset == r.Dataset && q.Model == r.Model && q.runKey() == r.runKey()
		})
	})
}

// isFullProtocol reports whether a row has the runs of the published figures: ten fixed splits, settings by the given method, and
// neither settings of the command line nor removed duplicates.
func isFullProtocol(r *Row, method string) bool {
	return r.Protocol == ProtocolSplits && r.Method == method && r.Splits == "0-9" && len(r.Set) == 0 && r.Dedup == ""
}

// shortfall is the difference to a published accuracy, in percentage points, from which a model is listed.
const shortfall = 2

// shortfallList lists the models whose accuracy is more than [shortfall] below the published one, with the attempts to reproduce it.
// It compares rows with chosen settings. Without such a row it compares the row with the model's default settings.
func shortfallList(rows []Row) string {
	text := ""
	for k := range rows {
		r := &rows[k]
		reported := peer.Reported(r.Model, peer.OnTenSplits)
		want, got := reported.Of(r.Dataset), r.Summary()
		if want == 0 || got.Mean >= want-shortfall { // 0: nothing published
			continue
		}
		// A row with chosen settings replaces the row with the defaults.
		isChosen := func(q Row) bool {
			return q.Dataset == r.Dataset && q.Model == r.Model && isFullProtocol(&q, methodAuto)
		}
		attempts := ""
		switch {
		case isChosen(*r):
			attempts = fmt.Sprintf("%d settings (chosen: %s)", triedCount(r.Model), r.From)
		case isFullProtocol(r, string(method.Validation)) && !slices.ContainsFunc(rows, isChosen):
			attempts = "its settings alone"
		default:
			continue
		}
		text += fmt.Sprintf("* %s on %s: %.1f, reported %.1f (%s), below by %.1f. Tried: %s%s\n", peer.Label(r.Model), r.Dataset, got.Mean, want,
			reported.Source, want-got.Mean, attempts, triedNote(r.Model))
	}
	return text
}

// triedCount returns the number of configurations that a model's search tries: the entries of a peer's grid, or the candidates of SGPC.
func triedCount(model string) int {
	if p := peer.Find(model); p != nil {
		return len(p.Grid(p.Defaults(peer.Heterophilic)))
	}
	return tune.MaxTried
}

// triedNote returns the end of a sentence: a peer's note on further attempts if it has one, otherwise a full stop.
func triedNote(model string) string {
	if p := peer.Find(model); p != nil && p.Tried != "" {
		return "; " + p.Tried
	}
	return "."
}

// calibrationTable returns a table of the calibration error with and without SimCalib on the same runs, "" if no pair of rows has both.
func calibrationTable(rows []Row) string {
	var body [][]string
	for k := range rows {
		with := &rows[k]
		if with.Set["simcalib"] != "true" || with.ECE == nil {
			continue
		}
		for q := range rows {
			plain := &rows[q]
			// The rows must differ in the setting simcalib alone.
			differInCalibration := plain.ECE != nil && len(plain.Set) == 0 && len(with.Set) == 1
			sameRuns := plain.Dataset == with.Dataset && plain.Model == with.Model && plain.Method == with.Method &&
				plain.Splits == with.Splits && plain.Seeds == with.Seeds
			if differInCalibration && sameRuns {
				body = append(body, []string{peer.Label(with.Model), with.Dataset, fmt.Sprintf("%.3f", *plain.ECE), fmt.Sprintf("%.3f", *with.ECE)})
			}
		}
	}
	if body == nil {
		return ""
	}
	return tables.Markdown([]string{"model", "data set", "without", "with SimCalib"}, body)
}

// chosenList lists the settings that were chosen on validation and differ from the defaults of the model,
// one for all splits or, for nested rows, by split.
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
