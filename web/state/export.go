package state

import (
	"strconv"
	"strings"

	"sheafscope/wasm/proto"
)

// Exported is a file that the page writes: its name in messages and test ids, and what the
// menu says of it.
type Exported struct {
	Name, Label, End string
	// picture: it shows what is on the screen, also what was changed by hand.
	picture bool
	write   func(s *State, theme string) []Command
}

// Exports are the files of the menu, in its order.
func Exports() []Exported {
	return []Exported{
		{"json", "Trace", ".json", false, func(s *State, _ string) []Command {
			s.said = "The trace is being written."
			return []Command{s.query(proto.Query{Question: proto.Write, Unit: "trace"})}
		}},
		{"csv", "Nodes", ".csv", false, table("nodes.csv", (*State).nodesCSV)},
		{"edges", "Edges", ".csv", false, table("edges.csv", (*State).edgesCSV)},
		{"spectrum", "Spectrum", ".csv", false, table("spectrum.csv", (*State).spectrumCSV)},
		{"graphml", "Graph with results, GraphML", ".graphml", false, ofWorker("graphml")},
		{"gexf", "Graph with results, GEXF", ".gexf", false, ofWorker("gexf")},
		{"node-link", "Graph with results, JSON", ".json", false, ofWorker("json")},
		{"npz", "Graph, NumPy", ".npz", false, ofWorker("npz")},
		{"weights", "Weights", ".npz", false, ofWorker("weights")},
		{"pyg", "Loader for PyTorch Geometric", ".zip", false, ofWorker("pyg")},
		{"png", "Picture of the graph", ".png", true, picture("picture", "graph.png")},
		{"svg", "Picture of the graph", ".svg", true, picture("picture-svg", "graph.svg")},
		{"pdf", "Picture of the graph", ".pdf", true, picture("picture-svg", "graph.pdf")},
		{"tikz", "Picture of the graph, TikZ", ".tex", true, picture("picture-svg", "graph.tex")},
		{"charts", "Charts", ".svg", true, picture("charts-svg", "charts.svg")},
		{"charts-pdf", "Charts", ".pdf", true, picture("charts-svg", "charts.pdf")},
		{"charts-tikz", "Charts, TikZ", ".tex", true, picture("charts-svg", "charts.tex")},
		{"report", "Report of the run", ".html", false, written("report.html")},
		{"findings", "Findings, Markdown", ".zip", false, written("findings.zip")},
	}
}

// fileOf is the named file; one without a writer when there is none.
func fileOf(name string) Exported {
	for _, f := range Exports() {
		if f.Name == name {
			return f
		}
	}
	return Exported{}
}

func table(name string, rows func(*State) []byte) func(*State, string) []Command {
	return func(s *State, _ string) []Command {
		if data := rows(s); data != nil {
			return []Command{Download{Name: fileName(s.name(), name), Type: "text/csv", Data: data}}
		}
		return nil
	}
}

func ofWorker(format string) func(*State, string) []Command {
	return func(s *State, _ string) []Command {
		s.said = "The file is being written."
		return []Command{s.query(proto.Query{Question: proto.Write, Unit: format})}
	}
}

func picture(effect, name string) func(*State, string) []Command {
	return func(s *State, theme string) []Command {
		return []Command{Effect{effect, []string{fileName(s.name(), name), theme, s.runLink()}}}
	}
}

// written is a file about the whole run, which the page's own script writes: what it says comes with the effect, and the link of the run.
func written(name string) func(*State, string) []Command {
	return func(s *State, _ string) []Command {
		return []Command{Effect{EffectReport, []string{fileName(s.name(), name), s.runLink()}}}
	}
}

// runLink is the link of the run for a file about it, "" where it cannot be written.
func (s *State) runLink() string {
	link, _, err := s.linkText(maxLinkFiles)
	if err != nil {
		return ""
	}
	return link
}

// EffectReport asks for such a file, by its name and the link of the run.
const EffectReport = "report"

// EffectHolds says which sets the address names: no window deletes them as long as this one is open.
const EffectHolds = "holds"

// EffectWords asks what the words of the page mean, with their numbers now.
const EffectWords = "words"

// handleExport answers the messages that take something out of the page.
func (s State) handleExport(m Msg) (State, []Command) {
	s.Chrome.Menu = ""
	switch m := m.(type) {
	case Share:
		s.goesWithout(outScreen, false)
		return s.share()
	case Export:
		if f := fileOf(m.What); s.Graph != nil && s.Frame != nil && f.write != nil {
			commands := f.write(&s, m.Theme)
			return s, commands
		}
	}
	return s, nil
}

// nameOf is the name of a node, "" in a graph without names.
func nameOf(g *proto.GraphInfo, i int) string {
	if g.NodeNames == nil {
		return ""
	}
	return g.NodeNames[i]
}

func className(g *proto.GraphInfo, c int) string {
	if c >= 0 && c < len(g.ClassNames) {
		return g.ClassNames[c]
	}
	return strconv.Itoa(c)
}

// fileName makes a safe file name out of a graph's name and what the file
// holds. Words that end the one and begin the other stand there once.
func fileName(graph, what string) string {
	name, dot := slug(graph), strings.LastIndexByte(what, '.')
	stem, end := slug(what[:dot]), what[dot+1:]
	switch "" {
	case stem:
		stem = "graph"
	case name:
		return stem + "." + end
	}
	if bare(stem) == bare(name) { // the worker's own name for the graph
		return name + "." + end
	}
	words := strings.Split(name, "-")
	for k := range words {
		tail := strings.Join(words[k:], "-")
		if tail == stem || strings.HasPrefix(stem, tail+"-") {
			name = strings.TrimSuffix(strings.TrimSuffix(name, tail), "-")
			break
		}
	}
	if name != "" {
		name += "-"
	}
	return name + stem + "." + end
}

func bare(slug string) string { return strings.ReplaceAll(slug, "-", "") }

// slug keeps the letters and digits of a name, in lower case, with a hyphen for what lies between.
func slug(name string) string {
	out := []byte(nil)
	for _, r := range strings.ToLower(name) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			out = append(out, byte(r))
		case r == '\'' || r == '’': // of one word
		case len(out) > 0 && out[len(out)-1] != '-':
			out = append(out, '-')
		}
		if len(out) >= 40 {
			break
		}
	}
	return strings.Trim(string(out), "-")
}
