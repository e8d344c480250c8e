package graphio

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
)

// TestCorrectionsEqualPlainFiles: files with a correction give the same graph as plain files, which need no correction.
// The number of splits and the test nodes of the first split are the same, too.
func TestCorrectionsEqualPlainFiles(t *testing.T) {
	// In a correction, columns have their name or their number from 1, and "-" stands for no column. 2+4 are two columns.
	// A table may stand before a key: nodes is the first table of nodes, and nodes2 the second. from is the smallest number of a node.
	for _, c := range []struct {
		correction    string
		tables, plain []string
	}{
		{"source=2,target=3", []string{"9,0,1\n8,1,2\n7,2,0\n"}, []string{"0,1\n1,2\n2,0\n"}},
		{"source=to,target=from", []string{"from,to,w\n0,1,3\n1,2,4\n"}, []string{"1,0\n2,1\n"}},
		{"ignored=1", []string{"9,0,1\n8,1,2\n7,2,0\n"}, []string{"1,0\n2,1\n0,2\n"}},
		{"label=3", []string{"0,1,5\n1,2,6\n2,0,5\n"}, []string{"0,1\n1,2\n2,0\n", "id,class\n0,5\n1,6\n2,5\n"}},
		{"header=no", []string{"from,to\na,b\nb,a\n"}, []string{"source,target\nfrom,to\na,b\nb,a\n"}},
		{"header=yes", []string{"von nach\na b\nb c\n"}, []string{"a b\nb c\n"}},
		{"separator=semicolon", []string{"x,5;y,5\ny,5;z,5\n"}, []string{"\"x,5\"\t\"y,5\"\n\"y,5\"\t\"z,5\"\n"}},
		{"form=pairs", []string{"0 1 0\n1 0 1\n0 1 0\n"}, []string{"source,target,weight\n0,1,0\n1,0,1\n0,1,0\n"}},
		{"form=matrix", []string{"0 1 5\n1 0 6\n2 0 7\n"},
			[]string{"source,target,type\n0,1,Directed\n0,2,Directed\n1,0,Directed\n1,2,Directed\n" +
				"2,0,Directed\n2,2,Directed\n"}},
		{"form=lists", []string{"0 1 2\n1 3 2\n"}, []string{"0 1\n0 2\n1 3\n1 2\n"}},
		{"label=2", []string{"0 1 1\n1 0 0\n1 0 0\n", "id,kind\n0,a\n1,b\n2,a\n"}, []string{"0 1\n0 2\n", "id,class\n0,a\n1,b\n2,a\n"}},
		{"nodes2.label=2,nodes.feature=-", []string{"a b\nb c\na c\n", "id,age\na,3\nb,4\nc,5\n", "id,kind,size\na,x,1\nb,y,2\nc,x,3\n"},
			[]string{"a b\nb c\na c\n", "id,class\na,x\nb,y\nc,x\n"}},
		{"from=0", []string{"1 2\n4 2\n"}, []string{"1 2\n4 2\n", "id\n0\n1\n2\n3\n4\n"}},
		{"from=1", []string{"1 2\n4 2\n"}, []string{"1 2\n4 2\n", "id\n1\n2\n3\n4\n"}},
		{"directed=yes", []string{"0,1\n1,2\n"}, []string{"source,target,type\n0,1,Directed\n1,2,Directed\n"}},
		{"directed=no", []string{"source,target,type\n0,1,Directed\n1,2,Directed\n"}, []string{"0,1\n1,2\n"}},
		{"direction=-", []string{"source,target,type\n0,1,Directed\n1,2,Directed\n"}, []string{"0,1\n1,2\n"}},
		{"label=-", []string{"0 1\n1 2\n", "id,class\n0,4\n1,5\n2,4\n"}, []string{"0 1\n1 2\n", "id\n0\n1\n2\n"}},
		{"label=b", []string{"0 1\n1 2\n", "id,class,b\n0,4,x\n1,5,y\n2,4,y\n"}, []string{"0 1\n1 2\n", "id,class\n0,x\n1,y\n2,y\n"}},
		{"nodes.label=3,nodes.feature=2+4", []string{"0 1\n1 2\n", "id,age,kind,size\n0,4,1,2\n1,5,0,1\n2,4,1,1\n"},
			[]string{"0 1\n1 2\n", "id,class,feature:age,feature:size\n0,1,4,2\n1,0,5,1\n2,1,4,1\n"}},
		{"id=2,ignored=1,label=3", []string{"a b\nb c\na c\n", "7,a,0\n8,b,1\n9,c,0\n"},
			[]string{"a b\nb c\na c\n", "id,class\na,0\nb,1\nc,0\n"}},
		{"id=-,label=1", []string{"0 1\n1 2\n", "p\nq\np\n"}, []string{"0 1\n1 2\n", "id,class\n0,p\n1,q\n2,p\n"}},
		{"from=1,id=-,label=1", []string{"1 2\n2 3\n", "p\nq\np\n"}, []string{"1 2\n2 3\n", "id,class\n1,p\n2,q\n3,p\n"}},
		{"from=0", []string{"0 1\n1 2\n", "id,class\na,x\nb,y\nc,x\n"}, []string{"a b\nb c\n", "id,class\na,x\nb,y\nc,x\n"}},
		{"split=part", []string{"0 1\n1 2\n", "id,class,part\n0,1,train\n1,0,test\n2,1,val\n"},
			[]string{"0 1\n1 2\n", "id,class,set\n0,1,train\n1,0,test\n2,1,val\n"}},
		{"name=2,label=3", []string{"0 1\n1 2\n", "id,who,kind\n0,A,x\n1,B,y\n2,C,x\n"},
			[]string{"0 1\n1 2\n", "id,name,class\n0,A,x\n1,B,y\n2,C,x\n"}},
		{"label=kind", []string{`{"nodes":[{"id":0,"kind":"x","class":1},{"id":1,"kind":"y","class":1}],"links":[{"source":0,"target":1}]}`},
			[]string{"0 1\n", "id,class\n0,x\n1,y\n"}},
		{"label=-,feature=2,directed=yes", []string{
			`{"nodes":[{"id":0,"class":3,"x":1},{"id":1,"class":4,"x":5}],"links":[{"source":0,"target":1}]}`},
			[]string{"source,target,type\n0,1,directed\n", "id,feature:x\n0,1\n1,5\n"}},
	} {
		got, want := readText(t, c.correction, c.tables...), readText(t, "", c.plain...)
		// Notes and names of the graphs are not compared, because they depend on the files.
		gotGraph, wantGraph := *got.Graph, *want.Graph
		for _, g := range []*graph.Graph{&gotGraph, &wantGraph} {
			g.Notes, g.Name = nil, ""
		}
		if !reflect.DeepEqual(gotGraph, wantGraph) {
			t.Errorf("%q as %s is\n%+v %+v\nwant\n%+v %+v", c.tables, c.correction, gotGraph, gotGraph.X, wantGraph, wantGraph.X)
		}
		isSameSplit := len(got.Splits) == len(want.Splits)
		if isSameSplit && len(got.Splits) > 0 {
			isSameSplit = reflect.DeepEqual(got.Splits[0].Test, want.Splits[0].Test)
		}
		if !isSameSplit {
			t.Errorf("%q as %s has the splits %+v, want %+v", c.tables, c.correction, got.Splits, want.Splits)
		}
	}
}

// TestUnfitCorrectionsAreRefused: a correction of a property that the file does not have is an error with a remedy and the text in words.
// If words is empty, the file may also be read. Texts that are no corrections are refused by the parser.
func TestUnfitCorrectionsAreRefused(t *testing.T) {
	xml := `<graphml><graph edgedefault="undirected"><node id="a"/><node id="b"/><edge source="a" target="b"/></graph></graphml>`
	for _, c := range []struct{ correction, text, words string }{
		{"source=4", "0 1\n1 2\n", "there is no column \"4\"; the columns are 1 to 2"},
		{"source=who", "0 1\n1 2\n", "there is no column \"who\""},
		{"source=1,target=1", "0 1\n1 2\n", ""},
		{"ignored=1-2", "0 1\n1 2\n", "two columns"},
		{"form=matrix", "0 1\n1 2\n2 0\n", "not those of an adjacency matrix"},
		{"nodes.label=1", "0 1\n1 2\n", "no table of nodes"},
		{"source=1", xml, "no table of edges"},
		{"header=no", xml, "neither header nor separators"},
		{"from=1", xml, "which nodes there are"},
		{"from=1", "0 1\n1 2\n", "is below 1"},
		{"from=0", "a b\nb c\n", "is not an integer"},
		{"from=0", "5 999999\n", "more than 200000 nodes"},
	} {
		fix, err := content.ParseCorrection(c.correction)
		if err != nil {
			t.Fatal(err)
		}
		_, err = ReadAs([]File{{Name: "a.txt", Data: []byte(c.text)}}, fix)
		if c.words == "" && err == nil {
			continue
		}
		// An error must have a remedy, also where it has no required words.
		var e *Error
		if !errors.As(err, &e) || e.Remedy == "" || !strings.Contains(e.Msg, c.words) {
			t.Errorf("%s: the error is %v, want one with %q and a remedy", c.correction, err, c.words)
		}
	}
	// A name without a rule, no value, wrong values, and roles of another table.
	for _, bad := range []string{"dance=1", "source", "source=", "from=2", "header=maybe", "edges.id=1", "x.source=1", "separator=dot",
		"nodes.form=pairs", "form=heap", "nodes1.id=1"} {
		if _, err := content.ParseCorrection(bad); err == nil {
			t.Errorf("%q is accepted as a correction", bad)
		}
	}
}

// TestRecognitionListsEveryColumn: the recognition lists every column of a table of edges and of a table of nodes. A column has its role
// and its first cells. The recognition also has the numbers and the notes of the graph.
// A correction that gives each column the role that it has is parsed from its own text, and changes nothing but notes.
func TestRecognitionListsEveryColumn(t *testing.T) {
	r := readText(t, "", "from,to,weight,colour\na,b,1,red\nb,c,2,red\n", "id;club;age;note\na;x;3;hm\nb;y;4;\nc;x;5;so\n")
	want := []content.Sheet{
		{File: "edges.txt", Table: "edges", Separator: "comma", Header: true, Form: "pairs", Rows: 2, Columns: []content.SheetColumn{
			{Name: "from", Role: "source", Sample: []string{"a", "b"}}, {Name: "to", Role: "target", Sample: []string{"b", "c"}},
			{Name: "weight", Role: "weight", Sample: []string{"1", "2"}}, {Name: "colour", Role: "ignored", Sample: []string{"red", "red"}}}},
		{File: "nodes.txt", Table: "nodes", Separator: "semicolon", Header: true, Rows: 3, Columns: []content.SheetColumn{
			{Name: "id", Role: "id", Sample: []string{"a", "b", "c"}}, {Name: "club", Role: "label", Sample: []string{"x", "y", "x"}},
			{Name: "age", Role: "feature", Sample: []string{"3", "4", "5"}}, {Name: "note", Role: "ignored", Sample: []string{"hm", "", "so"}}}},
	}
	if !reflect.DeepEqual(r.Recognition.Sheets, want) {
		t.Errorf("recognised %+v\nwant %+v", r.Recognition.Sheets, want)
	}
	recognised := r.Recognition
	if recognised.Nodes != 3 || recognised.Edges != 2 || recognised.Isolated != 0 || recognised.Directed {
		t.Errorf("recognised %+v, want an undirected graph of 3 nodes and 2 edges", recognised)
	}
	if recognised.Features != 1 || recognised.Classes != 2 {
		t.Errorf("recognised %+v, want 1 feature and 2 classes", recognised)
	}
	if !reflect.DeepEqual(recognised.LeftOut, r.Graph.Notes) || len(recognised.LeftOut) == 0 {
		t.Errorf("recognised as left out: %q, want the notes of the graph, %q", recognised.LeftOut, r.Graph.Notes)
	}
	// c gives each column the role that it has. The arguments of With are table, column, old role and new role.
	var c Correction
	for _, s := range want {
		for k, col := range s.Columns {
			c = c.With(s.Table, k+1, col.Role, col.Role)
		}
	}
	parsed, err := content.ParseCorrection(c.String())
	if err != nil || !reflect.DeepEqual(parsed, c) {
		t.Fatalf("the correction %q is parsed as %+v, error %v", c, parsed, err)
	}
	corrected := readText(t, c.String(), "from,to,weight,colour\na,b,1,red\nb,c,2,red\n", "id;club;age;note\na;x;3;hm\nb;y;4;\nc;x;5;so\n")
	corrected.Graph.Notes = r.Graph.Notes // notes are not compared
	if !reflect.DeepEqual(corrected.Graph, r.Graph) || !reflect.DeepEqual(corrected.Recognition.Sheets, want) {
		t.Errorf("%s changes the reading: %+v", c, corrected.Recognition.Sheets)
	}
}

// TestChoiceReplacesEarlierChoice: a role that the user gives to a column replaces an earlier choice or a guessed role of this column.
// A role that only one column may have is removed from its earlier column. The arguments of With are table, column, old role and new role.
func TestChoiceReplacesEarlierChoice(t *testing.T) {
	c := Correction{}.With("nodes", 2, "label", "ignored").With("nodes", 3, "feature", "label")
	if got, want := c.String(), "nodes.ignored=2,nodes.label=3"; got != want {
		t.Errorf("two choices give %q, want %q", got, want)
	}
	// Column 2 becomes the label in place of column 3.
	if got, want := c.With("nodes", 2, "ignored", "label").String(), "nodes.label=2"; got != want {
		t.Errorf("a second label gives %q, want %q", got, want)
	}
	// Column 3 becomes the name, and no column remains the label.
	if got, want := c.With("nodes", 3, "label", "name").String(), "nodes.ignored=2,nodes.label=-,nodes.name=3"; got != want {
		t.Errorf("a name in place of the label gives %q, want %q", got, want)
	}
	// The masks of a split are several columns: the others keep their role.
	c = Correction{}.With("nodes", 4, content.RoleSplit, content.RoleIgnored)
	r := readText(t, c.String(), "a b\nb c\nc d\n", "id,train_mask,val_mask,test_mask\na,1,0,0\nb,1,0,0\nc,0,1,0\nd,0,0,1\n")
	if len(r.Splits) != 1 || len(r.Splits[0].Train) != 2 || len(r.Splits[0].Val) != 1 || len(r.Splits[0].Test) != 0 {
		t.Errorf("without the test mask the splits are %+v, want 2 training nodes and 1 validation node", r.Splits)
	}
	// Of two masks of a set, the chosen one counts, and the masks of the other sets keep their role.
	c = Correction{}.With("nodes", 3, content.RoleIgnored, content.RoleSplit)
	r = readText(t, c.String(), "a b\nb c\nc d\n", "id,train,train_mask,val_mask,test_mask\na,1,1,0,0\nb,1,0,0,0\nc,0,0,1,0\nd,0,0,0,1\n")
	if len(r.Splits) != 1 || len(r.Splits[0].Train) != 1 || len(r.Splits[0].Val) != 1 || len(r.Splits[0].Test) != 1 {
		t.Errorf("with the second training mask the splits are %+v, want a node in each set", r.Splits)
	}
}

// TestSeparatorDropsColumnRoles: the option header keeps the roles of the columns. A separator drops the roles in its table, because the
// columns change. A form drops the option header of its table. The layout of a table prefers its own options to those of all tables.
func TestSeparatorDropsColumnRoles(t *testing.T) {
	c := Correction{}.With("edges", 3, "ignored", "label").With("nodes", 1, "id", "name")
	c = c.WithOption("edges", "header", "no").WithOption("", "from", "1")
	if got, want := c.String(), "edges.label=3,nodes.id=-,nodes.name=1,edges.header=no,from=1"; got != want {
		t.Errorf("a header gives %q, want %q", got, want)
	}
	c = c.WithOption("edges", "separator", "tab").WithOption("", "from", "").WithOption("", "directed", "yes")
	if got, want := c.String(), "nodes.id=-,nodes.name=1,edges.header=no,edges.separator=tab,directed=yes"; got != want {
		t.Errorf("a separator gives %q, want %q", got, want)
	}
	got, want := c.WithOption("edges", "form", "lists").String(), "nodes.id=-,nodes.name=1,edges.separator=tab,edges.form=lists,directed=yes"
	if got != want {
		t.Errorf("a form gives %q, want %q", got, want)
	}
	// The separator of a node table is that of all node tables. Roles without a table may be roles of any table.
	roles := []content.ColumnRole{{Table: "edges", Role: "source", Column: "1"}, {Table: "nodes", Role: "label", Column: "2"},
		{Table: "nodes2", Role: "label", Column: "3"}, {Role: "name", Column: "4"}}
	for table, kept := range map[string][]content.ColumnRole{"edges": roles[1:3], "nodes": roles[:1], "nodes2": roles[:1]} {
		left := Correction{Columns: roles}.WithOption(table, "separator", "tab").Columns
		if !slices.Equal(left, kept) {
			t.Errorf("a separator of %s keeps the roles %v, want %v", table, left, kept)
		}
	}
	// Edges have own options. Nodes have those of all tables.
	c.All.Header, c.All.Separator = "yes", "bar"
	if edges := c.Layout("edges"); edges.Header != "no" || edges.Separator != "tab" {
		t.Errorf("the layout of the edges is %+v, want their own header and separator", edges)
	}
	if nodes := c.Layout("nodes"); nodes.Header != "yes" || nodes.Separator != "bar" {
		t.Errorf("the layout of the nodes is %+v, want header and separator of all tables", nodes)
	}
}

// TestRandomCorrectionsAreSound: 4000 times, a random correction of one of nine inputs gives a sound graph or an error with a remedy.
// A correction that the parser refuses is skipped. At least 300 corrections give a graph, so that the test has graphs to check.
func TestRandomCorrectionsAreSound(t *testing.T) {
	texts := [][]string{
		{"0,1,2\n1,2,3,9\n2,0\n"}, {"von nach\na b\nb c\nc a\n"}, {"source\ttarget\ttype\tlabel\n0\t1\tDirected\tx\n1\t2\tUndirected\ty\n"},
		{"0 1\n1 2\n2 0\n", "id,class,age,set\n0,a,3,train\n1,b,4,val\n2,a,5,test\n"}, {"0 1\n1 2\n0 2\n", "p\nq\np\n"}, {"\n\n"},
		{"0 1 1\n1 0 0\n1 0 0\n"}, {"a"},
		{`{"nodes":[{"id":0,"club":"a","x":[1,2]},{"id":1,"club":"b","x":[3,4]}],"links":[{"source":0,"target":1}]}`},
	}
	rng := rand.New(rand.NewPCG(15, 13))
	pick := func(list ...string) string { return list[rng.IntN(len(list))] }
	// read counts the corrections that give a graph.
	read := 0
	for range 4000 {
		// A correction has one to three of the random parts.
		var parts []string
		for range 1 + rng.IntN(4) {
			role := pick("source", "target", "weight", "direction", "label", "id", "name", "classname", "feature", "split", "ignored")
			parts = append(parts, pick("", "", "edges.", "nodes.")+role+"="+pick("-", "1", "2", "3", "4", "1-2", "2+3", "class", "age", "club"),
				pick("", "edges.", "nodes.")+"header="+pick("yes", "no"), "separator="+pick("tab", "comma", "space"), "form="+pick("pairs", "lists",
					"matrix"),
				"from="+pick("0", "1"), "directed="+pick("yes", "no"))
		}
		rng.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
		c, err := content.ParseCorrection(strings.Join(parts[:1+rng.IntN(3)], ","))
		if err != nil {
			continue // The table has no such role.
		}
		var files []File
		for k, text := range texts[rng.IntN(len(texts))] {
			files = append(files, File{Name: string(rune('a' + k)), Data: []byte(text)})
		}
		r, err := ReadAs(files, c)
		var e *Error
		if err != nil {
			if !errors.As(err, &e) || e.Remedy == "" {
				t.Fatalf("%q as %s: the error %#v has no remedy", files, c, err)
			}
			continue
		}
		read++
		if g := r.Graph; g.X.Check() != nil || g.X.Rows != g.N || len(g.Labels) != g.N || r.Recognition.Nodes != g.N {
			t.Fatalf("%q as %s gives the unsound graph %+v", files, c, g)
		}
	}
	if read < 300 {
		t.Errorf("only %d corrections gave a graph, want at least 300", read)
	}
}
