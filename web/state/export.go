package state

import (
	"strconv"
	"strings"

	"sheafscope/wasm/proto"
)

// This file lists the files that the user can save, and handles their export.

// Exported is a kind of file that the user can save. Name identifies it in messages and test ids. The menu shows Label and the file
// extension End.
type Exported struct {
	Name, Label, End string
	// picture reports that the file shows the network as it is on the screen, with a change by hand. Any other file ends the change, since it
	// describes the run.
	picture bool
	// write returns the commands that write the file. A picture has the theme "light" or "dark", with "" the theme of the page.
	write func(s *State, theme string) []Command
}

// Exports returns the kinds of files in the order of the menu. The page, the worker or a script of the page writes them.
func Exports() []Exported {
	return []Exported{
		// Name, Label, End, picture, write
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
		{"report", "Report of the run", ".html", false, ofScript("report.html")},
		{"findings", "Findings, Markdown", ".zip", false, ofScript("findings.zip")},
	}
}

// fileOf returns the kind of file with this name, the zero value for an unknown name.
func fileOf(name string) Exported {
	for _, f := range Exports() {
		if f.Name == name {
			return f
		}
	}
	return Exported{}
}

// table returns the write function of a CSV file, which the page writes at once. No file is written if rows returns nil.
func table(name string, rows func(*State) []byte) func(*State, string) []Command {
	return func(s *State, _ string) []Command {
		data := rows(s)
		if data == nil {
			return nil
		}
		return []Command{Download{Name: fileName(s.name(), name), Type: "text/csv", Data: data}}
	}
}

// ofWorker returns the write function of a file that the worker writes in a format of proto.Write.
func ofWorker(format string) func(*State, string) []Command {
	return func(s *State, _ string) []Command {
		s.said = "The file is being written."
		return []Command{s.query(proto.Query{Question: proto.Write, Unit: format})}
	}
}

// picture returns the write function of a picture. effect is the kind of the effect for the script that draws the picture. The arguments
// of the effect are the name of the file, the theme, and runLink. A script for SVG also writes PDF and TikZ, as the extension decides.
func picture(effect, name string) func(*State, string) []Command {
	return func(s *State, theme string) []Command {
		return []Command{Effect{effect, []string{fileName(s.name(), name), theme, s.runLink()}}}
	}
}

// ofScript returns the write function of a file about the whole run. A script of the page writes it, from the name of the file and runLink.
func ofScript(name string) func(*State, string) []Command {
	return func(s *State, _ string) []Command {
		return []Command{Effect{EffectReport, []string{fileName(s.name(), name), s.runLink()}}}
	}
}

// runLink returns the link of the page, with own files of at most maxLinkFiles bytes. It returns "" if a link cannot hold the state.
func (s *State) runLink() string {
	link, _, err := s.linkText(maxLinkFiles)
	if err != nil {
		return ""
	}
	return link
}

// Kinds of effects, see [Effect].
const (
	EffectReport = "report" // writes a file about the whole run
	EffectHolds  = "holds"  // names the stored files of the address; no window deletes them while this window is open
	EffectWords  = "words"  // opens the glossary: the terms of the page with their present values
)

// handleExport handles [Share] and [Export]. Export writes nothing before the first frame of the run, and for an unknown file.
func (s State) handleExport(m Msg) (State, []Command) {
	s.Chrome.Menu = ""
	switch m := m.(type) {
	case Share:
		s.include(outScreen) // SharePins may have omitted the state on the screen from the link
		return s.share()
	case Export:
		file := fileOf(m.What)
		hasRun := s.Graph != nil && s.Frame != nil
		if hasRun && file.write != nil {
			commands := file.write(&s, m.Theme) // before the return, since write changes s
			return s, commands
		}
	}
	return s, nil
}

// nameOf returns the name of node i, counted from 0. It returns "" for a node without a name.
func nameOf(g *proto.GraphInfo, i int) string {
	if g.NodeNames == nil {
		return ""
	}
	return g.NodeNames[i]
}

// className returns the name of class c, counted from 0, or its number if the class has no name.
func className(g *proto.GraphInfo, c int) string {
	if c >= 0 && c < len(g.ClassNames) {
		return g.ClassNames[c]
	}
	return strconv.Itoa(c)
}

// fileName returns the name of a file: the graph's name, a hyphen, and the name of the contents, both as a slug, with the extension of
// contents. For example, "Karate" and "nodes.csv" give "karate-nodes.csv". contents must have an extension. Words that end the graph's name
// and begin the contents are written once: "my graph" and "graph-report.html" give "my-graph-report.html". An empty slug of the graph is
// left out, and an empty slug of the contents is replaced by "graph".
func fileName(graph, contents string) string {
	dot := strings.LastIndexByte(contents, '.')
	prefix, stem, extension := slug(graph), slug(contents[:dot]), contents[dot:]
	if stem == "" { // contents have no letter from a to z and no digit
		stem = "graph"
	} else if prefix == "" { // the name of the graph has none of these characters
		return stem + extension
	}
	if withoutHyphens(stem) == withoutHyphens(prefix) { // the worker names some files after the graph: the name is written once
		return prefix + extension
	}
	words := strings.Split(prefix, "-")
	for k := range words { // from the longest tail of the graph's slug
		tail := strings.Join(words[k:], "-")
		if tail == stem || strings.HasPrefix(stem, tail+"-") {
			prefix = strings.TrimSuffix(strings.TrimSuffix(prefix, tail), "-")
			break
		}
	}
	if prefix != "" {
		prefix += "-"
	}
	return prefix + stem + extension
}

// withoutHyphens returns a slug without its hyphens.
func withoutHyphens(slug string) string { return strings.ReplaceAll(slug, "-", "") }

// maxSlug is the largest length of a slug in bytes.
const maxSlug = 40

// slug returns the letters a to z and the digits of a name, in lower case, at most maxSlug bytes. Between two of them, one hyphen replaces
// all other characters. An apostrophe leaves no hyphen: "Zachary's karate club" gives "zacharys-karate-club".
func slug(name string) string {
	out := []byte(nil)
	for _, r := range strings.ToLower(name) {
		isLetter, isDigit := r >= 'a' && r <= 'z', r >= '0' && r <= '9'
		switch {
		case isLetter || isDigit:
			out = append(out, byte(r))
		case r == '\'' || r == '’': // an apostrophe does not divide a word
		case len(out) > 0 && out[len(out)-1] != '-':
			out = append(out, '-')
		}
		if len(out) >= maxSlug {
			break
		}
	}
	return strings.Trim(string(out), "-")
}
