package state

import (
	"strconv"
	"strings"

	"sheafscope/core/tables"
	"sheafscope/wasm/proto"
)

// export answers the messages that take something out of the page.
func (s State) export(m Msg) (State, []Command) {
	s.Menu = ""
	switch m := m.(type) {
	case Share:
		return s.share()
	case Export:
		if s.Graph == nil || s.Frame == nil {
			return s, nil
		}
		switch m.What {
		case "json":
			s.Said = "The trace is being written."
			return s, []Command{s.request(proto.Request{Kind: proto.Trace})}
		case "graphml", "gexf", "node-link", "tables", "npz", "weights", "pyg":
			s.Said = "The file is being written."
			return s, []Command{s.request(proto.Request{Kind: proto.Export, Unit: exportFormat(m.What)})}
		case "edges":
			return s, []Command{Download{Name: fileName(s.name(), "edges.csv"), Type: "text/csv", Data: s.edgesCSV()}}
		case "spectrum":
			if s.Spectrum == nil {
				return s, nil
			}
			return s, []Command{Download{Name: fileName(s.name(), "spectrum.csv"), Type: "text/csv", Data: s.spectrumCSV()}}
		case "svg":
			return s, []Command{Effect{"picture-svg", []string{fileName(s.name(), "graph.svg")}}}
		case "charts":
			return s, []Command{Effect{"charts-svg", []string{fileName(s.name(), "charts.svg")}}}
		case "csv":
			return s, []Command{Download{Name: fileName(s.name(), "nodes.csv"), Type: "text/csv", Data: s.csv()}}
		case "png":
			return s, []Command{Effect{"picture", []string{fileName(s.name(), "graph.png")}}}
		}
	}
	return s, nil
}

// csv lists the nodes: number, name, label, set, prediction, confidence, κ̄ and the probabilities.
func (s *State) csv() []byte {
	g, f := s.Graph, s.Frame
	set := make([]string, g.N)
	for name, list := range map[string][]int{"train": g.Train, "val": g.Val, "test": g.Test} {
		for _, i := range list {
			set[i] = name
		}
	}
	b := []byte("node,name,label,set,prediction,kappa")
	for c := range f.Classes {
		b = append(b, ",p_"...)
		b = append(b, tables.Quote(className(g, c))...)
	}
	b = append(b, '\n')
	for i := range g.N {
		b = strconv.AppendInt(b, int64(i), 10)
		b = append(b, ',')
		if g.NodeNames != nil {
			b = append(b, tables.Quote(g.NodeNames[i])...)
		}
		b = append(b, ',')
		if g.Labels[i] >= 0 {
			b = append(b, tables.Quote(className(g, g.Labels[i]))...)
		}
		b = append(b, ',')
		b = append(b, set[i]...)
		b = append(b, ',')
		if i < len(f.Pred) && f.Pred[i] >= 0 {
			b = append(b, tables.Quote(className(g, f.Pred[i]))...)
		}
		b = append(b, ',')
		if i < len(f.NodeKappa) {
			b = strconv.AppendFloat(b, f.NodeKappa[i], 'g', -1, 64)
		}
		for c := range f.Classes {
			b = append(b, ',')
			if k := i*f.Classes + c; k < len(f.Calibrated) {
				b = strconv.AppendFloat(b, f.Calibrated[k], 'g', -1, 64)
			}
		}
		b = append(b, '\n')
	}
	return b
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
