package graphio

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"sheafscope/core/graph"
)

// WriteFormats returns the formats that Write knows.
func WriteFormats() []string { return []string{"graphml", "gexf", "json", "csv", "geom-gcn", "npz"} }

// holds says of every part of a graph which of [WriteFormats] cannot hold it.
var holds = []struct{ what, not string }{
	{"the name of the graph", "csv geom-gcn npz"},
	{"the names of the nodes", "geom-gcn"},
	{"the names of the classes", "geom-gcn"},
	{"the names of the features", "geom-gcn"},
	{"the split", "geom-gcn"},
	{"more than the first split", "graphml gexf json csv"},
}

// WriteSplits is WriteWith with the splits, all of them where the format can, and with texts as they are in tables if raw;
// lost lists what the format cannot hold of graph and splits.
func WriteSplits(g *graph.Graph, splits []graph.Split, format string, raw bool) (files []File, lost []string, err error) {
	has := []bool{g.Name != "", g.NodeNames != nil, g.ClassNames != nil, g.FeatureNames != nil, len(splits) > 0, len(splits) > 1}
	for k, h := range holds {
		if has[k] && slices.Contains(strings.Fields(h.not), format) {
			lost = append(lost, h.what)
		}
	}
	if format == "npz" {
		var b bytes.Buffer
		err = WriteGraphNPZ(&b, g, splits)
		return []File{{Name: fileName(g.Name) + ".npz", Data: b.Bytes()}}, lost, err
	}
	x := &Extra{Raw: raw}
	if len(splits) > 0 {
		x.Split = &splits[0]
	}
	files, err = WriteWith(g, x, format)
	return files, lost, err
}

// WriteWith returns the files of a graph in one of [WriteFormats], with columns beside the graph, which GraphML, GEXF and
// JSON carry as attributes, and with a split; x may be nil. Reading GraphML, GEXF and JSON gives the same graph again,
// provided that its names are as Read leaves them (no control characters, at most [MaxName] bytes). The table holds lists
// what the others cannot. It fails for an unknown format or when a dense feature matrix would be too large.
func WriteWith(g *graph.Graph, x *Extra, format string) ([]File, error) {
	if err := checkExtra(x, g); err != nil {
		return nil, err
	}
	name := fileName(g.Name)
	var a, b bytes.Buffer
	one := func(file string, err error) ([]File, error) {
		return []File{{Name: file, Data: a.Bytes()}}, err
	}
	switch format {
	case "graphml":
		return one(name+".graphml", writeGraphML(&a, g, x))
	case "gexf":
		return one(name+".gexf", writeGEXF(&a, g, x))
	case "json":
		return one(name+".json", writeJSON(&a, g, x))
	case "npz":
		return one(name+".npz", WriteGraphNPZ(&a, g, splitsOf(x)))
	case "csv":
		err := writeTables(&a, &b, g, x)
		return []File{{Name: name + "-edges.csv", Data: a.Bytes()}, {Name: name + "-nodes.csv", Data: b.Bytes()}}, err
	case "geom-gcn":
		err := WriteGeomGCN(&a, &b, g)
		return []File{{Name: "out1_graph_edges.txt", Data: a.Bytes()}, {Name: "out1_node_feature_label.txt", Data: b.Bytes()}}, err
	}
	return nil, fmt.Errorf("graphio: no format %q to write; there are %s", format, strings.Join(WriteFormats(), ", "))
}

// fileName makes a name that every file system takes.
func fileName(s string) string {
	s = strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_' {
			return r
		}
		return '-'
	}, s)
	s = strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == '-' }), "-")
	if s == "" {
		return "graph"
	}
	return s[:min(len(s), 60)]
}

// printer writes and keeps the first error.
type printer struct {
	w   io.Writer
	buf []byte
	err error
}

func (p *printer) print(parts ...string) {
	for _, s := range parts {
		p.buf = append(p.buf, s...)
	}
	if len(p.buf) > 1<<16 {
		p.flush()
	}
}

func (p *printer) flush() error {
	if p.err == nil {
		_, p.err = p.w.Write(p.buf)
	}
	p.buf = p.buf[:0]
	return p.err
}

// className returns the name of a class, "" for an unknown or nameless one.
func className(g *graph.Graph, y int) string {
	if y < 0 || g.ClassNames == nil {
		return ""
	}
	return g.ClassNames[y]
}
