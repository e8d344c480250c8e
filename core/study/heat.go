// The flags -axis, -graphs and -heat of the command table make tables over one or two parameters of a generated graph.

package study

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"sheafscope/core/disk"
	"sheafscope/core/graph"
	"sheafscope/core/heat"
	"sheafscope/core/peer"
	"sheafscope/core/tables"
)

// heatTable describes a table over one or two parameters of a generated graph, by the flags -axis, -graphs and -heat.
// A point of the table is a value of each parameter. Each point has several generated graphs, which differ in their seed.
type heatTable struct {
	axes    []heat.Axis // parameters with their values; empty without the flag -axis
	graphs  int         // number of graphs at each point
	file    string      // value of -heat, or "" if no file is written
	heatMap *heat.Map   // accuracies of all points; nil if there are no axes
}

// heatFlags defines the flags -axis, -graphs and -heat. It returns the table that the parser of the flags fills.
func (o *options) heatFlags() *heatTable {
	h := &heatTable{}
	o.fs.Func("axis", "`name=values`: a parameter of the generated graph of -datasets and its values, as in homophily=0.1,0.5,0.9; "+
		"once or twice. Accuracies then are a map over them", func(text string) error {
		// If the text has no "=", list is "", and ParseFloat refuses it below.
		name, list, _ := strings.Cut(text, "=")
		axis := heat.Axis{Name: name}
		for _, part := range strings.Split(list, ",") {
			value, err := strconv.ParseFloat(part, 64)
			if err != nil {
				return errors.New("want name=values, with numbers joined by commas")
			}
			axis.Values = append(axis.Values, value)
		}
		axis.Values = distinct(axis.Values) // Holm's correction would count a repeated point twice
		h.axes = append(h.axes, axis)
		return nil
	})
	o.fs.IntVar(&h.graphs, "graphs", 6, "with -axis: graphs of a point, which differ in their seed")
	o.fs.StringVar(&h.file, "heat", "", "with -axis: `file` for every accuracy, .json or .csv")
	return h
}

// expandPoints replaces the generated graph of -datasets by the graphs of all points, and sets the default of -splits to the split 0.
// Without axes it changes nothing, and a value of -heat is an error. With axes it fails if [heat.New] refuses them.
// The caller calls expandPoints before [options.grid], which reads -datasets and -splits.
func (h *heatTable) expandPoints(o *options, models []string) (err error) {
	if len(h.axes) == 0 {
		if h.file != "" {
			return errors.New("-heat: a map needs -axis")
		}
		return nil
	}
	h.heatMap, err = heat.New(o.datasets, h.axes, h.graphs, models)
	if err != nil {
		return fmt.Errorf("-axis: %w", err)
	}
	var specs []string
	for p := range h.heatMap.Points() {
		for g := range h.graphs {
			specs = append(specs, h.heatMap.Spec(p, g)) // the name of graph g at point p, with its parameters and its seed
		}
	}
	o.datasets = strings.Join(specs, ",")
	if o.splits == "" {
		o.splits = "0"
	}
	return nil
}

// result sets the accuracies of h.heatMap and returns its text.
// The accuracy of a model on a graph is the mean over the finished runs. Runs without labelled test nodes do not count.
// set has the settings of the flags. command and date are the command line and the day of the runs.
// result fails for an invalid setting, and if the library cannot load a graph.
func (h *heatTable) result(lib *Library, set map[string]string, results []Result, command, date string) (string, error) {
	m := h.heatMap
	m.Command, m.Date = command, date
	type sum struct{ n, val, test float64 } // n is the number of runs, a float64 for the divisions below; val and test are sums of shares
	sums := map[[2]string]sum{}             // by graph and model
	for _, r := range results {
		if r.Outcome.Test < 0 { // −1 without test nodes
			continue
		}
		key := [2]string{r.Cell.Dataset, r.Cell.Model}
		s := sums[key]
		sums[key] = sum{s.n + 1, s.val + r.Outcome.Val, s.test + r.Outcome.Test}
	}
	// Means of the runs, and the version of each model.
	for k, name := range m.Models {
		version, err := ModelVersion(name, set)
		if err != nil {
			return "", err
		}
		m.Versions = append(m.Versions, version)
		for p := range m.Points() {
			for g := range m.Graphs {
				s := sums[[2]string{m.Spec(p, g), name}]
				if s.n == 0 { // no finished run of the model on the graph has labelled test nodes
					continue
				}
				m.Set(p, k, g, s.val/s.n, s.test/s.n) // shares in 0..1, which the map stores in per cent
			}
		}
	}
	return heatText(m, lib)
}

// writeFile writes the map that [heatTable.result] has filled to the file of -heat: as CSV if its name ends in .csv, and otherwise as JSON.
// Without the flag -heat it does nothing.
func (h *heatTable) writeFile(stderr io.Writer) error {
	if h.file == "" {
		return nil
	}
	if strings.HasSuffix(h.file, ".csv") {
		return disk.Replace(h.file, heatCSV(h.heatMap), stderr)
	}
	line, err := json.Marshal(h.heatMap)
	if err != nil {
		return err
	}
	return disk.Replace(h.file, append(line, '\n'), stderr)
}

// heatText returns a map as Markdown. Its tables have the verdict of each point (whether models with or without a sheaf are better), the
// accuracy of each model, and measured properties of the graphs. heatText fails if the library cannot load a graph.
func heatText(m *heat.Map, lib *Library) (string, error) {
	// The head of the text, with the result over all points (Sentence) and the definition of the verdicts.
	var names []string
	for _, axis := range m.Axes {
		names = append(names, axis.Name)
	}
	text := fmt.Sprintf("### Accuracy over %s\n\n`%s`, %s\n\nGraphs of %s, %d a point; columns, then rows: %s.\n\n%s\n\n"+
		"A sheaf less a graph: test accuracy of the sheaf model that validation chooses on a graph, less that of the other model that it\n"+
		"chooses, in percentage points with a 95 %% interval of the mean over the graphs. “sheaf” or “graph” wins where Student’s t-test\n"+
		"says so at 5 %%, with Holm’s correction for %d points. Elsewhere they cannot be told apart.\n\n",
		strings.Join(names, " and "), m.Command, m.Date, m.Base, m.Graphs,
		strings.Join(names, ", "), m.Sentence(), m.Points())
	verdicts := m.Verdicts()
	text += pointTable(m, func(p int) string {
		v := verdicts[p]
		if v.N == 0 { // no graph of the point has a test accuracy of both kinds of models
			return "–"
		}
		winner := []string{" graph", "", " sheaf"}[v.Sign+1] // Sign is −1, 0 or 1
		difference := fmt.Sprintf("%+.1f ± %.1f%s", v.Mean, v.Interval(), winner)
		return strings.ReplaceAll(difference, "-", "−") // minus signs in place of hyphens
	})
	// The accuracy of each model.
	for k, name := range m.Models {
		text += fmt.Sprintf("\n%s, test accuracy in %%, mean ± standard deviation over the graphs.\n\n", peer.Label(name))
		text += pointTable(m, func(p int) string {
			s := m.Mean(p, k)
			if s.N < m.Graphs {
				return fmt.Sprintf("%s (%d of %d graphs)", s, s.N, m.Graphs)
			}
			return s.String()
		})
	}
	// Properties of the graphs, which may differ from the parameters of their generator.
	text += "\nMeasured: homophily, mean degree, class correlation, feature signal; means over the graphs.\n\n"
	measured, err := meanYardsticks(m, lib)
	if err != nil {
		return "", err
	}
	text += pointTable(m, func(p int) string {
		y := measured[p]
		return fmt.Sprintf("%.2f, %.1f, %.2f, %.2f", y.Homophily, y.Degree, y.Correlation, y.Signal)
	})
	return text, nil
}

// pointTable returns a Markdown table of the points of a map. The columns are the values of the first axis.
// The rows are the values of the second axis; a map with one axis has one row. cell returns the text of a point, given by its number.
func pointTable(m *heat.Map, cell func(point int) string) string {
	columns := m.Axes[0].Values
	head := []string{""} // the first cell is the name of the second axis
	if len(m.Axes) > 1 {
		head[0] = m.Axes[1].Name
	}
	for _, v := range columns {
		head = append(head, strconv.FormatFloat(v, 'g', -1, 64))
	}
	// The numbers of the points in a row follow each other, since the first axis varies fastest.
	var lines [][]string
	for first := 0; first < m.Points(); first += len(columns) {
		line := []string{""}
		if len(m.Axes) > 1 {
			row := first / len(columns)
			line[0] = strconv.FormatFloat(m.Axes[1].Values[row], 'g', -1, 64)
		}
		for k := range columns {
			line = append(line, cell(first+k))
		}
		lines = append(lines, line)
	}
	return tables.Markdown(head, lines)
}

// meanYardsticks returns the measured properties of the graphs at each point, as means over the graphs of the point.
func meanYardsticks(m *heat.Map, lib *Library) ([]graph.Yardsticks, error) {
	means := make([]graph.Yardsticks, m.Points())
	n := float64(m.Graphs)
	for p := range means {
		mean := &means[p]
		for k := range m.Graphs { // the library has already loaded the graphs for the runs
			g, _, err := lib.load(m.Spec(p, k))
			if err != nil {
				return nil, err
			}
			y := g.Yardsticks()
			mean.Homophily += y.Homophily / n
			mean.Degree += y.Degree / n
			mean.Correlation += y.Correlation / n
			mean.Signal += y.Signal / n
		}
	}
	return means, nil
}

// coordinates returns the coordinates of point p of a map, one for each axis. The first axis varies fastest in the number of a point.
func coordinates(m *heat.Map, p int) (out []float64) {
	for _, axis := range m.Axes {
		out = append(out, axis.Values[p%len(axis.Values)])
		p /= len(axis.Values) // the number of the point on the remaining axes
	}
	return out
}

// heatCSV returns a map as CSV. It has a line for each point, model and graph, with the coordinates of the point, and with the validation
// and the test accuracy in 0..1.
func heatCSV(m *heat.Map) []byte {
	var t tables.CSV
	for _, a := range m.Axes {
		t.Text(a.Name)
	}
	t.Text("graph", "model", "validation", "test")
	t.End()
	for p := range m.Points() {
		for k, name := range m.Models {
			for g := range m.Graphs {
				for _, coordinate := range coordinates(m, p) {
					t.Number(coordinate, -1) // −1: as many digits as necessary
				}
				t.Text(m.Spec(p, g), name)
				index := (p*len(m.Models)+k)*m.Graphs + g // layout of Val and Test: point, model, graph
				// Val and Test are in per cent. A missing accuracy is negative, and Share then writes an empty cell.
				t.Share(m.Val[index]/100, 5) // 5 significant digits are enough, since the map has tenths of a per cent
				t.Share(m.Test[index]/100, 5)
				t.End()
			}
		}
	}
	return t.File()
}
