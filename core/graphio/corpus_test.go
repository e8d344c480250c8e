package graphio

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
)

// corpusCase is the note of a case of the corpus: its files and the graph that they hold.
// The scripts in testdata/corpus/make write the note from the graph, without a reader.
type corpusCase struct {
	// By is the program that wrote the files.
	By     string
	Files  []string
	Format string
	// Refused has words of the error if the files are refused, and is empty otherwise.
	Refused  string
	Directed bool
	// Nodes are the names of the nodes, or their numbers as texts.
	Nodes []string
	// Edges lists the two ends of every edge, as indices in Nodes.
	Edges []int
	// Classes has the name of the class of each node, or nil for none.
	Classes []*string
	// Features has the values of all nodes, by the name of a feature.
	Features map[string][]float64
	// Splits has the names of the training, validation and test nodes of each split.
	Splits [][3][]string
}

// TestCorpusEqualsNotes: every case of the corpus, as other programs wrote it, is read as the graph of its note, within the limits of
// bounded. Cases to refuse give an *Error with the words of the note and a remedy.
// The corpus has every format of content.Formats except Planetoid, and no further format.
// It has at least 200 cases to read and 25 to refuse.
func TestCorpusEqualsNotes(t *testing.T) {
	notes, err := filepath.Glob("testdata/corpus/*/*.want.json")
	if err != nil {
		t.Fatal(err)
	}
	read, formats := 0, map[string]bool{}
	for _, note := range notes {
		d, err := os.ReadFile(note)
		if err != nil {
			t.Fatal(err)
		}
		var c corpusCase
		if err := json.Unmarshal(d, &c); err != nil {
			t.Fatalf("the note %s is no JSON of a case: %v", note, err)
		}
		t.Run(strings.TrimSuffix(strings.TrimPrefix(note, "testdata/corpus/"), ".want.json"), func(t *testing.T) {
			c.check(t, filepath.Dir(note))
		})
		if c.Refused == "" {
			read++
			formats[c.Format] = true
		}
	}
	// The corpus and the list of formats agree. Other tests read Planetoid sets, which are among the public data sets.
	for _, f := range content.Formats {
		for _, name := range strings.Split(f.Name, ", ") {
			if !formats[name] && name != "Planetoid" {
				t.Errorf("the corpus has no file of the format %s", name)
			}
			delete(formats, name)
		}
	}
	if len(formats) > 0 {
		t.Errorf("content.Formats does not list %v", formats)
	}
	if read < 200 || len(notes)-read < 25 {
		t.Errorf("the corpus has %d cases to read and %d to refuse, want at least 200 and 25", read, len(notes)-read)
	}
}

// check reads the files of the case in a folder and compares the graph with the note, or the error with the stated refusal.
func (c *corpusCase) check(t *testing.T, dir string) {
	var files []File
	size := 0
	for _, file := range c.Files {
		d, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			t.Fatal(err)
		}
		files, size = append(files, File{Name: file, Data: d}), size+len(d)
	}
	var r *Found
	var err error
	bounded(t, size, func() { r, err = Read(files) })
	if c.Refused != "" {
		var e *Error
		if !errors.As(err, &e) || e.Remedy == "" || !strings.Contains(e.Msg, c.Refused) {
			t.Errorf("the error is %v, want one with %q and a remedy", err, c.Refused)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	g := r.Graph
	if r.Format != c.Format {
		t.Errorf("read as %s, not as %s", r.Format, c.Format)
	}
	// name returns the name of node i, or its number if nodes have no names.
	name := func(i int) string {
		if g.NodeNames != nil {
			return g.NodeNames[i]
		}
		return strconv.Itoa(i)
	}
	nodeOf := map[string]int{}
	for i := range g.N {
		nodeOf[name(i)] = i
	}
	compare(t, "nodes", sorted(g.N, name), slices.Sorted(slices.Values(c.Nodes)))
	if t.Failed() {
		return // With other nodes, the comparisons below have no meaning.
	}
	compare(t, "edges", edgesOf(g, name), c.edges())
	// Classes are compared by name: the note does not fix their numbers. A node without a class has "".
	for i, y := range g.Labels {
		got, want := "", ""
		if y >= 0 {
			got = strconv.Itoa(y)
			if g.ClassNames != nil {
				got = g.ClassNames[y]
			}
		}
		if k := slices.Index(c.Nodes, name(i)); c.Classes != nil && c.Classes[k] != nil {
			want = *c.Classes[k]
		}
		if got != want {
			t.Fatalf("node %s has the class %q, want %q; notes %q", name(i), got, want, g.Notes)
		}
	}
	// Features are compared by name, too, and their values without a tolerance.
	// feature returns the name of column k, or its number if columns have no names.
	feature := func(k int) string {
		if g.FeatureNames != nil {
			return g.FeatureNames[k]
		}
		return strconv.Itoa(k)
	}
	var columns []string
	for k := range c.Features {
		columns = append(columns, k)
	}
	slices.Sort(columns)
	compare(t, "features", sorted(g.X.Cols, feature), columns)
	x := g.X.Dense()
	for k := range g.X.Cols {
		for i, want := range c.Features[feature(k)] {
			if got := x.At(nodeOf[c.Nodes[i]], k); got != want {
				t.Fatalf("feature %s of node %s is %v, want %v", feature(k), c.Nodes[i], got, want)
			}
		}
	}
	// Splits are compared by the names of the nodes in the three sets. The notes of Planetoid sets have none.
	var splits [][3][]string
	for _, s := range r.Splits {
		var names [3][]string
		for k, list := range [3][]int{s.Train, s.Val, s.Test} {
			for _, i := range list {
				names[k] = append(names[k], name(i))
			}
		}
		splits = append(splits, names)
	}
	if fmt.Sprint(splits) != fmt.Sprint(c.Splits) && r.Format != "Planetoid" {
		t.Errorf("splits %v, want %v", splits, c.Splits)
	}
}

// edges returns the edges of the note as "source → target", sorted and without repetitions.
// An edge of an undirected note gives two entries, one for each direction.
func (c *corpusCase) edges() []string {
	var out []string
	for k := 0; k < len(c.Edges); k += 2 {
		a, b := c.Nodes[c.Edges[k]], c.Nodes[c.Edges[k+1]]
		out = append(out, a+" → "+b)
		if !c.Directed {
			out = append(out, b+" → "+a)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// edgesOf returns the edges of g as "source → target", sorted. An edge in both directions gives two entries.
func edgesOf(g *graph.Graph, name func(int) string) []string {
	var out []string
	for k := range g.Edges {
		i, j, bothWays := g.Entry(k)
		out = append(out, name(int(i))+" → "+name(int(j)))
		if bothWays {
			out = append(out, name(int(j))+" → "+name(int(i)))
		}
	}
	slices.Sort(out)
	return out
}

// sorted returns name(0), …, name(n−1) in alphabetical order.
func sorted(n int, name func(int) string) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = name(i)
	}
	slices.Sort(out)
	return out
}

// compare fails if two lists differ. kind is the word for their elements in the message.
func compare(t *testing.T, kind string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s %q, want %q", kind, got, want)
	}
}
