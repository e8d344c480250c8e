// The command depth: networks of 1 to 32 layers, with measures of every layer.

package study

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"sheafscope/core/disk"
	"sheafscope/core/figures"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/tables"
	"sheafscope/core/train"
)

// depthStudy is the experiment of `sgpc depth`: every network with every number of layers, on the cells of a grid.
// The networks are in the order of figures.DepthNets; the grid has no model and no number of layers.
type depthStudy struct {
	nets   []figures.DepthNet
	layers []int
	grid   Grid
}

// DepthCommand is `sgpc depth`: networks of 1 to 32 layers on the splits of data sets, as CSV or as Markdown.
// It records the measures of figures.Depth for every layer, before and after the training.
// It returns the exit status of [TableCommand].
func DepthCommand(args []string, load func(dir string) Loader, stdout, stderr io.Writer) int {
	o := newOptions("depth", method.Validation, processors(), stderr)
	var names, all []string
	for _, n := range figures.DepthNets() {
		all = append(all, n.Name)
	}
	for _, l := range figures.Depths {
		names = append(names, strconv.Itoa(l))
	}
	o.fs.StringVar(&o.datasets, "datasets", "texas", "names of the data sets")
	models := o.fs.String("models", strings.Join(all, ","), "networks; nsd stands for all of its kinds")
	layers := o.fs.String("layers", strings.Join(names, ","), "numbers of layers")
	o.fs.StringVar(&o.results, "results", "depth.jsonl",
		"`file` that keeps finished runs, so that the command can be stopped and repeated; empty for none")
	markdown := o.fs.Bool("markdown", false, "write means by depth, what became of the signal, and paired differences, as Markdown in "+
		"place of CSV")
	rows := o.fs.String("rows", "", "`file` of rows that the page's figure is made of, to put those of this study into")
	o.fs.Lookup("epochs").DefValue, o.epochs = "100", 100
	if status, stop := parseFlags(o.fs, args, stderr); stop {
		return status
	}
	s := &depthStudy{}
	var err error
	if s.grid, err = o.grid(nil); err == nil {
		err = s.parse(splitList(*models), splitList(*layers))
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
	lib := NewLibrary(load(o.data).without(o.dedup))
	// Stamps of this study differ from those of tables, whose runs have other measures.
	lib.depth = true
	results, err := o.execute(s.cells(), lib, true, nil, stderr)
	if *rows != "" && err == nil {
		err = s.storeRows(*rows, results, lib.Version)
	}
	if *markdown {
		return o.writeOutput(s.markdown(results), err, stdout, stderr)
	}
	return o.writeOutput(s.csv(results), err, stdout, stderr)
}

// parse sets the networks and the numbers of layers from the values of the flags -models and -layers.
// The name nsd stands for every network whose name begins with "nsd-".
func (s *depthStudy) parse(names, layers []string) error {
	for _, n := range figures.DepthNets() {
		kind, _, _ := strings.Cut(n.Name, "-")
		if slices.Contains(names, n.Name) || kind == "nsd" && slices.Contains(names, kind) {
			s.nets = append(s.nets, n)
		}
	}
	for _, name := range names {
		if name != "nsd" && !slices.ContainsFunc(s.nets, func(n figures.DepthNet) bool { return n.Name == name }) {
			return fmt.Errorf("-models: there is no %q; sgpc depth -h lists the networks", name)
		}
	}
	for _, text := range layers {
		l, err := strconv.Atoi(text)
		if most := figures.Depths[len(figures.Depths)-1]; err != nil || l < 1 || l > most {
			return fmt.Errorf("-layers: %q is no whole number from 1 to %d", text, most)
		}
		s.layers = append(s.layers, l)
	}
	if len(s.nets) == 0 || len(s.layers) == 0 {
		return errors.New("-models, -layers: a list is empty")
	}
	return nil
}

// cells returns the cells of the study: network by network, and for each network by the number of layers.
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

// resultsOf returns the finished runs of a network with the given number of layers on a data set.
// Networks of one model differ in the setting maps.
func (s *depthStudy) resultsOf(results []Result, dataset string, n figures.DepthNet, layers int) (out []Result) {
	set := n.Set(layers)
	for _, r := range results {
		c := r.Cell
		if c.Dataset == dataset && c.Model == n.Model && c.Set["layers"] == set["layers"] && c.Set["maps"] == set["maps"] {
			out = append(out, r)
		}
	}
	return out
}

// csv returns a line for each run, each state (untrained or trained) and each layer.
func (s *depthStudy) csv(results []Result) string {
	var t tables.CSV
	t.Text("dataset", "net", "layers", "split", "seed", "val", "test", "state", "layer")
	t.Text(figures.DepthMeasures[:]...)
	t.End()
	for _, d := range s.grid.Datasets {
		for _, n := range s.nets {
			for _, l := range s.layers {
				for _, r := range s.resultsOf(results, d, n, l) {
					first := []string{d, n.Name, strconv.Itoa(l), r.Cell.Split, strconv.FormatUint(r.Cell.Seed, 10)}
					figures.DepthCSV(&t, first, &r.Outcome)
				}
			}
		}
	}
	return string(t.File())
}

// storeRows stores a row for each data set and network in a file. It replaces rows of the same data set and network.
func (s *depthStudy) storeRows(file string, results []Result, version func(Cell) (string, error)) error {
	return rewrite(file, func(data []byte) ([]byte, error) {
		all, err := readDepthRows(file, data)
		if err != nil {
			return nil, err
		}
		for _, d := range s.grid.Datasets {
			for _, n := range s.nets {
				row := figures.DepthRow{Dataset: d, Net: n.Name, Splits: rangeText(s.grid.Splits), Epochs: cmp.Or(s.grid.Set["epochs"], "all"),
					Date: time.Now().Format(time.DateOnly)}
				if row.Version, err = version(Cell{Model: n.Model}); err != nil {
					return nil, err
				}
				// One point for each number of layers.
				for _, l := range s.layers {
					var runs []train.Outcome
					for _, r := range s.resultsOf(results, d, n, l) {
						runs = append(runs, r.Outcome)
					}
					row.Points = append(row.Points, figures.NewDepthPoint(l, runs))
				}
				same := func(q figures.DepthRow) bool { return q.Dataset == d && q.Net == n.Name }
				if k := slices.IndexFunc(all, same); k >= 0 {
					all[k] = row
				} else {
					all = append(all, row)
				}
			}
		}
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

// readDepthRows decodes the rows of a file, one a line. Errors begin with the given name of the file and the number of the line.
func readDepthRows(name string, data []byte) (out []figures.DepthRow, err error) {
	n := 0
	for line := range bytes.Lines(data) {
		n++
		var r figures.DepthRow
		if err := json.Unmarshal(line, &r); err != nil || r.Dataset == "" || r.Net == "" {
			return nil, fmt.Errorf("%s:%d: no row with data set and network (delete the line, or give another file)", name, n)
		}
		out = append(out, r)
	}
	return out, nil
}
