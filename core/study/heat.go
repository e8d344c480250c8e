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

// heatTable is a table over one or two parameters of a generated graph; see heat.Map.
type heatTable struct {
	axes   []heat.Axis
	graphs int
	file   string
	grid   *heat.Map // nil for a table without axes
}

// heatFlags adds the flags -axis, -graphs and -heat.
func (o *options) heatFlags() *heatTable {
	h := &heatTable{}
	o.fs.Func("axis", "`name=values`: a parameter of the generated graph of -datasets and its values, as in homophily=0.1,0.5,0.9; "+
		"once or twice. Accuracies then are a map over them", func(text string) error {
		name, list, _ := strings.Cut(text, "=")
		a := heat.Axis{Name: name}
		for _, x := range strings.Split(list, ",") {
			v, err := strconv.ParseFloat(x, 64)
			if err != nil {
				return errors.New("want name=values, with numbers joined by commas")
			}
			a.Values = append(a.Values, v)
		}
		h.axes = append(h.axes, a)
		return nil
	})
	o.fs.IntVar(&h.graphs, "graphs", 6, "with -axis: graphs of a point, which differ in their seed")
	o.fs.StringVar(&h.file, "heat", "", "with -axis: `file` for every accuracy, .json or .csv")
	return h
}

// expandPoints replaces the data set by the graphs of all points.
func (h *heatTable) expandPoints(o *options, models []string) (err error) {
	if len(h.axes) == 0 {
		if h.file != "" {
			return errors.New("-heat: a map needs -axis")
		}
		return nil
	}
	if h.grid, err = heat.New(o.datasets, h.axes, h.graphs, models); err != nil {
		return fmt.Errorf("-axis: %w", err)
	}
	var specs []string
	for p := range h.grid.Points() {
		for g := range h.graphs {
			specs = append(specs, h.grid.Spec(p, g))
		}
	}
	o.datasets = strings.Join(specs, ",")
	if o.splits == "" {
		o.splits = "0"
	}
	return nil
}

// result returns the text of a map and writes its file; several splits and seeds of a graph are averaged.
func (h *heatTable) result(lib *Library, results []Result, command, date string, stderr io.Writer) (string, error) {
	m := h.grid
	m.Command, m.Date = command, date
	type sum struct{ n, val, test float64 }
	of := map[[2]string]sum{}
	for _, r := range results {
		if key := [2]string{r.Cell.Dataset, r.Cell.Model}; r.Outcome.Test >= 0 {
			s := of[key]
			of[key] = sum{s.n + 1, s.val + r.Outcome.Val, s.test + r.Outcome.Test}
		}
	}
	for k, name := range m.Models {
		version, err := ModelVersion(name, nil)
		if err != nil {
			return "", err
		}
		m.Versions = append(m.Versions, version)
		for p := range m.Points() {
			for g := range m.Graphs {
				if s := of[[2]string{m.Spec(p, g), name}]; s.n > 0 {
					m.Set(p, k, g, s.val/s.n, s.test/s.n)
				}
			}
		}
	}
	text, err := heatText(m, lib)
	if err != nil || h.file == "" {
		return text, err
	}
	data := heatCSV(m)
	if !strings.HasSuffix(h.file, ".csv") {
		if data, err = json.Marshal(m); err != nil {
			return text, err
		}
		data = append(data, '\n')
	}
	return text, disk.Replace(h.file, data, stderr)
}

// heatText returns a map as Markdown: the verdicts, the accuracy of each model, and measured properties of the graphs.
func heatText(m *heat.Map, lib *Library) (string, error) {
	first := m.Axes[0]
	across, down := first.Name, ""
	if len(m.Axes) > 1 {
		down = m.Axes[1].Name
	}
	names := []string{across}
	if down != "" {
		names = append(names, down)
	}
	text := fmt.Sprintf("### Accuracy over %s\n\n`%s`, %s\n\nGraphs of %s, %d a point; columns, then rows: %s.\n\n%s\n\n"+
		"A sheaf less a graph: test accuracy of the sheaf model that validation chooses on a graph, less that of the other model that it\n"+
		"chooses, in percentage points with a 95 %% interval of the mean over the graphs. “sheaf” or “graph” wins where Student’s t-test\n"+
		"says so at 5 %%, with Holm’s correction for %d points. Elsewhere they cannot be told apart.\n\n",
		strings.Join(names, " and "), m.Command, m.Date, m.Base, m.Graphs,
		strings.Join(names, ", "), m.Sentence(), m.Points())
	rows := func(cell func(point int) string) {
		head := []string{down}
		for _, v := range first.Values {
			head = append(head, strconv.FormatFloat(v, 'g', -1, 64))
		}
		var lines [][]string
		for p := 0; p < m.Points(); p += len(first.Values) {
			line := []string{""}
			if down != "" {
				line[0] = strconv.FormatFloat(m.Axes[1].Values[p/len(first.Values)], 'g', -1, 64)
			}
			for k := range first.Values {
				line = append(line, cell(p+k))
			}
			lines = append(lines, line)
		}
		text += tables.Markdown(head, lines)
	}
	verdicts := m.Verdicts()
	rows(func(p int) string {
		v := verdicts[p]
		if v.N == 0 {
			return "–"
		}
		said := []string{" graph", "", " sheaf"}[v.Sign+1]
		return strings.ReplaceAll(fmt.Sprintf("%+.1f ± %.1f%s", v.Mean, v.Interval(), said), "-", "−")
	})
	for k, name := range m.Models {
		text += fmt.Sprintf("\n%s, test accuracy in %%, mean ± standard deviation over the graphs.\n\n", peer.Label(name))
		rows(func(p int) string {
			s := m.Mean(p, k)
			if s.N < m.Graphs {
				return fmt.Sprintf("%s (%d of %d graphs)", s, s.N, m.Graphs)
			}
			return s.String()
		})
	}
	text += "\nMeasured: homophily, mean degree, class correlation, feature signal; means over the graphs.\n\n"
	measured := make([]graph.Yardsticks, m.Points())
	for p := range measured {
		for g := range m.Graphs {
			data, _, err := lib.load(m.Spec(p, g))
			if err != nil {
				return "", err
			}
			y, q, n := data.Yardsticks(), &measured[p], float64(m.Graphs)
			*q = graph.Yardsticks{Homophily: q.Homophily + y.Homophily/n, Degree: q.Degree + y.Degree/n,
				Correlation: q.Correlation + y.Correlation/n, Signal: q.Signal + y.Signal/n}
		}
	}
	rows(func(p int) string {
		y := measured[p]
		return fmt.Sprintf("%.2f, %.1f, %.2f, %.2f", y.Homophily, y.Degree, y.Correlation, y.Signal)
	})
	return text, nil
}

// heatCSV returns a line for each model and graph.
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
				at := p
				for _, a := range m.Axes {
					t.Number(a.Values[at%len(a.Values)], -1)
					at /= len(a.Values)
				}
				t.Text(m.Spec(p, g), name)
				i := (p*len(m.Models)+k)*m.Graphs + g
				for _, x := range []float64{m.Val[i], m.Test[i]} {
					t.Share(x/100, 5)
				}
				t.End()
			}
		}
	}
	return t.File()
}
