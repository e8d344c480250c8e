package graphio

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/graphio/content"
)

// The tests of this file write the edges of people in several forms of tables. Each form must give the same edges.

// people are three edges of a triangle: in each row, the two ends.
var people = [][2]string{{"Ann", "Bob"}, {"Bob", "Carl"}, {"Carl", "Ann"}}

// edgeSummary returns the text of summary for a graph with the given edges and no isolated nodes.
func edgeSummary(edges [][2]string, directed bool) string {
	nodes, list := map[string]bool{}, []string{}
	for _, e := range edges {
		nodes[e[0]], nodes[e[1]] = true, true
		if directed {
			list = append(list, e[0]+">"+e[1])
		} else {
			list = append(list, e[0]+"-"+e[1])
		}
	}
	slices.Sort(list)
	text := fmt.Sprintf("%d nodes; ", len(nodes))
	if directed {
		text += "directed; "
	}
	return text + strings.Join(list, " ")
}

// ordered returns edges with the smaller end first, as summary prints undirected edges of the triangle.
func ordered(edges [][2]string) (out [][2]string) {
	for _, e := range edges {
		out = append(out, [2]string{min(e[0], e[1]), max(e[0], e[1])})
	}
	return out
}

// checkSummary reads a text as the file name, and compares the graph with the summary want.
func checkSummary(t *testing.T, name, text, want string) *Found {
	t.Helper()
	r, err := Read([]File{{Name: name, Data: []byte(text)}})
	if err != nil {
		t.Errorf("%q is refused: %v; want %q", text, err, want)
		return nil
	}
	if got := summary(r); got != want {
		t.Errorf("%q: read as %q, want %q", text, got, want)
	}
	return r
}

// TestRowOfValuesIsNoHeader: in a table of edges and weights without a header, a first weight that is missing or has a decimal comma
// leaves the first row an edge. Below names of columns that are no known words, decimal commas and points give one answer.
func TestRowOfValuesIsNoHeader(t *testing.T) {
	want := edgeSummary(ordered(people), false)
	for _, separator := range []string{";", "\t", ","} {
		for _, weight := range []string{"", "NA", "N/A", "null", "3,5", "1.234,5", "3.5"} {
			if separator == "," && strings.Contains(weight, ",") {
				continue
			}
			text := ""
			for k, e := range people {
				if k > 0 {
					weight = fmt.Sprint(k + 1)
				}
				text += e[0] + separator + e[1] + separator + weight + "\n"
			}
			checkSummary(t, "e.csv", text, want)
		}
	}
	// The error of Read, or the summary.
	answer := func(text string) string {
		r, err := Read([]File{{Name: "e.csv", Data: []byte(text)}})
		if err != nil {
			return err.Error()
		}
		return summary(r)
	}
	for _, ends := range []string{"Eck;Apfel Markt;Birne Hof;Apfel", "Eck;Apfel Eck;Birne Hof;Apfel Hof;Birne"} {
		text := "Laden;Obst;Preis\n"
		for k, e := range strings.Fields(ends) {
			text += fmt.Sprintf("%s;%d.5\n", e, k)
		}
		withCommas := strings.ReplaceAll(text, ".", ",")
		if got, want := answer(withCommas), answer(text); got != want {
			t.Errorf("%q: %q, with points %q", withCommas, got, want)
		}
	}
}

// TestWeightOfArrowIsNoNode: the number at the end of a line with an arrow is a weight, whatever mark precedes it and whether its decimal
// mark is a comma or a point. Lists after colons have such weights, too.
func TestWeightOfArrowIsNoNode(t *testing.T) {
	r, decimals := rand.New(rand.NewPCG(8, 8)), regexp.MustCompile(`(\d),(\d)`)
	for _, arrow := range []string{" -> ", " -- ", " → "} {
		for _, form := range []string{"%s: %s", "%s (%s)", "%s [%s]", "%s, %s", "%s; %s", "%s\t%s"} {
			for range 3 {
				text := ""
				for k, e := range people {
					// In some files only the first weight has a fraction.
					weight := fmt.Sprint(r.IntN(90))
					if k == 0 || r.IntN(2) == 0 {
						weight += fmt.Sprintf(",%d", 1+r.IntN(9))
					}
					text += e[0] + arrow + fmt.Sprintf(form, e[1], weight) + "\n"
				}
				directed := arrow != " -- "
				want := edgeSummary(people, directed)
				if !directed {
					want = edgeSummary(ordered(people), false)
				}
				checkSummary(t, "e.txt", text, want)
				checkSummary(t, "e.txt", decimals.ReplaceAllString(text, "$1.$2"), want)
			}
		}
	}
	checkSummary(t, "e.txt", "Ann - Bob: 3 km\nBob - Carl: 2 km\nCarl - Ann: 4 km\n", edgeSummary(ordered(people), false))
	// Without fractions, a semicolon precedes a weight as a comma does.
	checkSummary(t, "e.txt", "Ann -> Bob; 3\nBob -> Carl; 2\nCarl -> Ann; 4\n", edgeSummary(people, true))
	// Numbers without spaces are a list of nodes.
	checkSummary(t, "e.txt", "1 -> 2,3\n2 -> 3,1\n3 -> 1,2\n", "3 nodes; 1-2 1-3 2-3")
	want := "3 nodes; Ann-Bob Ann-Carl"
	for _, form := range []string{"%s (%s)", "%s: %s", "%s=%s"} {
		for _, mark := range []string{"; ", ", "} {
			weighted := func(name, weight string) string { return fmt.Sprintf(form, name, weight) }
			checkSummary(t, "e.txt", "Ann: "+weighted("Bob", "3,5")+mark+weighted("Carl", "2,5")+"\nBob: "+weighted("Ann", "3,5")+
				"\nCarl: "+weighted("Ann", "2,5")+"\n", want)
		}
	}
	// Node 4 has the weight 5.
	checkSummary(t, "e.txt", "1: 2=3,4=5\n2: 1=3,4=1\n4: 1=5,2=1\n", "3 nodes; 1-2 1-4 2-4")
}

// TestCommentWithArrowIsNoEdge: a line of arrows that begins with # or % changes neither the graph nor the number of doubts.
func TestCommentWithArrowIsNoEdge(t *testing.T) {
	for _, rows := range []string{"X <- Y\nY <- Z\n", "X -> Y\nY -> Z\n", "X -> Y\nY -- Z\n", "Line 1: X -> Y\nLine 2: Y -> Z\n",
		"X-Y\nY-Z\nZ-X\n", "(X, Y)\n(Y, Z)\n", "X: Y, Z\nY: Z, X\n"} {
		r, err := Read([]File{{Name: "e.txt", Data: []byte(rows)}})
		if err != nil {
			t.Fatal(err)
		}
		for _, comment := range []string{"A <- B means that B cites A", "A -> B -> C", "A -- B: both ways", "Line 9: A -> B", "A-B", "A: B, C"} {
			for _, mark := range []string{"# ", "% ", "#"} {
				with := checkSummary(t, "e.txt", mark+comment+"\n"+rows, summary(r))
				if with != nil && len(with.Recognition.Doubts) != len(r.Recognition.Doubts) {
					t.Errorf("%q above %q changes the doubts %v to %v", comment, rows, r.Recognition.Doubts, with.Recognition.Doubts)
				}
			}
		}
	}
}

// TestMarkedNumbersAreAnEdge: the first line of numbers with an arrow, a hyphen or brackets is an edge, even if the numbers are those of
// the nodes and the edges. Without a mark they are these numbers, with a note.
func TestMarkedNumbersAreAnEdge(t *testing.T) {
	for form, directed := range map[string]bool{"%d -> %d": true, "%d-%d": false, "%d -- %d": false, "(%d, %d)": false} {
		text := ""
		for _, e := range [][2]int{{4, 5}, {1, 2}, {2, 3}, {3, 5}, {1, 5}} {
			text += fmt.Sprintf(form+"\n", e[0], e[1])
		}
		edges := [][2]string{{"4", "5"}, {"1", "2"}, {"2", "3"}, {"3", "5"}, {"1", "5"}}
		r := checkSummary(t, "e.txt", strings.Replace(text, fmt.Sprintf(form, 4, 5), fmt.Sprintf(form, 5, 4), 1),
			strings.Replace(edgeSummary(edges, directed), "4>5", "5>4", 1))
		if r != nil && strings.Contains(strings.Join(r.Graph.Notes, " "), "numbers of nodes") {
			t.Errorf("form %q: the notes are %q", form, r.Graph.Notes)
		}
	}
	for first, lines := range map[string]string{"5 4\n": "The first line has ", "5\n4\n": "The first two lines have "} {
		r := checkSummary(t, "e.txt", first+"0 1\n1 2\n2 3\n3 4\n", "5 nodes; 0-1 1-2 2-3 3-4")
		if r != nil && !strings.HasPrefix(strings.Join(r.Graph.Notes, " "), lines) {
			t.Errorf("%q: the notes are %q, want %q", first, r.Graph.Notes, lines)
		}
	}
}

// TestTuplesKeepTheirNames: rows of pairs in brackets may have several pairs, quotes as Python prints them, and apostrophes in names.
func TestTuplesKeepTheirNames(t *testing.T) {
	for text, want := range map[string]string{
		"(O'Brien, Ann)\n(Ann, Bob)\n(Bob, O'Brien)\n":                 "3 nodes; Ann-Bob O'Brien-Ann O'Brien-Bob",
		"('Ann', \"O'Brien\")\n('Bob', 'Ann')\n(\"O'Brien\", 'Bob')\n": "3 nodes; Ann-Bob Ann-O'Brien O'Brien-Bob",
		"('Smith, J', 'Ann')\n('Bob', 'Ann')\n('Bob', 'Smith, J')\n":   "3 nodes; Ann-Bob Smith, J-Ann Smith, J-Bob",
		"(1,2), (2,3)\n(3,4), (4,1)\n":                                 "4 nodes; 1-2 1-4 2-3 3-4",
		"(1,2) (2,3)\n(3,4) (4,1)\n":                                   "4 nodes; 1-2 1-4 2-3 3-4",
		"(Ann (1), Bob)\n(Bob, Carl)\n(Carl, Ann (1))\n":               "3 nodes; Ann (1)-Bob Ann (1)-Carl Bob-Carl",
	} {
		checkSummary(t, "e.txt", text, want)
	}
}

// TestTablesOfFurtherForms: lists of members with commas, dashes in the cells of a table, periods beside the ends, and edges in one line
// give the summaries in the table.
func TestTablesOfFurtherForms(t *testing.T) {
	for text, want := range map[string]string{
		"dish,ingredients\nCake,\"flour, eggs, milk, sugar\"\nOmelette,\"eggs, milk, salt, oil\"\nPie,\"flour, sugar, eggs, oil\"\n": "" +
			"9 nodes; Cake-eggs Cake-flour Cake-milk Cake-sugar Omelette-oil Omelette-salt " +
			"eggs-Omelette eggs-Pie flour-Pie milk-Omelette oil-Pie sugar-Pie",
		"Ann\tQueen - Rhapsody\nBob\tQueen - Innuendo\nAnn\tAbba - Waterloo\n": "5 nodes; Ann-Abba - Waterloo Ann-Queen - Rhapsody " +
			"Bob-Queen - Innuendo",
		"Employee,Manager,Start,End\nAnn,Bob,2020-01-01,2021-01-01\nCarl,Bob,2020-02-01,2021-03-01\nBob,Dora,2019-01-01,2021-01-01\n": "" +
			"4 nodes; Ann-Bob Bob-Carl Bob-Dora",
		"Name,Friend,From,To\nAnn,Bob,2020-01-01,2021-01-01\nCarl,Bob,2020-02-01,2021-03-01\nBob,Dora,2019-01-01,2021-01-01\n": "" +
			"4 nodes; Ann-Bob Bob-Carl Bob-Dora",
		"A -> B, B -> C":   "3 nodes; directed; A>B B>C",
		"A -> B -> C":      "3 nodes; directed; A>B B>C",
		"A <- B <- C <- D": "4 nodes; directed; B>A C>B D>C",
	} {
		checkSummary(t, "e.csv", text, want)
	}
	// Without a column for a relation, the times are ranges.
	ranges := "Room,Start,End\nA,2020-01-01,2021-01-01\nB,2020-02-01,2021-03-01\n"
	if _, err := Read([]File{{Name: "e.csv", Data: []byte(ranges)}}); err == nil || !strings.Contains(err.Error(), "ranges") {
		t.Errorf("a table of ranges gives the error %v", err)
	}
}

// TestOwnerWithoutSharedWordsStays: if the first twenty lists belong to friends of a person, a later name of other words stays complete.
func TestOwnerWithoutSharedWordsStays(t *testing.T) {
	text := ""
	for k := range 20 {
		text += fmt.Sprintf("friends of N%d: N%d, N%d\n", k, (k+1)%20, (k+2)%20)
	}
	r, err := Read([]File{{Name: "e.txt", Data: []byte(text + "Ann Lee Kim: N1, N2\n")}})
	if err != nil || !slices.Contains(r.Graph.NodeNames, "Ann Lee Kim") || !slices.Contains(r.Graph.NodeNames, "N1") {
		t.Errorf("the error is %v, the graph %+v", err, r)
	}
}

// TestChosenSplitIsNeverLostSilently: a chosen column without training nodes gives a note, and a chosen mask keeps the masks of other sets.
// A word for no set leaves a column of sets a split.
func TestChosenSplitIsNeverLostSilently(t *testing.T) {
	edges := File{Name: "e.csv", Data: []byte("source,target\na,b\nb,c\nc,d\n")}
	for rows, want := range map[string]string{
		"id,label,in_sample\na,x,1\nb,y,0\nc,x,1\nd,y,0\n":                                     "in_sample: no split",
		"id,label,in_sample\na,x,A\nb,y,B\nc,x,A\nd,y,B\n":                                     "in_sample: no split",
		"id,label,train_mask,val_mask,test_mask\na,x,1,0,0\nb,y,0,1,0\nc,x,0,0,1\nd,y,0,0,0\n": "train_mask val_mask test_mask: [0] [1] [2]",
		"id,label,split\na,x,train\nb,y,val\nc,x,test\nd,y,Unused\n":                           " split: [0] [1] [2]",
	} {
		columns, split, _ := strings.Cut(want, ": ")
		for _, column := range strings.Split(columns, " ") {
			var c Correction
			if column != "" {
				header, _, _ := strings.Cut(rows, "\n")
				c = c.With("nodes", 1+slices.Index(strings.Split(header, ","), column), content.RoleIgnored, content.RoleSplit)
			}
			r, err := ReadAs([]File{edges, {Name: "n.csv", Data: []byte(rows)}}, c)
			if err != nil {
				t.Fatal(err)
			}
			got := "no split"
			if len(r.Splits) == 1 {
				got = fmt.Sprint(r.Splits[0].Train, r.Splits[0].Val, r.Splits[0].Test)
			}
			hasNote := strings.Contains(strings.Join(r.Graph.Notes, " "), "split was left out")
			if got != split || hasNote != (split == "no split") {
				t.Errorf("column %q of %q: the split is %s, the notes %q; want %s", column, rows, got, r.Graph.Notes, split)
			}
		}
	}
}
