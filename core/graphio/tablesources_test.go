package graphio

import (
	"fmt"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/graphio/content"
)

// TestNumbersOfPeopleAreFeatures: in 40 random sheets with a row for each person, a column of friends and columns in random order, two
// columns of numbers that the user makes features of the source are features of the persons. The club is the class.
func TestNumbersOfPeopleAreFeatures(t *testing.T) {
	r := rand.New(rand.NewPCG(71, 20))
	for range 40 {
		n := 6 + r.IntN(6)
		header := []string{"Club", "Age", "Friends", "Height"}
		r.Shuffle(len(header), func(i, j int) { header[i], header[j] = header[j], header[i] })
		header = append([]string{"Name"}, header...)
		rows, want := []string{strings.Join(header, ",")}, map[string][2]float64{}
		for i := range n {
			person := func(k int) string { return "person " + string(rune('a'+k%n)) }
			age, height := 20+r.IntN(9), 150+r.IntN(40)
			if i == 0 {
				age = 40 // not all ages are equal
			}
			cells := map[string]string{"Name": person(i), "Club": []string{"Chess", "Rowing"}[i%2], "Age": fmt.Sprint(age),
				"Height": fmt.Sprintf("%d.5", height), "Friends": person(i+1) + ";" + person(i+2)}
			row := make([]string, len(header))
			for c, name := range header {
				row[c] = cells[name]
			}
			rows, want[person(i)] = append(rows, strings.Join(row, ",")), [2]float64{float64(age), float64(height) + 0.5}
		}
		text := strings.Join(rows, "\n") + "\n"
		c := Correction{}
		for k, name := range header {
			if name == "Age" || name == "Height" {
				c = c.With(content.Edges, k+1, content.RoleIgnored, content.RoleFeature)
			}
		}
		res, err := ReadAs([]File{{Name: "g.csv", Data: []byte(text)}}, c)
		if err != nil {
			t.Fatal(err)
		}
		g := res.Graph
		age, height := slices.Index(g.FeatureNames, "Age"), slices.Index(g.FeatureNames, "Height")
		if age < 0 || height < 0 || g.X.Cols != 2 || g.Classes != 2 {
			t.Fatalf("the features are %q, and there are %d classes, want Age, Height and 2\n%s", g.FeatureNames, g.Classes, text)
		}
		for i, name := range g.NodeNames {
			got := [2]float64{}
			for k := g.X.Ptr[i]; k < g.X.Ptr[i+1]; k++ {
				got[oneIf(int(g.X.Col[k]) == height)] = g.X.Val[k]
			}
			if got != want[name] {
				t.Errorf("%s has age and height %v, want %v\n%s", name, got, want[name], text)
			}
		}
		for _, doubt := range res.Recognition.Texts() {
			if strings.Contains(doubt, `"label"`) {
				t.Errorf("a doubt names a column that does not exist: %s\n%s", doubt, text)
			}
		}
	}
}

// TestEndWithoutItsColumnIsRefused: a user who leaves out the column of friends has no column of second ends. No other column takes its
// place. The two ends may change places.
func TestEndWithoutItsColumnIsRefused(t *testing.T) {
	text := "Name,Club,Friends\na,x,b;c\nb,y,a\nc,x,a\nd,y,a;b\n"
	for _, c := range []struct {
		column       int
		old, role    content.Role
		wantsRefusal bool
	}{
		{3, content.RoleTarget, content.RoleIgnored, true},
		{1, content.RoleSource, content.RoleIgnored, true},
		{3, content.RoleTarget, content.RoleSource, false},
	} {
		_, err := ReadAs([]File{{Name: "g.csv", Data: []byte(text)}}, Correction{}.With(content.Edges, c.column, c.old, c.role))
		if refused := err != nil && strings.Contains(err.Error(), "an edge needs two columns"); refused != c.wantsRefusal {
			t.Errorf("column %d as %s: the error is %v, want a refusal: %v", c.column, c.role, err, c.wantsRefusal)
		}
	}
}

// TestChosenFileIsTheGraph: of two files with different graphs, the file with the name in the correction is read, in any order.
func TestChosenFileIsTheGraph(t *testing.T) {
	// File k is a path of k+1 edges.
	files := []File{npzOf(t, "x/a.npz", pairs(0, 1)), npzOf(t, "x/b.npz", pairs(0, 1, 1, 2)),
		{Name: "x/c.gml", Data: []byte("graph [ node [ id 0 ] node [ id 1 ] node [ id 2 ] node [ id 3 ] edge [ source 0 target 1 ] " +
			"edge [ source 1 target 2 ] edge [ source 2 target 3 ] ]")},
		{Name: "x/d.csv", Data: []byte("source,target\na,b\nb,c\nc,d\nd,e\n")},
		{Name: "x/e.dot", Data: []byte("graph { a -- b -- c -- d -- e -- f }")}}
	for k, chosen := range files {
		for other, f := range files {
			if other == k {
				continue
			}
			r, err := ReadAs([]File{f, chosen}, Correction{Table: path.Base(chosen.Name)})
			if err != nil {
				t.Errorf("%s beside %s: %v", chosen.Name, f.Name, err)
			} else if len(r.Graph.Edges) != k+1 {
				t.Errorf("%s beside %s has %d edges, want %d", chosen.Name, f.Name, len(r.Graph.Edges), k+1)
			}
		}
	}
}

// TestFolderIndexIsNoNumbersDocument: an archive of a document of Numbers is refused, and tables in a folder of the same name are read.
func TestFolderIndexIsNoNumbersDocument(t *testing.T) {
	if r, err := Read([]File{archive("Index/edges.csv", []byte("source,target\na,b\nb,c\n"))}); err != nil || len(r.Graph.Edges) != 2 {
		t.Errorf("the table in the folder Index is refused: %v", err)
	}
	if _, err := Read([]File{archive("Index/Document.iwa", []byte("x"))}); err == nil || !strings.Contains(err.Error(), "Numbers") {
		t.Errorf("the error of a document of Numbers is %v", err)
	}
}
