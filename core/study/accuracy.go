// The command accuracy makes the page ACCURACY.md from stored rows and a text with places for tables. This file also makes the page's lists
// and its table of calibration errors.

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
	// Rows are all stored rows, also rows of earlier versions of the models.
	Rows []Row
	// Version returns the present version of a model under the given settings; see [ModelVersion].
	Version func(model string, set map[string]string) (string, error)
}

// AccuracyCommand is `sgpc accuracy`: it writes the page of accuracies from a file of rows and a file of text.
// Rows of the present versions of the models and rows of earlier versions have separate tables.
// The exit status is 0, 1 if the page cannot be made, or 2 for wrong usage.
func AccuracyCommand(args []string, stdout, stderr io.Writer) int {
	fs := flag.NewFlagSet("sgpc accuracy", flag.ContinueOnError)
	fs.SetOutput(stderr)
	file := fs.String("rows", "core/study/accuracy.jsonl", "`file` of rows, which sgpc table -rows writes")
	text := fs.String("text", "core/study/accuracy.md", "`file` of the page's text, in which lines such as [[now]] stand for tables")
	o := &options{} // only for -o and writeOutput, since the command does not have the other shared flags
	fs.StringVar(&o.out, "o", "", "write to this `file` instead of standard output")
	if status, stop := parseFlags(fs, args, stderr); stop {
		return status
	}
	// The page must not overwrite the files that it is made of.
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
	return o.writeOutput(page, nil, stdout, stderr) // nil: the command has no runs that could fail
}

// accuracyPage returns the page made of two files. It fails if a file is missing, longer than maxChosen (16 MB) or invalid.
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

// Write replaces the places in a text by tables and lists of the rows, and returns the page. A place is one of these lines:
//
//	[[now]]           accuracies of the present versions of the models
//	[[nested]]        accuracies with settings chosen for each split
//	[[short]]         models below their published accuracies
//	[[calibration]]   calibration errors with and without SimCalib
//	[[chosen]]        settings chosen on validation
//	[[earlier]]       accuracies of earlier versions
//
// SimCalib is a calibration of the class probabilities after training.
// Write fails if p.Version fails, and unless every place occurs exactly once.
func (p Page) Write(text string) (string, error) {
	present, earlier, err := p.splitByVersion()
	if err != nil {
		return "", err
	}
	for _, place := range []struct {
		line  string
		table func() string
	}{
		{"[[now]]", func() string { return groupedTables(withoutNested(present), flagsKey) }},
		{"[[nested]]", func() string { return nestedText(present) }},
		{"[[short]]", func() string { return shortfallList(present) }},
		{"[[calibration]]", func() string { return calibrationTable(present) }},
		{"[[chosen]]", func() string { return chosenList(present) }},
		{"[[earlier]]", func() string { return groupedTables(earlier, versionKey) }},
	} {
		if strings.Count(text, place.line+"\n") != 1 {
			return "", fmt.Errorf("the page's text needs one line %s, with a line end; write it once", place.line)
		}
		table := cmp.Or(place.table(), "None yet.\n") // "" if no row belongs to the place
		text = strings.Replace(text, place.line+"\n", table, 1)
	}
	return text, nil
}

// withoutNested returns the rows whose settings are the same on all splits. The other rows belong to the place [[nested]].
func withoutNested(rows []Row) []Row {
	return slices.DeleteFunc(slices.Clone(rows), func(r Row) bool { return r.Method == methodNested })
}

// splitByVersion separates the rows of the present versions of the models from the rows of earlier versions.
// present omits the rows that [mostSeeds] omits. splitByVersion fails if p.Version fails.
func (p Page) splitByVersion() (present, earlier []Row, err error) {
	for _, r := range p.Rows {
		if r.Version == "" { // rows of the first format do not state their version
			earlier = append(earlier, r)
			continue
		}
		version, err := p.Version(r.Model, r.Set)
		if err != nil {
			return nil, nil, err
		}
		if r.Version == version {
			present = append(present, r)
		} else {
			earlier = append(earlier, r)
		}
	}
	return mostSeeds(present), earlier, nil
}

// mostSeeds returns the rows that have no larger alternative.
// An alternative to a row is a row of the same model, data set and flags, possibly with other seeds. It is larger if it has more runs.
func mostSeeds(rows []Row) []Row {
	return slices.DeleteFunc(slices.Clone(rows), func(r Row) bool {
		return slices.ContainsFunc(rows, func(q Row) bool {
			isLarger := q.Summary().N > r.Summary().N
			q.Seeds = r.Seeds // q is a copy of the row; with equal seeds, runKey compares only the other flags
			return isLarger && q.Dataset == r.Dataset && q.Model == r.Model && q.runKey() == r.runKey()
		})
	})
}

// isFullProtocol reports whether the runs of a row are comparable with published accuracies, with settings by the given method.
// Such a row has all ten fixed splits, no setting of the command line, and no removed duplicates.
func isFullProtocol(r *Row, methodName string) bool {
	hasTenSplits := r.Protocol == ProtocolSplits && r.Splits == "0-9"
	isUnchanged := len(r.Set) == 0 && r.Dedup == ""
	return hasTenSplits && isUnchanged && r.Method == methodName
}

// shortfall is the difference to a published accuracy, in percentage points, above which the page lists a model.
const shortfall = 2

// shortfallList returns a list item for each model and data set whose accuracy is more than [shortfall] below the published accuracy.
// An item has both accuracies and the attempts to reproduce the published accuracy.
// The accuracy comes from the row with chosen settings or, if there is no such row, from the row with the model's default settings.
// For example:
//
//   - GCN on texas: 55.1, reported 59.5 (SOURCE), below by 4.4. Tried: 9 settings (chosen: ten times the weight decay).
func shortfallList(rows []Row) string {
	text := ""
	for k := range rows {
		r := &rows[k]
		reported := peer.Reported(r.Model, peer.OnTenSplits)
		goal, own := reported.Of(r.Dataset), r.Summary()
		isPublished := goal != 0 // 0 stands for no published accuracy
		if !isPublished || own.Mean >= goal-shortfall {
			continue
		}
		// isChosen reports whether q is the row with chosen settings for r's model and data set.
		isChosen := func(q Row) bool {
			return q.Dataset == r.Dataset && q.Model == r.Model && isFullProtocol(&q, methodAuto)
		}
		// The default row is listed only if no chosen row exists. Other rows are not comparable with published accuracies.
		attempts := ""
		switch {
		case isChosen(*r):
			attempts = fmt.Sprintf("%d settings (chosen: %s)", triedCount(r.Model), r.From)
		case isFullProtocol(r, string(method.Validation)) && !slices.ContainsFunc(rows, isChosen):
			attempts = "its settings alone"
		default:
			continue
		}
		text += fmt.Sprintf("* %s on %s: %.1f, reported %.1f (%s), below by %.1f. Tried: %s%s\n", peer.Label(r.Model), r.Dataset, own.Mean, goal,
			reported.Source, goal-own.Mean, attempts, triedNote(r.Model))
	}
	return text
}

// triedCount returns the number of configurations that a model's search tries.
// For a peer it is the size of the grid on heterophilic graphs, since the kind of graph is not known here.
// For SGPC it is the largest number of configurations in a search.
func triedCount(model string) int {
	if p := peer.Find(model); p != nil {
		return len(p.Grid(p.Defaults(peer.Heterophilic)))
	}
	return tune.MaxTried
}

// triedNote returns the end of a sentence: a peer's note on further attempts, or a full stop if the model has no note.
func triedNote(model string) string {
	if p := peer.Find(model); p != nil && p.Tried != "" {
		return "; " + p.Tried
	}
	return "."
}

// calibrationTable returns a table of the expected calibration error (ECE) with and without SimCalib on the same runs.
// A line is a pair of rows with the same data set, model and flags, settings excepted. One row has simcalib as its only setting, and the
// other row has no setting. Rows without an ECE are omitted. calibrationTable returns "" if there is no such pair.
func calibrationTable(rows []Row) string {
	var body [][]string
	for k := range rows {
		calibrated := &rows[k]
		if calibrated.Set["simcalib"] != "true" || calibrated.ECE == nil {
			continue
		}
		for q := range rows {
			plain := &rows[q]
			differInCalibration := plain.ECE != nil && len(plain.Set) == 0 && len(calibrated.Set) == 1
			sameSubject := plain.Dataset == calibrated.Dataset && plain.Model == calibrated.Model
			withoutSetting := *calibrated
			withoutSetting.Set = nil
			if differInCalibration && sameSubject && plain.runKey() == withoutSetting.runKey() {
				eceWithout, eceWith := fmt.Sprintf("%.3f", *plain.ECE), fmt.Sprintf("%.3f", *calibrated.ECE)
				body = append(body, []string{peer.Label(calibrated.Model), calibrated.Dataset, eceWithout, eceWith})
			}
		}
	}
	if body == nil {
		return ""
	}
	return tables.Markdown([]string{"model", "data set", "without", "with SimCalib"}, body)
}

// chosenList returns a list of the settings that were chosen on validation and differ from the defaults of the model.
// An item has the settings of a row for all splits, or the choice for each split ("nested"). For example:
//
//   - SGPC, texas: two layers `layers=2 d=3`
//   - SGPC, texas, nested: two layers `layers=2 d=3` (split 0, 4); no plans `lift=scalar` (split 1)
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
