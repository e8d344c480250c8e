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
	"sheafscope/core/graph"
	"sheafscope/core/peer"
	"sheafscope/core/published"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/tune"
	"sheafscope/core/words"
)

// methodAuto is the method of a table whose settings are chosen by a search on each data set.
const methodAuto = "auto"

// TableCommand is `sgpc table`: data sets × models × splits × seeds as Markdown.
// By default a search on each data set chooses the settings, which are written to a file of their own.
// A shard does every n-th pair of data set and model and leaves its runs beside the results file.
// A table without -shard collects the runs of all shards.
// It returns the exit status: 0, 1 when a run failed, 2 for wrong usage.
func TableCommand(args []string, load func(dir string) Loader, stdout, stderr io.Writer) int {
	o := newOptions("table", methodAuto, processors(), stderr)
	models, file := "sgpc,"+strings.Join(peer.Names(), ","), ""
	o.fs.StringVar(&o.datasets, "datasets", strings.Join(published.Datasets(), ","), "names of the data sets")
	o.fs.StringVar(&models, "models", models, "sgpc and peers")
	o.fs.StringVar(&o.results, "results", "table.jsonl",
		"`file` that keeps finished runs, so that the command can be stopped and repeated; empty for none")
	o.fs.StringVar(&file, "chosen", "chosen.json",
		"`file` for the settings that searches chose, beside those of other data sets; empty for none")
	rows := o.fs.String("rows", "", "`file` of rows that the page of accuracies is made of, to put those of this table into")
	mistakes := o.fs.Bool("mistakes", false, "write below the table how often each node is wrong as a test node, and where models differ")
	over := o.heatFlags()
	o.shardFlag()
	if code := parseFlags(o.fs, args, stderr); code >= 0 {
		return code
	}
	method := o.method
	o.nested = method == methodNested
	auto := method == methodAuto || o.nested
	if auto {
		o.method = ""
	}
	// asked is read before grid, which fills in the default splits.
	asked := o.splits != ""
	err := over.expandPoints(o, splitList(models))
	g, failed := o.grid(splitList(models))
	err = errors.Join(err, failed)
	if o.shards > 1 && o.results == "" && err == nil {
		err = errors.New("-shard: a share is its results file, and -results names none")
	}
	if err != nil {
		fmt.Fprintln(stderr, "sgpc:", err)
		return 2
	}
	// Each shard has a results file of its own; whole is that of all.
	whole := o.results
	o.results = o.shardFile(whole)
	end, err := o.openFiles(stderr, disk.Named{Flag: "-chosen", File: words.Either(auto, file, "")}, disk.Named{Flag: "-rows", File: *rows},
		disk.Named{Flag: "-heat", File: over.file})
	if err != nil {
		return o.fail(err, stderr)
	}
	defer end()
	// A table without -shard uses the runs of all shards, so neither searches nor runs are repeated.
	if whole != "" && o.shards == 1 {
		if err := o.gather(whole, stderr); err != nil {
			return o.fail(err, stderr)
		}
	}
	lib := NewLibrary(load(o.data).without(o.dedup))
	grids, notes, err := g.perModel(lib.load, o.protocol, asked)
	if err != nil {
		return o.fail(err, stderr)
	}
	line := commandLine("table", args)
	var cells []Cell
	var chosen []Chosen
	for k, g := range grids {
		if !o.ownsTask(k) {
			continue
		}
		own := g.Cells()
		if auto && g.Set["reading"] != "code" {
			var tuned []Chosen
			choose := o.tunedCells
			if o.nested {
				choose = o.nestedCells
			}
			if own, tuned, err = choose(lib, g, stderr); err != nil {
				return o.fail(err, stderr)
			}
			for _, c := range tuned {
				c.Command, c.Protocol = line, o.protocol
				chosen = append(chosen, c)
			}
		}
		cells = append(cells, own...)
	}
	// Choices are stored before the final runs, which may be interrupted.
	if file != "" && len(chosen) > 0 && o.shards == 1 {
		if err := storeChosen(file, chosen); err != nil {
			return o.fail(err, stderr)
		}
	}
	lib.votes = *mistakes
	results, err := o.execute(cells, lib, false, nil, stderr)
	// A shard writes no table, since it has only a part of the runs.
	if o.shards > 1 {
		if err != nil {
			return o.fail(err, stderr)
		}
		return 0
	}
	t := Table{Title: "Accuracy, " + o.protocol, Command: line,
		Date: time.Now().Format(time.DateOnly), Protocol: o.protocol, Results: results, Wanted: cells, Validation: true}
	text := t.Markdown()
	if over.grid != nil {
		text, failed = over.result(lib, results, commandLine("table", portableArgs(args)), t.Date, stderr)
		err = errors.Join(err, failed)
	}
	text += notes + chosenText(chosen)
	if *rows != "" && err == nil {
		err = storeTableRows(*rows, results, Row{Protocol: o.protocol, Set: g.Set, Method: method,
			Dedup: o.dedup, Date: t.Date,
			Command: commandLine("table", portableArgs(args))}, chosen, lib)
	}
	if lib.votes {
		more, failed := mistakesText(lib, results)
		text, err = text+more, errors.Join(err, failed)
	}
	return o.writeOutput(text, err, stdout, stderr)
}

// storeTableRows puts the rows of a table into a file.
func storeTableRows(file string, results []Result, row Row, chosen []Chosen, lib *Library) error {
	rows, err := RowsOf(results, row, chosen, lib.Version)
	if err != nil {
		return err
	}
	for k := range rows {
		r := &rows[k]
		if _, splits, err := lib.load(r.Dataset); err == nil && r.Method == methodNested {
			var names []string
			for _, c := range r.Choices {
				names = append(names, c.Split)
			}
			overlap, tested := Overlap(splits, names)
			r.Overlap, r.Tested = fiveDigits(overlap), fiveDigits(tested)
		}
	}
	return storeRows(file, rows)
}

// storeRows puts rows into a file, replacing those of the same runs.
func storeRows(file string, rows []Row) error {
	return rewrite(file, func(data []byte) ([]byte, error) {
		all, err := ReadRows(file, data)
		if err != nil {
			return nil, err
		}
		return encodeRows(replaceRows(all, rows))
	})
}

// portableArgs returns the arguments without those that name files of one machine or its number of simultaneous runs.
func portableArgs(args []string) (out []string) {
	places := []string{"data", "results", "chosen", "rows", "heat", "o", "workers"}
	for k := 0; k < len(args); k++ {
		name, _, joined := strings.Cut(strings.TrimLeft(args[k], "-"), "=")
		switch {
		case slices.Contains(places, name) && !joined:
			k++
		case slices.Contains(places, name) || name == "q" || name == "wait":
		default:
			out = append(out, args[k])
		}
	}
	return out
}

// perModel returns a grid for each data set and model.
// A data set without splits gets drawn ones, and one with few splits all of them, unless asked, which means that -splits is given.
// notes lists the classes with fewer nodes than a drawn split needs.
func (g Grid) perModel(read Loader, protocol string, asked bool) (grids []Grid, notes string, err error) {
	for _, d := range g.Datasets {
		own := g
		own.Datasets = []string{d}
		data, splits, err := read(d)
		if err != nil {
			return nil, "", fmt.Errorf("%s: %w", d, err)
		}
		if len(splits) == 0 && protocol == ProtocolSplits {
			own.Splits = drawnLike(g.Splits)
		} else if protocol == ProtocolSplits && !asked {
			if own.Splits = g.Splits[:min(len(g.Splits), len(splits))]; len(own.Splits) < len(g.Splits) {
				notes += fmt.Sprintf("\n%s has %d splits.\n", d, len(splits))
			}
		}
		if text := graph.FewText(data, protocol); text != "" {
			notes += "\n" + d + ": " + text + "\n"
		}
		for _, m := range g.Models {
			own.Models = []string{m}
			grids = append(grids, own)
		}
	}
	return grids, notes, nil
}

// Chosen is the configuration that a search chose for a data set.
type Chosen struct {
	Dataset string `json:"dataset"`
	// Model is the name of a peer, or "" for SGPC.
	Model    string `json:"model,omitempty"`
	Protocol string `json:"protocol"`
	// Split is the split for which it was chosen, "" for all.
	Split string `json:"split,omitempty"`
	// From is the name of the configuration, Tried the number of candidates, and ValMean its mean score over Runs runs.
	From    string  `json:"from"`
	Tried   int     `json:"tried"`
	ValMean float64 `json:"val_mean"`
	Runs    int     `json:"runs"`
	// Sheaf reports whether the configuration has a sheaf; Settings are those that differ from the defaults of the data set.
	Sheaf    bool              `json:"sheaf"`
	Seed     uint64            `json:"seed"`
	Version  int               `json:"version,omitempty"` // version of the search, tune.Version
	Settings map[string]string `json:"settings"`
	Command  string            `json:"command"`
	Date     string            `json:"date"`
}

// searchSettings searches with the first seed of a grid of one data set and returns the choice with the cells of its runs.
func (o *options) searchSettings(read Loader, g Grid, stderr io.Writer) (Chosen, []Cell, error) {
	d := g.Datasets[0]
	search, _, err := o.choose(read, d, g.Splits, Cell{Seed: g.Seeds[0], Set: g.Set}, stderr)
	if err != nil {
		return Chosen{}, nil, fmt.Errorf("%s: %w", d, err)
	}
	final, err := search.Final(g.Seeds)
	best, cfg, _ := search.Chosen()
	t := search.Trials()[best]
	return Chosen{Dataset: d, From: t.From, Tried: len(search.Trials()), ValMean: t.ValMean, Runs: t.Rungs[len(t.Rungs)-1].Runs,
		Sheaf: tune.HasSheaf(cfg), Seed: g.Seeds[0], Version: tune.Version, Settings: search.Settings(),
		Date: time.Now().Format(time.DateOnly)}, final, err
}

// tunedCells returns the cells of a grid of one data set and model with the settings chosen for it, and the choice.
func (o *options) tunedCells(lib *Library, g Grid, stderr io.Writer) (cells []Cell, chosen []Chosen, err error) {
	data, _, err := lib.load(g.Datasets[0])
	if err != nil {
		return nil, nil, err
	}
	var c Chosen
	switch m := g.Models[0]; {
	case m == "sgpc":
		c, cells, err = o.searchSettings(lib.load, g, stderr)
	case hasPeerGrid(m, data):
		c, cells, err = o.choosePeerSettings(lib.load, g, m, stderr)
	default:
		return g.Cells(), nil, nil
	}
	return cells, []Chosen{c}, err
}

// maxChosen is the largest size of a file of chosen settings or rows, in bytes.
const maxChosen = 16 << 20

// storeChosen puts choices into a file, replacing those of the same data set, model, protocol and split.
func storeChosen(file string, chosen []Chosen) error {
	return rewrite(file, func(data []byte) ([]byte, error) {
		var all []Chosen
		if data != nil {
			if err := json.Unmarshal(data, &all); err != nil {
				return nil, fmt.Errorf("%s holds no chosen settings: %w; give another file for -chosen", file, err)
			}
		}
		for _, c := range chosen {
			same := func(x Chosen) bool {
				return x.Dataset == c.Dataset && x.Model == c.Model && x.Protocol == c.Protocol && x.Split == c.Split
			}
			if k := slices.IndexFunc(all, same); k >= 0 {
				all[k] = c
			} else {
				all = append(all, c)
			}
		}
		data, err := json.MarshalIndent(all, "", " ")
		return append(data, '\n'), err
	})
}

// chosenText lists the choices, below a table.
func chosenText(chosen []Chosen) string {
	if len(chosen) == 0 {
		return ""
	}
	text := "\nSettings chosen on validation:\n\n"
	for _, c := range chosen {
		sheaf := words.Either(c.Sheaf || c.Model != "", "", ", without a sheaf")
		set := make([]string, 0, len(c.Settings))
		for _, name := range settings.Names() {
			if v, ok := c.Settings[name]; ok {
				set = append(set, name+"="+v)
			}
		}
		of := words.Either(c.Split != "", c.Dataset+", split "+c.Split, c.Dataset)
		text += fmt.Sprintf("* %s, %s: %s%s `%s`\n", of, peer.Label(cmp.Or(c.Model, "sgpc")), c.From, sheaf, strings.Join(set, " "))
	}
	return text
}
