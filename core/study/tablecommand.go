// The command table trains data sets × models × splits × seeds, with settings chosen on validation. This file also stores the chosen
// settings and the rows of the table.

package study

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"sheafscope/core/disk"
	"sheafscope/core/peer"
	"sheafscope/core/published"
	"sheafscope/core/tune"
	"sheafscope/core/words"
)

// methodAuto is the method of a table that chooses settings for each data set and model on validation nodes.
const methodAuto = "auto"

// tableCommand is the state of `sgpc table`.
type tableCommand struct {
	*options
	args        []string // arguments of the command line after "table"
	methodFlag  string   // value of -method; options.method is "" if settings are chosen
	chooses     bool     // the settings are chosen for each data set and model
	splitsGiven bool     // the command line has the flag -splits
	mistakes    bool     // the output has the counts of mistakes
	// chosenFile and rowsFile are the values of -chosen and -rows, or "" if no file is written.
	chosenFile, rowsFile string
	points               *heatTable // the map over the parameters of a generated graph, by the flag -axis
	base                 Grid       // all data sets and models, before [Grid.perModel]
	stderr               io.Writer
}

// TableCommand is `sgpc table`: it trains models on the splits of data sets and writes a table of their accuracies as Markdown.
// By default it first chooses the settings on each data set: of SGPC by a search, and of a peer by a small grid. It stores the choices in
// the file of -chosen. With -shard i/n the command runs every n-th pair of data set and model, from pair i on. It stores these runs in a
// results file of the shard, and writes neither a table nor choices. The command without -shard uses the runs of all shards.
// The exit status is 0, 1 if a run or a file failed, or 2 for wrong usage.
func TableCommand(args []string, load func(dir string) Loader, stdout, stderr io.Writer) int {
	o := newOptions("table", methodAuto, processors(), stderr)
	c := &tableCommand{options: o, args: args, stderr: stderr}
	models := "sgpc," + strings.Join(peer.Names(), ",")
	o.fs.StringVar(&o.datasets, "datasets", strings.Join(published.Datasets(), ","), "names of the data sets")
	o.fs.StringVar(&models, "models", models, "sgpc and peers")
	o.fs.StringVar(&o.results, "results", "table.jsonl",
		"`file` that keeps finished runs, so that the command can be stopped and repeated; empty for none")
	o.fs.StringVar(&c.chosenFile, "chosen", "chosen.json",
		"`file` for the settings that searches chose, beside those of other data sets; empty for none")
	o.fs.StringVar(&c.rowsFile, "rows", "", "`file` of rows that the page of accuracies is made of, to put those of this table into")
	o.fs.BoolVar(&c.mistakes, "mistakes", false,
		"write below the table how often each node is wrong as a test node, and where models differ")
	c.points = o.heatFlags()
	o.shardFlag()
	if status, stop := parseFlags(o.fs, args, stderr); stop {
		return status
	}
	if err := c.setGrid(distinct(splitList(models))); err != nil {
		fmt.Fprintln(stderr, "sgpc:", err)
		return 2
	}
	// Each shard has a results file of its own. The file of -chosen is written only if settings are chosen.
	allResults := o.results
	o.results = o.shardFile(allResults)
	closeResults, err := o.openFiles(stderr, disk.Named{Flag: "-chosen", File: words.Either(c.chooses, c.chosenFile, "")},
		disk.Named{Flag: "-rows", File: c.rowsFile}, disk.Named{Flag: "-heat", File: c.points.file})
	if err != nil {
		return o.fail(err, stderr)
	}
	defer closeResults()
	// A file of other content is refused before the runs, which may last for hours. A shard writes neither file.
	if !c.isShard() {
		chosenFile := words.Either(c.chooses, c.chosenFile, "")
		err := errors.Join(canRewrite(chosenFile, putChosen(chosenFile, nil)), canRewrite(c.rowsFile, putRows(c.rowsFile, nil)))
		if err != nil {
			return o.fail(err, stderr)
		}
	}
	// Without -shard, the runs of all shards count, so that neither searches nor runs are repeated.
	if allResults != "" && !c.isShard() {
		if err := o.gather(allResults, stderr); err != nil {
			return o.fail(err, stderr)
		}
	}
	lib := NewLibrary(load(o.data).withoutDuplicates(o.dedup))
	cells, chosen, notes, err := c.chosenCells(lib)
	if err != nil {
		return o.fail(err, stderr)
	}
	lib.votes = c.mistakes                                               // not before, since searches need no predicted classes
	results, runErr := o.execute(cells, lib, WithoutSeries, nil, stderr) // nil: nothing is called after a cell
	if !c.isShard() {
		text, err := c.text(lib, cells, results, notes, chosen, runErr)
		return o.writeOutput(text, err, stdout, stderr)
	}
	// A shard writes no table, since it has only a part of the runs.
	if runErr != nil {
		return o.fail(runErr, stderr)
	}
	return 0
}

// isShard reports whether the command runs only the tasks of a shard.
func (c *tableCommand) isShard() bool { return c.shards > 1 }

// setGrid sets base, methodFlag, chooses, nested and splitsGiven from the flags and the models of -models. If settings are chosen, it sets
// options.method to "". An error names the flag that is wrong.
func (c *tableCommand) setGrid(models []string) error {
	// The methods auto and nested choose settings in place of some defaults of the method "validation", which the empty text stands for.
	c.methodFlag = c.method
	c.nested = c.methodFlag == methodNested
	c.chooses = c.methodFlag == methodAuto || c.nested
	if c.chooses {
		c.method = ""
	}
	c.splitsGiven = c.splits != "" // before expandPoints and grid, which set the default splits
	// With -axis, expandPoints replaces the generated graph by a graph for each point of the map.
	// Both errors are reported, since they are about different flags.
	err := c.points.expandPoints(c.options, models)
	base, gridErr := c.grid(models)
	c.base = base // not valid if there is an error
	err = errors.Join(err, gridErr)
	if err == nil && len(models) == 0 {
		err = errors.New("-models: the list is empty")
	}
	lacksResults := c.isShard() && c.results == ""
	if err == nil && lacksResults {
		err = errors.New("-shard: a share is its results file, and -results names none")
	}
	return err
}

// chosenCells returns the cells of the command or of its shard, with the settings that it chooses for them, and the choices.
// A command without -shard also stores the choices in the file of -chosen. It stores them before the final runs, which the user may
// interrupt. notes are the sentences of [Grid.perModel] on missing splits and small classes.
func (c *tableCommand) chosenCells(lib *Library) (cells []Cell, chosen []Chosen, notes string, err error) {
	grids, notes, err := c.base.perModel(lib.load, c.protocol, splitSource(c.splitsGiven))
	if err != nil {
		return nil, nil, "", err
	}
	cells, chosen, err = c.chooseCells(lib, grids)
	if err != nil {
		return nil, nil, "", err
	}
	for k := range chosen {
		chosen[k].Command, chosen[k].Protocol = commandLine("table", c.args), c.protocol
	}
	// A shard stores no choices, since it has only a part of them.
	hasChoices := c.chosenFile != "" && len(chosen) > 0
	if hasChoices && !c.isShard() {
		err = storeChosen(c.chosenFile, chosen)
	}
	return cells, chosen, notes, err
}

// text returns the output of the command: a table or, with -axis, a map over the parameters of a generated graph. Below it are notes, the
// chosen settings and, with -mistakes, the counts of mistakes. runErr is the error of the runs; the returned error joins it.
// text also writes the file of -heat, unless the command was stopped. If neither the runs nor the map have failed, it stores the rows of
// the table in the file of -rows.
func (c *tableCommand) text(lib *Library, cells []Cell, results []Result, notes string, chosen []Chosen, runErr error) (string, error) {
	err := runErr
	portable := commandLine("table", portableArgs(c.args))
	t := Table{Title: "Accuracy, " + c.protocol, Command: commandLine("table", c.args),
		Date: time.Now().Format(time.DateOnly), Protocol: c.protocol, Results: results, Wanted: cells, Validation: true}
	text := t.Markdown()
	if c.points.heatMap != nil { // with -axis, the map replaces the table
		var heatErr error
		text, heatErr = c.points.result(lib, c.base.Set, results, portable, t.Date)
		if heatErr == nil && !isFatal(runErr) { // a stopped command lacks runs, and an older file may have all of them
			heatErr = c.points.writeFile(c.stderr)
		}
		err = errors.Join(err, heatErr)
	}
	text += notes + chosenText(chosen)
	if c.rowsFile != "" && err == nil {
		common := Row{Protocol: c.protocol, Set: c.base.Set, Method: c.methodFlag, Dedup: c.dedup, Date: t.Date, Command: portable}
		err = storeTableRows(c.rowsFile, results, common, chosen, lib)
	}
	if lib.votes {
		counts, mistakesErr := mistakesText(lib, results)
		text += counts
		err = errors.Join(err, mistakesErr)
	}
	return text, err
}

// chooseCells returns the cells of this shard's grids, each of one data set and one model. Task k of the shards is grids[k].
// With -method auto or nested, it first chooses the settings of the cells, and returns the choices as chosen.
// It chooses nothing for the reading "code", which stands for the settings of the authors' program.
func (c *tableCommand) chooseCells(lib *Library, grids []Grid) (cells []Cell, chosen []Chosen, err error) {
	choose := c.tunedCells // one choice for all splits of a grid
	if c.nested {
		choose = c.nestedCells // one choice for each split
	}
	for k, g := range grids {
		if !c.ownsTask(k) {
			continue
		}
		// Nothing is chosen: the cells have the settings of the flags.
		if !c.chooses || g.Set["reading"] == "code" {
			cells = append(cells, g.Cells()...)
			continue
		}
		tuned, choices, err := choose(lib, g, c.stderr)
		if err != nil {
			return nil, nil, err
		}
		cells = append(cells, tuned...)
		chosen = append(chosen, choices...)
	}
	return cells, chosen, nil
}

// storeTableRows stores the rows of a table in a file. common holds the fields that all rows share.
// It fails if a model has no version, or if the file cannot be rewritten.
func storeTableRows(file string, results []Result, common Row, chosen []Chosen, lib *Library) error {
	rows, err := RowsOf(results, common, chosen, lib.Version)
	if err != nil {
		return err
	}
	// Only nested rows have the two results of Overlap. The second one widens the intervals of differences (WidenedInterval).
	for k := range rows {
		r := &rows[k]
		_, splits, err := lib.load(r.Dataset) // no error, since the runs have loaded the data set
		if err != nil || r.Method != methodNested {
			continue
		}
		var names []string
		for _, c := range r.Choices {
			names = append(names, c.Split)
		}
		overlap, tested := Overlap(splits, names)
		r.Overlap, r.Tested = fiveDigits(overlap), fiveDigits(tested)
	}
	return storeRows(file, rows)
}

// portableArgs returns the arguments that have a meaning on every machine. It omits the flags on files, workers, progress and waiting, with
// their values.
func portableArgs(args []string) []string {
	return withoutFlags(args, []string{"data", "results", "chosen", "rows", "heat", "o", "workers"}, []string{"q", "wait"})
}

// Chosen is the configuration that a search chose for a model on a data set, in the format of the file of -chosen.
type Chosen struct {
	Dataset string `json:"dataset"`
	// Model is the name of a peer, or "" for SGPC.
	Model    string `json:"model,omitempty"`
	Protocol string `json:"protocol"`
	// Split is the split for which the configuration was chosen, or "" if it was chosen for all splits.
	Split string `json:"split,omitempty"`
	// From is the name of the configuration, and Tried is the number of candidates from which it was chosen.
	// ValMean is the mean validation score of the configuration over Runs runs, in 0..1.
	From    string  `json:"from"`
	Tried   int     `json:"tried"`
	ValMean float64 `json:"val_mean"`
	Runs    int     `json:"runs"`
	// Sheaf reports whether a configuration of SGPC has a sheaf; it is false for peers. Seed is the seed of the search.
	// Settings are the settings that differ from the defaults of the data set.
	// Command is the command line, and Date is the day of the search, such as 2025-01-31.
	Sheaf    bool              `json:"sheaf"`
	Seed     uint64            `json:"seed"`
	Version  int               `json:"version,omitempty"` // version of the search, tune.Version
	Settings map[string]string `json:"settings"`
	Command  string            `json:"command"`
	Date     string            `json:"date"`
}

// searchSettings chooses settings of SGPC for a grid of one data set, by a search on the splits of the grid with the first of its seeds.
// It returns the choice, and the cells of the grid with the chosen settings.
func (o *options) searchSettings(read Loader, g Grid, stderr io.Writer) (Chosen, []Cell, error) {
	dataset := g.Datasets[0]
	// The cells of the search have the empty method, which stands for validation: setGrid has replaced auto and nested by it.
	search, _, err := o.choose(read, dataset, g.Splits, Cell{Seed: g.Seeds[0], Set: g.Set}, stderr)
	if err != nil {
		return Chosen{}, nil, fmt.Errorf("%s: %w", dataset, err)
	}
	// Final and Chosen give no error, since the search that choose returns has chosen.
	final, _ := search.Final(g.Seeds)
	best, cfg, _ := search.Chosen() // index and settings of the chosen candidate
	// A rung is a round of the search (tune.Rung). The last rung of the chosen candidate has the runs of its score.
	trial := search.Trials()[best]
	lastRung := trial.Rungs[len(trial.Rungs)-1]
	return Chosen{Dataset: dataset, From: trial.From, Tried: len(search.Trials()), ValMean: trial.ValMean, Runs: lastRung.Runs,
		Sheaf: tune.HasSheaf(cfg), Seed: g.Seeds[0], Version: tune.Version, Settings: search.Settings(),
		Date: time.Now().Format(time.DateOnly)}, final, nil
}

// tunedCells chooses settings for a grid of one data set and one model. It returns the cells with these settings, and the choice.
// A peer on too small a graph (see hasPeerGrid) keeps its default settings, and chosen is then nil.
// If there is an error, the other results are not valid.
func (o *options) tunedCells(lib *Library, g Grid, stderr io.Writer) (cells []Cell, chosen []Chosen, err error) {
	data, _, err := lib.load(g.Datasets[0])
	if err != nil {
		return nil, nil, err
	}
	var choice Chosen
	m := g.Models[0]
	switch {
	case m == "sgpc":
		choice, cells, err = o.searchSettings(lib.load, g, stderr)
	case hasPeerGrid(m, data):
		choice, cells, err = o.choosePeerSettings(lib.load, g, m, stderr)
	default:
		return g.Cells(), nil, nil
	}
	return cells, []Chosen{choice}, err
}

// maxChosen is the largest size of a file of chosen settings, of rows, or of the text of the page of accuracies: 16 MiB.
// No such file comes close to this size, so a larger file was given by mistake.
const maxChosen = 16 << 20

// storeChosen puts choices into a file, where they replace choices for the same data set, model, protocol and split.
// It fails if the file holds anything but chosen settings, or if [rewrite] fails.
func storeChosen(file string, chosen []Chosen) error {
	return rewrite(file, putChosen(file, chosen))
}

// putChosen returns the change of [storeChosen], for [rewrite] and [canRewrite].
func putChosen(file string, chosen []Chosen) func(data []byte) ([]byte, error) {
	return func(data []byte) ([]byte, error) {
		var all []Chosen
		var err error
		if len(data) > 0 { // the file is neither new nor empty
			err = json.Unmarshal(data, &all)
		}
		lacksDataset := slices.ContainsFunc(all, func(c Chosen) bool { return c.Dataset == "" })
		if err == nil && lacksDataset {
			err = errors.New("an element has no data set")
		}
		if err != nil {
			return nil, fmt.Errorf("%s holds no chosen settings: %w; give another file for -chosen", file, err)
		}
		for _, c := range chosen {
			isReplaced := func(x Chosen) bool {
				isSameTask := x.Dataset == c.Dataset && x.Model == c.Model
				return isSameTask && x.Protocol == c.Protocol && x.Split == c.Split
			}
			if k := slices.IndexFunc(all, isReplaced); k >= 0 {
				all[k] = c
			} else {
				all = append(all, c)
			}
		}
		data, err = json.MarshalIndent(all, "", " ")
		return append(data, '\n'), err
	}
}

// chosenText lists the choices, as the text below a table. It returns "" if nothing was chosen. An item is such as
// "* texas, split 3, SGPC: two layers, without a sheaf `layers=2`".
func chosenText(chosen []Chosen) string {
	if len(chosen) == 0 {
		return ""
	}
	text := "\nSettings chosen on validation:\n\n"
	for _, c := range chosen {
		isPeer := c.Model != "" // the field Sheaf of a peer is always false
		sheafNote := words.Either(c.Sheaf || isPeer, "", ", without a sheaf")
		place := c.Dataset + words.Either(c.Split != "", ", split "+c.Split, "")
		model := peer.Label(cmp.Or(c.Model, "sgpc"))
		code := settingsText(c.Settings)
		if code != "" {
			code = " `" + code + "`"
		}
		text += fmt.Sprintf("* %s, %s: %s%s%s\n", place, model, c.From, sheafNote, code)
	}
	return text
}
