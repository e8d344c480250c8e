package graphio

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/graph"
)

// TestDecimalCommasSplitNoCells: in 60 random tables of features without a header, a decimal comma beside semicolons or tabs gives the
// features that a decimal point beside commas gives. The tables have ids and classes, or a row per node.
func TestDecimalCommasSplitNoCells(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 20))
	for trial := range 60 {
		n, columns := 3+r.IntN(9), 2+r.IntN(4)
		edges := "source,target\n"
		var rows [][]string
		for i := range n {
			edges += fmt.Sprintf("%d,%d\n", i, (i+1)%n)
			var row []string
			if trial%2 == 0 {
				row = []string{fmt.Sprint(i), []string{"red", "blue"}[i%2]}
			}
			for range columns {
				row = append(row, fmt.Sprintf("%s%d.%d5", []string{"", "-"}[r.IntN(2)], r.IntN(20), r.IntN(9)))
			}
			rows = append(rows, row)
		}
		// read reads the rows as cells between separators, with a decimal mark.
		read := func(separator, mark string) *graph.Graph {
			text := ""
			for _, row := range rows {
				text += strings.ReplaceAll(strings.Join(row, separator), ".", mark) + "\n"
			}
			return readText(t, "", edges, text).Graph
		}
		want := read(",", ".")
		for _, separator := range []string{";", "\t"} {
			if got := read(separator, ","); !reflect.DeepEqual(got.X, want.X) || !slices.Equal(got.Labels, want.Labels) || got.X == nil {
				t.Fatalf("with %q between the cells, %q is read as %+v and %v, want %+v and %v", separator, rows, got.X, got.Labels, want.X,
					want.Labels)
			}
		}
	}
	// Here the semicolon separates the neighbours of a list, and the comma separates the node from its list.
	if got := summary(readText(t, "", "1,2;3\n2,1;3\n3,1;2\n")); got != "3 nodes; 1-2 1-3 2-3" {
		t.Errorf("lists after a comma are read as %q", got)
	}
}

// TestSheetsOfEdgesAreRead: sheets of edges with columns and texts of office programs have the edges and notes in the table.
func TestSheetsOfEdgesAreRead(t *testing.T) {
	const furtherColumns = "Further columns of the edge list"
	ladder := "source,target\n"
	wantLadder := 0
	for i := 1; i < 41; i += 2 {
		ladder += fmt.Sprintf("%d,%d\n", i, i+1)
		wantLadder++
	}
	for i := 1; i < 39; i++ {
		ladder += fmt.Sprintf("%d,%d\n", i, i+2)
		wantLadder++
	}
	if g := readText(t, "", ladder).Graph; g.N != 40 || len(g.Edges) != wantLadder {
		t.Errorf("a ladder with its rungs first has %d nodes and %d edges, want 40 and %d", g.N, len(g.Edges), wantLadder)
	}
	for text, want := range map[string][2]string{
		"exporter,importer,Jan,Feb,Mar\nDE,FR,5,6,7\nFR,IT,1,2,3\nIT,DE,4,4,4\n": {"3 nodes; DE-FR DE-IT FR-IT", furtherColumns},
		"from,to,Mon,Tue,Wed\na,b,5,6,7\nb,c,1,2,3\n":                            {"3 nodes; a-b b-c", furtherColumns},
		"source,target\n1,2\n3,4\n5,6\n":                                         {"6 nodes; 1-2 3-4 5-6", ""},
		"source,target,type\na,b,friend\nb,c,enemy\nc,a,friend\n":                {"3 nodes; a-b a-c b-c", furtherColumns},
		"source,target,type,directed\na,b,friend,true\nb,c,enemy,true\n":         {"3 nodes; directed; a>b b>c", furtherColumns},
		"source,target,type\na,b,Directed\nb,c,Directed\n":                       {"3 nodes; directed; a>b b>c", ""},
		"source,target\n1E+05,1\n100000,2\n":                                     {"3 nodes; 1-100000 2-100000", ""},
		"row,x,y\n1 ,a,b\n2 ,b,c\n":                                              {"3 nodes; a-b b-c", furtherColumns},
		"# source,target\nsource,target\na,b\nb,c\n":                             {"3 nodes; a-b b-c", ""},
		"# source,target\na,b\nb,c\n":                                            {"3 nodes; a-b b-c", ""},
		"“Ann” “Bob”\n“Bob” “Carl”\n":                                            {"3 nodes; Ann-Bob Bob-Carl", ""},
		"„Ann Lee“ Bob\nBob „Ann Lee“\nBob Carl\n":                               {"3 nodes; Ann Lee-Bob Bob-Carl", ""},
		"\\begin{tabular}{ll}\nfrom & to \\\\ \\hline\nAnn & R\\&D \\\\ \\hline\nR\\&D & Carl \\\\[2pt]\n\\end{tabular}\n": {
			"3 nodes; Ann-R&D R&D-Carl", ""},
	} {
		r := readText(t, "", text)
		notes := strings.Join(r.Graph.Notes, "\n")
		if summary(r) != want[0] || strings.Contains(notes, furtherColumns) != (want[1] != "") {
			t.Errorf("%q: read as %q with the notes %q, want %q", text, summary(r), notes, want)
		}
	}
	for text, want := range map[string]string{
		"Hour,Mon,Tue,Wed\n8,Math,Art,Bio\n9,Art,Math,Bio\n10,Bio,Art,Math\n":           "days or months",
		"from,to,rate\n0,9744,0%\n9745,57918,14%\n57919,274612,42%\n274613,,45%\n":      "each begins after the range above",
		"customer,product,quantity,price\n1,901,2,5\n2,902,1,7\n3,903,1,8\n4,904,5,5\n": "all columns hold times, integers or real numbers",
	} {
		if _, err := Read(fileOf(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
	}
}

// TestRowCountsStayWithoutRules: a text whose cells have hyphens, but no rule, keeps a row that looks like a count, with or without a line
// end at its end. The doubt about a root names its value.
func TestRowCountsStayWithoutRules(t *testing.T) {
	for _, text := range []string{"a,---\n3 rows\nb,c", "a,---\n3 rows\nb,c\n"} {
		if got := string(printedRows([]byte(text))); got != text {
			t.Errorf("%q became %q", text, got)
		}
	}
	doubts := strings.Join(readText(t, "", "id,boss\n1,0\n2,1\n3,1\n").Recognition.Texts(), "\n")
	if !strings.Contains(doubts, `"0" in column "boss" was taken as no parent: no row has this id.`) {
		t.Errorf("a root is read with the doubts %q", doubts)
	}
}

// TestContradictionsCountLines: a line whose class and feature both differ from an earlier line counts once.
func TestContradictionsCountLines(t *testing.T) {
	for rows, want := range map[string]string{
		"x,y,red,5\nx,z,blue,6\n":              "1 line of the edge list gives a node another class",
		"x,y,red,5\nx,z,blue,6\nx,w,red,6\n":   "2 lines of the edge list give a node another class",
		"x,y,red,5\nx,z,blue,6\ny,x,green,7\n": "1 line of the edge list gives a node another class",
	} {
		r := readText(t, "source=1,target=2,label=3,feature=4", "a,b,team,age\n"+rows)
		if !strings.HasPrefix(strings.Join(r.Graph.Notes, "\n"), want) {
			t.Errorf("%q: notes %q, want %q", rows, r.Graph.Notes, want)
		}
	}
}

// TestNodeTablesBesideEdges: files beside edges give the split, notes and features in the table.
func TestNodeTablesBesideEdges(t *testing.T) {
	ring, names := "source,target\n", "id,group\n"
	list := ""
	for i := range 21 {
		ring += fmt.Sprintf("%d,%d\n", i, (i+1)%21)
		names += fmt.Sprintf("%d,%s\n", i, []string{"x", "y"}[i%2])
		if i < 19 {
			list += fmt.Sprintln(i)
		}
	}
	for _, c := range []struct {
		files       []string // pairs of name and text
		train, test int      // the nodes in the sets, 0 without a split
		note        string
		features    int
	}{
		{[]string{"edges.csv", "from,to\nAnn,Bob\nBob,Carl\nCarl,Dan\nDan,Ann\n", "nodes.csv", "name,group\nAnn,x\nBob,y\nCarl,x\nDan,y\n",
			"train.csv", "Ann\nBob\n", "test.csv", "Carl\nDan\n"}, 2, 2, "", 0},
		{[]string{"edges.csv", ring, "nodes.csv", names, "train.txt", list + "5\n", "test.txt", "19\n20\n"}, 19, 2, "1 row of", 0},
		{[]string{"edges.csv", "source,target\n1,2\n", "nodes.csv", "id,,group\n1,5,a\n2,6,b\n"}, 0, 0, "because it has no name", 0},
		{[]string{"edges.csv", "source,target\n0,1\n1,2\n2,\n", "features.csv", "0.5,6\n0.7,8\n0.9,5\n"}, 0, 0, "without one of the ends", 2},
		{[]string{"edges.csv", "source,target\n1,2\n2,3\n", "nodes.csv", "id,group\n1,a\n2,b\n3,a\n", "x.circles", "c1\t1\t2\n"}, 0, 0,
			"was left out: a graph has no data of this kind.", 0},
	} {
		var files []File
		for i := 0; i < len(c.files); i += 2 {
			files = append(files, File{Name: c.files[i], Data: []byte(c.files[i+1])})
		}
		r, err := Read(files)
		if err != nil {
			t.Errorf("%q is refused: %v", c.files, err)
			continue
		}
		train, test := 0, 0
		for _, s := range r.Splits {
			train, test = len(s.Train), len(s.Test)
		}
		notes := strings.Join(r.Graph.Notes, "\n")
		hasFeatures := r.Graph.X != nil && r.Graph.X.Cols == c.features
		if train != c.train || test != c.test || !strings.Contains(notes, c.note) || c.features > 0 && !hasFeatures {
			t.Errorf("%q: sets of %d and %d nodes, notes %q, want %+v", c.files, train, test, notes, c)
		}
	}
	// Titles precede the header.
	_, err := Read([]File{{Name: "edges.csv", Data: []byte("source,target\n1,2\n")},
		{Name: "nodes.csv", Data: []byte("Members\n\nid,note,note\n1,a,b\n2,a,b\n")}})
	if err == nil || !strings.Contains(err.Error(), "nodes.csv:3: ") {
		t.Errorf("two columns with one name: error %v, want line 3", err)
	}
}

// TestLayoutOfEdgesKeepsHeaderOfNodes: a correction of the edges' separator keeps the header that the edges show in a node table.
func TestLayoutOfEdgesKeepsHeaderOfNodes(t *testing.T) {
	edges, people := "Ann;Bob\nBob;Carl\nCarl;Dan\nDan;Ann\n", "wer,wo\nAnn,Bonn\nBob,Ulm\nCarl,Kiel\nDan,Trier\n"
	for _, correction := range []string{"", "edges.separator=semicolon"} {
		if g := readText(t, correction, edges, people).Graph; g.N != 4 {
			t.Errorf("with the correction %q the graph has the nodes %q, want 4 nodes", correction, g.NodeNames)
		}
	}
}

// TestChosenEndsNumberTheRows: if the user chooses the ends, their range shows that a table has a row per node and no ids.
func TestChosenEndsNumberTheRows(t *testing.T) {
	edges, features := "source,target,y,z\n10,20,0,1\n20,30,1,2\n30,10,2,0\n", "0.5,6\n0.7,8\n0.9,5\n"
	if g := readText(t, "source=y,target=z", edges, features).Graph; g.N != 3 || g.X == nil || g.X.Cols != 2 || len(g.Edges) != 3 {
		t.Errorf("read %d nodes with the edges %v and the features %+v, want 3 nodes, 3 edges and 2 features", g.N, g.Edges, g.X)
	}
}
