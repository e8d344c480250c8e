package graphio

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"sheafscope/core/graphio/content"
)

// This file tests guesses of classes, names and features, and their notes.

// pathOf returns a path of n nodes with the numbers 0 to n−1 as an edge list.
func pathOf(n int) string {
	text := ""
	for i := 1; i < n; i++ {
		text += fmt.Sprintf("%d %d\n", i-1, i)
	}
	return text
}

// TestManyDifferentLabelsAreNames: in GML and in a table of nodes, more labels than a graph may have classes are names or are left out.
// The same holds for more than MaxClasses different types. The other half of the nodes may have the same type.
func TestManyDifferentLabelsAreNames(t *testing.T) {
	const n = 2 * MaxClasses
	gml, table, types := "graph [\n", "id,name,label\n", "id,type\n"
	for k := range n {
		gml += fmt.Sprintf("node [ id %d label \"name %d\" ]\n", k, k)
		table += fmt.Sprintf("%d,n%d,text %d\n", k, k, k%(MaxClasses+1))
		types += fmt.Sprintf("%d,kind %d\n", k, k%(MaxClasses+1))
	}
	if g := readText(t, "", gml+"edge [ source 0 target 1 ]\n]\n").Graph; g.Classes != 0 || g.NodeNames[7] != "name 7" {
		t.Errorf("the GML has %d classes and the name %q", g.Classes, g.NodeNames[7])
	}
	if g := readText(t, "", pathOf(n), table).Graph; g.Classes != 0 || g.NodeNames[7] != "n7" {
		t.Errorf("the table has %d classes and the name %q", g.Classes, g.NodeNames[7])
	}
	if g := readText(t, "", pathOf(n), types).Graph; g.Classes != 0 {
		t.Errorf("the types are %d classes", g.Classes)
	}
}

// TestGuessedRolesEqualTable: node tables beside a path give the numbers of features and classes in the table.
// note is a part of a note or a doubt, and without a part of none.
func TestGuessedRolesEqualTable(t *testing.T) {
	few := "id,class\n"
	for k := range 34 {
		few += fmt.Sprintf("%d,%s\n", k, map[int]string{0: "0", 33: "1"}[k])
	}
	for _, c := range []struct {
		correction, nodes string
		features, classes int
		note, without     string
	}{
		// Lists of features are no class, and with a class they are not used twice.
		{"", "id,features\n0,1 0\n1,1 0\n2,0 1\n3,0 1\n", 2, 0, "", "whose texts repeat"},
		{"", "id,features(3)\n0,1;0;1\n1,1;0;1\n2,0;1;1\n3,0;1;1\n", 3, 0, "", "whose texts repeat"},
		// Lists may be missing. A column of words is no list, but a damaged list is (TestDamagedListsAreErrors).
		{"", "id,features\n0,NA\n1,1 0\n2,0 1\n3,0 1\n", 2, 0, "1 missing feature value", "neither numbers"},
		{"", "id,attr\n0,tall man\n1,old man\n2,young man\n", 0, 0, `"attr"`, ""},
		{"", "id,feat\n0,5 apples\n1,6 pears\n2,7 plums\n", 0, 0, `"feat"`, ""},
		// Few labelled nodes may all have different classes.
		{"", few, 0, 2, "", "left out"},
		// Truth values reveal a class as integers do.
		{"", "id,label,club\n0,0,False\n1,0,False\n2,1,True\n3,1,True\n", 0, 2, `reveal a value to predict were left out: "club"`, ""},
		{"", "id,label,target\n0,a,0.73\n1,a,0.21\n2,b,0.5\n3,b,0.11\n", 0, 2, `predict were left out: "target"`, ""},
		{"", "id,kind,user_id\n0,a,73\n1,a,21\n2,b,55\n3,b,11\n", 0, 2, `identify, draw or divide the nodes, and so are no features`, ""},
		// The correction confirms a guess. Then no other column is rejected.
		{"label=dept", "id,dept,type\n0,a,0\n1,a,1\n2,b,1\n3,b,0\n", 1, 2, "", "as you said"},
		{"label=dept", "id,dept,city\n0,a,x\n1,a,y\n2,b,y\n3,b,x\n", 0, 2, "", "as you said"},
		{"label=type", "id,dept,type\n0,a,0\n1,a,1\n2,b,1\n3,b,0\n", 0, 2, `as you said: "dept"`, ""},
		// Chosen features beside a list are in a note. A choice has priority over a stated number of features.
		{"nodes.feature=2+3", "id,features,age\n0,1 0,3\n1,0 1,4\n2,1 1,5\n", 2, 0, `"age"`, ""},
		{"nodes.feature=2+3", "id,age,features\n0,3,1 0\n1,4,0 1\n2,5,1 1\n", 2, 0, `"age"`, ""},
		{"nodes.feature=2", "id,age,features(2)\n0,3,1;0\n1,4,0;1\n2,5,1;1\n", 1, 0, "", ""},
		// The doubt about marks quotes a number with two readings.
		{"", "id\tprice\n0\t$1.234\n1\t$2.345\n", 1, 0, "points were taken as decimal points", "commas"},
		{"", "id\tprice\n0\tNA\n1\t5\n2\t$1,234\n3\t$2,345\n", 1, 0, `such as "$1,234", whose commas were taken as marks of thousands`, "points"},
		// Beside marked features, other numbers are unmarked, and texts are no numbers.
		{"", "id,feature:age,height,note\n0,3,170,u v\n1,4,180,w x\n", 1, 0, `left out, since the file marks its features: "height".`, "predict"},
		{"", "id,feature:age,height,note\n0,3,170,u v\n1,4,180,w x\n", 1, 0, `neither numbers nor a class were left out: "note".`, "predict"},
		// class_name alone is a class. Beside class, in any order, it has the names.
		{"", "id,class_name\n0,3\n1,5\n2,3\n3,5\n", 0, 2, "", ""},
		{"", "id,class_name,class\n0,x,4\n1,y,1\n2,x,4\n3,y,1\n", 0, 5, "", ""},
	} {
		r := readText(t, c.correction, pathOf(strings.Count(c.nodes, "\n")-1), c.nodes)
		notes := strings.Join(slices.Concat(r.Graph.Notes, r.Recognition.Texts()), " ")
		if r.Graph.X.Cols != c.features || r.Graph.Classes != c.classes {
			t.Errorf("%q has %d features and %d classes, want %d and %d", c.nodes, r.Graph.X.Cols, r.Graph.Classes, c.features, c.classes)
		}
		if !strings.Contains(notes, c.note) || c.without != "" && strings.Contains(notes, c.without) {
			t.Errorf("%q has the notes %s, want %q without %q", c.nodes, notes, c.note, c.without)
		}
	}
}

// TestDamagedListsAreErrors: a list of features with a word among its numbers is refused, also in the first row.
func TestDamagedListsAreErrors(t *testing.T) {
	for _, nodes := range []string{"id,features\n0,1 O 0\n1,0 1 1\n", "id,features\n0,1 0 0\n1,O 1 1\n", "id,x\n0,NaN 1\n1,0 1\n"} {
		_, err := Read([]File{{Name: "edges.txt", Data: []byte("0 1\n")}, {Name: "nodes.txt", Data: []byte(nodes)}})
		if err == nil || !strings.Contains(err.Error(), "features are finite numbers") {
			t.Errorf("%q gives the error %v", nodes, err)
		}
	}
}

// TestConfirmedClassesKeepFeatures: a correction that states the guessed class changes no features and no labels.
func TestConfirmedClassesKeepFeatures(t *testing.T) {
	for _, nodes := range []string{"id,dept,type\n0,a,0\n1,a,1\n2,b,1\n3,b,0\n", "id,city,age\n0,a,3\n1,a,4\n2,b,5\n3,b,6\n",
		"id,group,class\n0,0,1\n1,0,0\n2,1,1\n3,1,0\n"} {
		guessed := readText(t, "", pathOf(4), nodes)
		class := ""
		for _, sheet := range guessed.Recognition.Sheets {
			for _, column := range sheet.Columns {
				if column.Role == content.RoleLabel {
					class = column.Name
				}
			}
		}
		confirmed := readText(t, "label="+class, pathOf(4), nodes)
		if !reflect.DeepEqual(guessed.Graph.X, confirmed.Graph.X) || !slices.Equal(guessed.Graph.Labels, confirmed.Graph.Labels) {
			t.Errorf("%q: the correction label=%s changes the graph", nodes, class)
		}
	}
}

// TestChosenClassNamesKeepTexts: names of classes are not rewritten as numbers.
func TestChosenClassNamesKeepTexts(t *testing.T) {
	r := readText(t, "classname=rate", pathOf(4), "id,class,rate\n0,0,10 %\n1,1,20 %\n2,0,10 %\n3,1,20 %\n")
	if want := []string{"10 %", "20 %"}; !slices.Equal(r.Graph.ClassNames, want) {
		t.Errorf("the classes are %q, want %q", r.Graph.ClassNames, want)
	}
}

// TestMissingColumnsNeedLinearTime: columns of NA, alone or before numbers, need seconds for 100,000 nodes.
// One comparison of each pair of nodes would need minutes.
func TestMissingColumnsNeedLinearTime(t *testing.T) {
	const n = 100_000
	var edges, nodes strings.Builder
	nodes.WriteString("id,class,half\n")
	for k := range n {
		fmt.Fprintf(&edges, "%d %d\n", k, (k+1)%n)
		half := "NA"
		if k > n/2 {
			half = "7"
		}
		fmt.Fprintf(&nodes, "%d,NA,%s\n", k, half)
	}
	start := time.Now()
	r := readText(t, "", edges.String(), nodes.String())
	if r.Graph.N != n {
		t.Fatalf("there are %d nodes", r.Graph.N)
	}
	if spent := time.Since(start); spent > 20*time.Second {
		t.Errorf("reading took %v", spent)
	}
}
