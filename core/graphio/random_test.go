package graphio

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
)

// pieces are parts of names: letters of several scripts, signs with a meaning in a format, combining and directional marks. Others resemble
// a number, an id or a key.
var pieces = []string{"a", "Ö", "日本", "🕸️", "e\u0301", "\u202e", "\u200f", " ", "  ", ",", ";", "|", "&", "<", ">", "]]>", `"`, "'",
	"=", "#", "%", "@", "\\", "/",
	"\u00a0", "\ufeff", "&amp;", "<!--", "-1", "0", "7", "1e5", "NaN", "null", "true", "id", "class", "train", "name:", "features(2)", "{",
	"}", "[1, 2]", "\ufffd"}

// randomName returns a clean name of up to four pieces, perhaps empty.
func randomName(r *rng.Stream) string {
	s := ""
	for range r.Intn(5) {
		s += pieces[r.Intn(len(pieces))]
	}
	return cleanName(s)
}

// randomNames returns n names, of which some may be equal. In a third of the calls, and for n = 0, it returns nil.
func randomNames(r *rng.Stream, n int) []string {
	if n == 0 || r.Intn(3) == 0 {
		return nil
	}
	names := make([]string, n)
	for i := range names {
		names[i] = randomName(r)
	}
	return names
}

// randomValue returns a feature: any bits, an end of the range or a number without an exact decimal, 1, or a normal random number.
func randomValue(r *rng.Stream) float64 {
	switch r.Intn(4) {
	case 0:
		if v := math.Float64frombits(r.Uint64()); v != 0 && graph.FeatureFits(v) {
			return v
		}
	case 1:
		return []float64{MaxFeature, -math.SmallestNonzeroFloat64, 0x1p-1022, 1<<53 + 2, -0.1, 1.0 / 3}[r.Intn(6)]
	case 2:
		return 1
	}
	return r.Norm()
}

// randomGraph returns a graph of 1 to 24 nodes as Read could have made it, and a split that may leave out nodes.
// Graphs of odd seeds are directed.
func randomGraph(seed uint64) (*graph.Graph, graph.Split) {
	r := rng.New(seed, "graph")
	n := 1 + r.Intn(24)
	var edges []graph.Edge
	for range r.Intn(3 * n) {
		// Some nodes stay without an edge.
		if i, j := r.Intn(n), r.Intn(n); i != j && i%5 != 4 && j%5 != 4 {
			edges = append(edges, graph.Edge{I: int32(i), J: int32(j)})
		}
	}
	g := graph.New(randomName(r), n, edges)
	if seed%2 == 1 {
		g.Orient(edges, nil)
	}
	g.Notes = nil
	if g.Name == "" {
		g.Name = "g"
	}
	g.NodeNames = randomNames(r, n)
	// Labels: −1 to the number of classes − 1.
	g.Classes = r.Intn(6)
	if g.Classes > 0 {
		g.ClassNames = randomNames(r, g.Classes)
		for i := range g.Labels {
			g.Labels[i] = r.Intn(g.Classes+1) - 1
		}
	}
	// Features: up to six columns. About a third of the entries are not zero.
	f := r.Intn(7)
	g.FeatureNames = randomNames(r, f)
	x := &linalg.CSR{Rows: n, Cols: f, Ptr: make([]int32, n+1)}
	for i := range n {
		for c := range f {
			if r.Intn(3) == 0 {
				x.Col, x.Val = append(x.Col, int32(c)), append(x.Val, randomValue(r))
			}
		}
		x.Ptr[i+1] = int32(len(x.Val))
	}
	g.X = x
	var s graph.Split
	for i := range n {
		switch r.Intn(4) {
		case 0:
			s.Val = append(s.Val, i)
		case 1:
			s.Test = append(s.Test, i)
		case 2:
			s.Train = append(s.Train, i)
		}
	}
	return g, s
}

// storedGraph returns the graph that reading must return: g without the parts that the format cannot hold.
func storedGraph(g *graph.Graph, format string) *graph.Graph {
	k := *g
	switch format {
	case "npz":
		k.Name = ""
		return &k
	case "geom-gcn":
		k.Name, k.NodeNames, k.ClassNames, k.FeatureNames = "", nil, nil, nil
	case "csv":
		k.Name = ""
		// A repeated name of a feature gets a number. Names that are all the numbers of their columns are no names.
		if k.FeatureNames != nil {
			k.FeatureNames = slices.Clone(k.FeatureNames)
			seen, plain := map[string]bool{}, true
			for c, name := range k.FeatureNames {
				for n := 2; seen[k.FeatureNames[c]]; n++ {
					k.FeatureNames[c] = strings.TrimSpace(fmt.Sprintf("%s (%d)", name, n))
				}
				seen[k.FeatureNames[c]] = true
				plain = plain && k.FeatureNames[c] == strconv.Itoa(c)
			}
			if plain {
				k.FeatureNames = nil
			}
		}
	default:
		return &k
	}
	// In geom-gcn and csv, classes are known by their nodes alone.
	k.Classes = 0
	for _, y := range g.Labels {
		k.Classes = max(k.Classes, y+1)
	}
	if k.ClassNames != nil {
		used := make([]string, k.Classes)
		named := false
		for _, y := range g.Labels {
			if y >= 0 {
				used[y] = g.ClassNames[y]
				named = named || used[y] != ""
			}
		}
		k.ClassNames = used
		if !named {
			k.ClassNames = nil
		}
	}
	return &k
}

// differences returns a text for each field in which two graphs differ. Features are compared to the last bit.
// Notes and self-loops are not compared.
func differences(got, want *graph.Graph) (out []string) {
	add := func(what string, a, b any) {
		if !reflect.DeepEqual(a, b) {
			out = append(out, fmt.Sprintf("%s is %#v, want %#v", what, a, b))
		}
	}
	bits := func(x []float64) []uint64 {
		b := make([]uint64, len(x))
		for i, v := range x {
			b[i] = math.Float64bits(v)
		}
		return b
	}
	// These copies are empty where the list is nil, so that nil equals an empty list.
	edgesOrEmpty := func(x []graph.Edge) []graph.Edge { return append([]graph.Edge{}, x...) }
	columnsOrEmpty := func(x []int32) []int32 { return append([]int32{}, x...) }
	add("name", got.Name, want.Name)
	add("number of nodes", got.N, want.N)
	add("node names", got.NodeNames, want.NodeNames)
	add("edges", edgesOrEmpty(got.Edges), edgesOrEmpty(want.Edges))
	add("directions", got.Directions, want.Directions)
	add("labels", got.Labels, want.Labels)
	add("number of classes", got.Classes, want.Classes)
	add("class names", got.ClassNames, want.ClassNames)
	add("feature names", got.FeatureNames, want.FeatureNames)
	add("shape of the features", [2]int{got.X.Rows, got.X.Cols}, [2]int{want.X.Rows, want.X.Cols})
	add("rows of the features", got.X.Ptr, want.X.Ptr)
	add("columns of the features", columnsOrEmpty(got.X.Col), columnsOrEmpty(want.X.Col))
	add("features", bits(got.X.Val), bits(want.X.Val))
	return out
}

// storedSplit returns the split that reading must return, and the number of nodes without a label that tables leave out.
func storedSplit(g *graph.Graph, s graph.Split, format string) (graph.Split, int) {
	if format != "csv" || slices.Max(g.Labels) < 0 {
		return s, 0
	}
	without := 0
	labelled := func(list []int) []int {
		var out []int
		for _, i := range list {
			if g.Labels[i] >= 0 {
				out = append(out, i)
			} else if len(s.Train) > 0 { // Without training nodes, tables leave out the whole split.
				without++
			}
		}
		return out
	}
	return graph.Split{Train: labelled(s.Train), Val: labelled(s.Val), Test: labelled(s.Test)}, without
}

// directionNotes returns the beginnings of the notes about directions. Formats with directed entries list undirected edges twice.
func directionNotes(g *graph.Graph, format string) (notes []string) {
	both := 0
	for e := range g.Edges {
		if g.Direction(e) == graph.Both {
			both++
		}
	}
	listsTwice := format == "geom-gcn"
	if g.Directions != nil {
		listsTwice = listsTwice || format == "json" || format == "npz"
	}
	if listsTwice && both > 0 {
		notes = append(notes, fmt.Sprintf("%d repeated edge", both))
	}
	if g.Directions != nil && format != "geom-gcn" && format != "npz" {
		notes = append(notes, "The edges of the file are directed")
	}
	return notes
}

// TestRandomRoundTrip: 300 random graphs and their splits, written and read again, keep in every format all that the format stores.
// The only notes are about directions and, in csv, one about nodes without a label or about a set without training nodes.
// The written results, p of the nodes and weight of the edges, do not change the graph.
func TestRandomRoundTrip(t *testing.T) {
	for seed := range uint64(300) {
		g, drawnSplit := randomGraph(seed)
		for _, format := range WriteFormats() {
			files, err := WriteWith(g, &Extra{Split: &drawnSplit, Nodes: []Quantity{{Name: "p", Values: make([]float64, g.N)}},
				Edges: []Quantity{{Name: "weight", Values: make([]float64, len(g.Edges))}}}, format)
			if err != nil {
				t.Fatalf("graph %d as %s: %v", seed, format, err)
			}
			r, err := Read(files)
			if err != nil {
				t.Fatalf("graph %d as %s: %v\n%s", seed, format, err, files[len(files)-1].Data)
			}
			// wrong collects the differences, all of which are printed.
			want := storedGraph(g, format)
			if want.Name == "" {
				r.Graph.Name = "" // The name is that of the file.
			}
			wrong := differences(r.Graph, want)
			// The notes about directions must be there. One further note is allowed in csv.
			split, without := storedSplit(g, drawnSplit, format)
			allowed := fmt.Sprintf("%d node", without)
			if len(drawnSplit.Train) == 0 {
				allowed = `left out: "set"` // There is no split without a node to train on.
			}
			notes := r.Graph.Notes
			for _, required := range directionNotes(g, format) {
				place := slices.IndexFunc(notes, func(s string) bool { return strings.HasPrefix(s, required) })
				if place < 0 {
					wrong = append(wrong, fmt.Sprintf("no note %q in %q", required, notes))
					continue
				}
				notes = slices.Delete(notes, place, place+1)
			}
			isAllowed := len(notes) == 0
			if len(notes) == 1 && format == "csv" {
				isAllowed = strings.Contains(notes[0], allowed)
			}
			if !isAllowed {
				wrong = append(wrong, fmt.Sprintf("unexpected notes %q", notes))
			}
			// geom-gcn has no splits. Of the other formats, only npz keeps a split without training nodes.
			hasSplit := format != "geom-gcn"
			if len(split.Train) == 0 {
				hasSplit = format == "npz"
			}
			switch {
			case !hasSplit:
				if len(r.Splits) != 0 {
					wrong = append(wrong, fmt.Sprintf("splits %+v, want none", r.Splits))
				}
			case len(r.Splits) != 1:
				wrong = append(wrong, fmt.Sprintf("%d splits, want 1", len(r.Splits)))
			default:
				if s := r.Splits[0]; !reflect.DeepEqual([][]int{s.Train, s.Val, s.Test}, [][]int{split.Train, split.Val, split.Test}) {
					wrong = append(wrong, fmt.Sprintf("split %+v, want %+v", s, split))
				}
			}
			if len(wrong) > 0 {
				for _, w := range wrong {
					t.Error(w)
				}
				t.Fatalf("graph %d as %s:\n%.3000s", seed, format, files[len(files)-1].Data)
			}
		}
	}
}
