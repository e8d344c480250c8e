// The command depth trains networks of 1 to 32 layers and measures every layer.

package study

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"sheafscope/core/disk"
	"sheafscope/core/figures"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/tables"
)

// depthStudy is the experiment of `sgpc depth`: every network with every number of layers, on the cells of a grid.
type depthStudy struct {
	nets   []figures.DepthNet // in the order of figures.DepthNets
	layers []int              // different numbers of layers, in the order of the flag -layers
	grid   Grid               // data sets, splits, seeds and common settings; without models and without the setting layers
}

// DepthCommand is `sgpc depth`: it trains networks of 1 to 32 layers on the splits of data sets, and writes CSV or Markdown.
// For every layer it records the measures of figures.Depth, before and after the training.
// The exit status is 0, 1 if a run or a file failed, or 2 for wrong usage.
func DepthCommand(args []string, load func(dir string) Loader, stdout, stderr io.Writer) int {
	o := newOptions("depth", method.Validation, processors(), stderr)
	// The default values of -models and -layers.
	var allNetworks, allDepths []string
	for _, n := range figures.DepthNets() {
		allNetworks = append(allNetworks, n.Name)
	}
	for _, l := range figures.Depths {
		allDepths = append(allDepths, strconv.Itoa(l))
	}
	o.fs.StringVar(&o.datasets, "datasets", "texas", "names of the data sets")
	models := o.fs.String("models", strings.Join(allNetworks, ","), "networks; nsd stands for all of its kinds")
	layers := o.fs.String("layers", strings.Join(allDepths, ","), "numbers of layers")
	o.fs.StringVar(&o.results, "results", "depth.jsonl",
		"`file` that keeps finished runs, so that the command can be stopped and repeated; empty for none")
	markdown := o.fs.Bool("markdown", false, "write means by depth, what became of the signal, and paired differences, as Markdown in "+
		"place of CSV")
	rows := o.fs.String("rows", "", "`file` of rows that the page's figure is made of, to put those of this study into")
	// newOptions has defined -epochs with the default 0. DefValue is the text of the default in the usage.
	const defaultEpochs = 100
	o.epochs = defaultEpochs
	o.fs.Lookup("epochs").DefValue = strconv.Itoa(defaultEpochs)
	if status, stop := parseFlags(o.fs, args, stderr); stop {
		return status
	}
	// The networks and numbers of layers of the study.
	s := &depthStudy{}
	var err error
	s.grid, err = o.grid(nil) // nil: [depthStudy.cells] sets the models
	if err == nil {
		err = s.parse(splitList(*models), splitList(*layers))
	}
	if err == nil && *rows != "" {
		err = s.checkSettingsOfRows()
	}
	if err != nil {
		fmt.Fprintln(stderr, "sgpc:", err)
		return 2
	}
	closeResults, err := o.openFiles(stderr, disk.Named{Flag: "-rows", File: *rows})
	if err != nil {
		return o.fail(err, stderr)
	}
	defer closeResults()
	lib := NewLibrary(load(o.data).withoutDuplicates(o.dedup))
	// With depth, outcomes have the measures of every layer. A stored run without these measures has another stamp and is not reused.
	lib.depth = true
	results, err := o.execute(s.cells(), lib, WithSeries, nil, stderr) // nil: nothing is called after a cell
	if *rows != "" && err == nil {                                     // rows are stored only if no run failed
		err = s.storeRows(*rows, results, lib.Version)
	}
	if *markdown {
		return o.writeOutput(s.markdown(results), err, stdout, stderr)
	}
	return o.writeOutput(s.csv(results), err, stdout, stderr)
}

// parse sets the networks and the numbers of layers from the elements of the flags -models and -layers.
// The name nsd stands for every network whose name begins with "nsd-". parse fails if an element is wrong, if a list is empty, or if the
// settings of the grid have a setting of the networks, layers or maps.
func (s *depthStudy) parse(names, layers []string) error {
	for _, n := range figures.DepthNets() {
		family, _, _ := strings.Cut(n.Name, "-") // nsd for nsd-diag
		isInFamily := family == "nsd" && slices.Contains(names, "nsd")
		if isInFamily || slices.Contains(names, n.Name) {
			s.nets = append(s.nets, n)
		}
	}
	// Every name except nsd must be the name of a network.
	for _, name := range names {
		isFound := slices.ContainsFunc(s.nets, func(n figures.DepthNet) bool { return n.Name == name })
		if name != "nsd" && !isFound {
			return fmt.Errorf("-models: there is no %q; sgpc depth -h lists the networks", name)
		}
	}
	mostLayers := figures.Depths[len(figures.Depths)-1] // Depths ascend
	for _, text := range layers {
		l, err := strconv.Atoi(text)
		if err != nil || l < 1 || l > mostLayers {
			return fmt.Errorf("-layers: %q is no whole number from 1 to %d", text, mostLayers)
		}
		s.layers = append(s.layers, l)
	}
	s.layers = distinct(s.layers)
	if len(s.nets) == 0 || len(s.layers) == 0 {
		return errors.New("-models, -layers: a list is empty")
	}
	if s.grid.Set["layers"] != "" || s.grid.Set["maps"] != "" {
		return errors.New("-set: the networks of -models determine the setting maps, and -layers determines layers")
	}
	return nil
}

// checkSettingsOfRows returns an error if the grid has a setting that a stored row does not record. A row with this setting would pass for
// a row with the default settings. A row records the number of epochs, and by the version of its model the settings in versionSettings.
func (s *depthStudy) checkSettingsOfRows() error {
	for _, name := range slices.Sorted(maps.Keys(s.grid.Set)) {
		if name != "epochs" && !slices.Contains(versionSettings, name) {
			return fmt.Errorf("-rows: a row does not record the setting %s; omit the setting, or omit -rows", name)
		}
	}
	return nil
}

// cells returns the cells of the study: network by network, and for each network in the order of s.layers.
func (s *depthStudy) cells() (out []Cell) {
	for _, n := range s.nets {
		for _, l := range s.layers {
			g := s.grid
			g.Models, g.Set = []string{n.Model}, merged(s.grid.Set, n.Set(l))
			out = append(out, g.Cells()...)
		}
	}
	return out
}

// resultsOf returns the finished runs of a network with the given number of layers on a data set, in the order of results.
func (s *depthStudy) resultsOf(results []Result, dataset string, n figures.DepthNet, layers int) (out []Result) {
	set := n.Set(layers)
	for _, r := range results {
		c := r.Cell
		// Several networks have the same model and differ in the setting maps.
		isNetwork := c.Model == n.Model && c.Set["maps"] == set["maps"] && c.Set["layers"] == set["layers"]
		if isNetwork && c.Dataset == dataset {
			out = append(out, r)
		}
	}
	return out
}

// csv returns the results as CSV, with a line for each run, each state (untrained or trained) and each layer.
func (s *depthStudy) csv(results []Result) string {
	var t tables.CSV
	t.Text("dataset", "net", "layers", "split", "seed", "val", "test", "state", "layer")
	t.Text(figures.DepthMeasures[:]...)
	t.End()
	for _, d := range s.grid.Datasets {
		for _, n := range s.nets {
			for _, l := range s.layers {
				for _, r := range s.resultsOf(results, d, n, l) {
					// The first columns describe the run. DepthCSV repeats them in every line of the run.
					first := []string{d, n.Name, strconv.Itoa(l), r.Cell.Split, strconv.FormatUint(r.Cell.Seed, 10)}
					figures.DepthCSV(&t, first, &r.Outcome)
				}
			}
		}
	}
	return string(t.File())
}

// rows returns a row for each data set and network of the study, with a point for each number of layers.
// The field Epochs of a row is the setting epochs of the grid, or "all" without this setting.
// version returns the version of a cell's model. rows fails if version fails.
func (s *depthStudy) rows(results []Result, version func(Cell) (string, error)) (out []figures.DepthRow, err error) {
	for _, d := range s.grid.Datasets {
		for _, n := range s.nets {
			row := figures.DepthRow{Dataset: d, Net: n.Name, Splits: rangeText(s.grid.Splits), Epochs: cmp.Or(s.grid.Set["epochs"], "all"),
				Date: time.Now().Format(time.DateOnly)}
			row.Version, err = version(Cell{Model: n.Model, Set: s.grid.Set})
			if err != nil {
				return nil, err
			}
			for _, l := range s.layers {
				row.Points = append(row.Points, s.point(results, d, n, l))
			}
			out = append(out, row)
		}
	}
	return out, nil
}

// storeRows puts the rows of the study into a file. A row replaces the row of the same data set and network, or is appended.
// If storeRows fails, the file stays as it is.
func (s *depthStudy) storeRows(file string, results []Result, version func(Cell) (string, error)) error {
	return rewrite(file, func(data []byte) ([]byte, error) {
		all, err := readDepthRows(file, data)
		if err != nil {
			return nil, err
		}
		rows, err := s.rows(results, version)
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			isReplaced := func(q figures.DepthRow) bool { return q.Dataset == row.Dataset && q.Net == row.Net }
			if k := slices.IndexFunc(all, isReplaced); k >= 0 {
				all[k] = row
			} else {
				all = append(all, row)
			}
		}
		// The file has one JSON object a line.
		var b bytes.Buffer
		for _, r := range all {
			line, err := json.Marshal(r)
			if err != nil {
				return nil, err
			}
			b.Write(append(line, '\n'))
		}
		return b.Bytes(), nil
	})
}

// readDepthRows decodes the content of a file of rows, one JSON object a line. Every row must have a data set and a network.
// name is the name of the file. An error begins with the name and the number of the line, which counts from 1.
func readDepthRows(name string, data []byte) (out []figures.DepthRow, err error) {
	number := 0
	for line := range bytes.Lines(data) {
		number++
		var r figures.DepthRow
		err := json.Unmarshal(line, &r)
		hasNames := r.Dataset != "" && r.Net != ""
		if err != nil || !hasNames {
			return nil, fmt.Errorf("%s:%d: no row with data set and network (delete the line, or give another file)", name, number)
		}
		out = append(out, r)
	}
	return out, nil
}
