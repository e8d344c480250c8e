package coursemath

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/graphio"
	"sheafscope/core/words"
)

// randomSheaf returns a sheaf of 3 to 8 nodes on a path with further edges. kind names the numbers in its maps.
// "rational" has fractions. "turns" has turns and mirrors with scales, in dimension 2. "mixed" has both, and rounded numbers (with ~) in
// dimension 1. The stalks have dimension 1 or 2, but 0 to 4 for "ragged", which has fractions and, in a third of the sheaves, rounded ones.
func randomSheaf(r *rand.Rand, kind string) *SheafText {
	d := 1 + r.IntN(2)
	if kind == "turns" {
		d = 2
	}
	n := 3 + r.IntN(6)
	s := constantSheaf(n, d)
	if kind == "ragged" {
		for i := range s.Nodes {
			s.Nodes[i].D = r.IntN(5)
		}
		s.Nodes[1].D = 1 + r.IntN(4) // so that a harmonic extension from the first and the last node has an open coordinate
		s.X = make([]string, s.NodeOffsets().Total())
	}
	rounded := kind == "mixed" || kind == "ragged" && r.IntN(3) == 0
	entry := func() string {
		return []string{"0", "1", "-1", "2", "1/2", "-3/4", "0.25", "−2"}[r.IntN(8)]
	}
	motion := func() string {
		return TurnText(float64(15*r.IntN(24)), []float64{1, 1, 1, 2, 0.5}[r.IntN(5)], r.IntN(3) == 0)
	}
	for i := range n {
		for j := range i {
			if r.IntN(3) > 0 && j != i-1 { // all edges of the path stay, and another one with probability 1/3
				continue
			}
			var maps [2]string
			dim := d
			if kind == "ragged" {
				dim = r.IntN(5)
				if len(s.Edges) == 0 {
					dim = 1 + r.IntN(4) // so that δ has a row
				}
			}
			for k := range maps {
				switch size := dim * s.Nodes[[2]int{j, i}[k]].D; {
				case kind == "ragged" && (size == 0 || r.IntN(3) == 0):
					maps[k] = entry()
				case kind == "ragged":
					for range size {
						maps[k] += words.Either(rounded && r.IntN(4) == 0, " ~", " ") + entry()
					}
				case d == 2 && (kind == "turns" || kind == "mixed" && r.IntN(2) == 0):
					maps[k] = motion()
				case d == 2:
					maps[k] = strings.Join([]string{entry(), entry(), entry(), entry()}, " ")
				case rounded:
					maps[k] = "~" + entry()
				default:
					maps[k] = entry()
				}
			}
			s.Edges = append(s.Edges, Edge{j, i, maps, dim})
		}
	}
	for k := range s.X {
		s.X[k] = entry()
	}
	return s
}

// forRandomSheaves calls do with 200 random sheaves, 50 of each kind, and their analyses.
// It ends the test after the first sheaf that fails, and reports its text.
func forRandomSheaves(t *testing.T, do func(s *SheafText, a *Analysis)) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	for k := range 200 {
		s := randomSheaf(r, []string{"rational", "turns", "mixed", "ragged"}[k%4])
		a, err := Analyse(s)
		if err != nil {
			t.Fatalf("%s has no analysis: %v", s.Text(), err)
		}
		do(s, a)
		if t.Failed() {
			t.Fatalf("the failing sheaf is %s", s.Text())
		}
	}
}

// valueAndFraction returns the value of a number in any notation, and its fraction as text. The fraction of a rounded number is "".
func valueAndFraction(text string) (value float64, exact string, err error) {
	value, r, err := parseNumber(text)
	if r != nil {
		exact = r.RatString()
	}
	return value, exact, err
}

// TestNumberNotations: every notation of an exact number gives its fraction. A rounded number, ~0.5, has a value and no fraction.
// Other texts are errors that say what to write.
func TestNumberNotations(t *testing.T) {
	for text, want := range map[string]string{"2": "2", "-1/2": "-1/2", "0.25": "1/4", "−3": "-3", " 6/4 ": "3/2", "+.5": "1/2",
		"0,25": "1/4", "2.5e-1": "1/4", "25 %": "1/4", "25%": "1/4", "1E2": "100", "−0,5": "-1/2"} {
		if v, exact, err := valueAndFraction(text); err != nil || exact != want {
			t.Errorf("%q is %g, %q, %v; want %s", text, v, exact, err, want)
		}
	}
	if v, exact, err := valueAndFraction("~0.5"); v != 0.5 || exact != "" || err != nil {
		t.Errorf("the rounded number ~0.5 is %g, %q, %v, want 0.5 without a fraction", v, exact, err)
	}
	for _, text := range []string{"", "1/0", "a", "1e21", "1e999999999", "1e", "0,2,5", "%", "0x10",
		"1 2", "--1", "1/2/3", "~", strings.Repeat("9", 25), "NaN", "½"} {
		if v, _, err := valueAndFraction(text); err == nil || !strings.Contains(err.Error(), "write") {
			t.Errorf("%q is read as %g with the error %v, want an error that says what to write", text, v, err)
		}
	}
}

// TestParseMap: in dimension 2, maps have the entries, exactness, conformality, mirror and angle in degrees that were computed by hand.
// Exact entries have the same values. Other texts are errors, as is a turn in dimension 1.
func TestParseMap(t *testing.T) {
	h, sin10, cos10 := math.Sqrt(3)/2, math.Sin(math.Pi/18), math.Cos(math.Pi/18)
	for _, c := range []struct {
		text       string
		want       [4]float64 // the entries, row by row
		properties string     // those of the words exact, conformal and mirror that hold
		turn       float64    // degrees of the turn, or of the axis of a mirror
	}{
		{"1", [4]float64{1, 0, 0, 1}, "exact conformal", 0},
		{"-2", [4]float64{-2, 0, 0, -2}, "exact conformal", 180},
		{"1 2 3 4", [4]float64{1, 2, 3, 4}, "exact", 0},
		{"0, -1; 1, 0", [4]float64{0, -1, 1, 0}, "exact conformal", 90},
		{"turn 90", [4]float64{0, -1, 1, 0}, "exact conformal", 90},
		{"turn 30", [4]float64{h, -0.5, 0.5, h}, "conformal", 30},
		{"turn -30 times 2", [4]float64{2 * h, 1, -1, 2 * h}, "conformal", 330},
		{"mirror 0", [4]float64{1, 0, 0, -1}, "exact conformal mirror", 0},
		{"mirror 45 times 1/2", [4]float64{0, 0.5, 0.5, 0}, "exact conformal mirror", 45},
		{"Mirror 30", [4]float64{0.5, h, h, -0.5}, "conformal mirror", 30},
		{"turn 10 times -1", [4]float64{-cos10, sin10, -sin10, -cos10}, "conformal", 190},
		{"-1 0 0 1", [4]float64{-1, 0, 0, 1}, "exact conformal mirror", 90},
		{"0 1 1 0", [4]float64{0, 1, 1, 0}, "exact conformal mirror", 45},
		{"0 -1 -1 0", [4]float64{0, -1, -1, 0}, "exact conformal mirror", 135},
		{"0 1 -1 0", [4]float64{0, 1, -1, 0}, "exact conformal", 270},
		{"turn 40 times 0", [4]float64{}, "exact", 0}, {"0", [4]float64{}, "exact", 0}, {"~1 0 0 1", [4]float64{1, 0, 0, 1}, "", 0},
		{"2 0 0 3", [4]float64{2, 0, 0, 3}, "exact", 0},
	} {
		m, err := ParseMap(c.text, 2, 2)
		if err != nil {
			t.Errorf("the map %q is refused: %v", c.text, err)
			continue
		}
		properties := ""
		for _, property := range []struct {
			holds bool
			name  string
		}{{m.Exact != nil, "exact"}, {m.Conformal, "conformal"}, {m.Mirror, "mirror"}} {
			if property.holds {
				properties += " " + property.name
			}
		}
		if strings.TrimSpace(properties) != c.properties || math.Abs(m.Turn-c.turn) > 1e-12 {
			t.Errorf("%q is%s by %g°, want %s by %g°", c.text, properties, m.Turn, c.properties, c.turn)
		}
		for k, v := range m.Entries {
			if math.Abs(v-c.want[k]) > 1e-15 {
				t.Errorf("%q has entry %d %g, want %g", c.text, k, v, c.want[k])
			}
			if m.Exact != nil {
				if e, _, err := valueAndFraction(m.Exact[k]); err != nil || e != c.want[k] {
					t.Errorf("%q has the exact entry %s at %d, want %g", c.text, m.Exact[k], k, c.want[k])
				}
			}
		}
	}
	for _, text := range []string{"", "1 2", "1 2 3", "turn", "turn x", "turn 1 times", "mirror 1 by 2", "turn ~1", "1 2 3 4 5", "1 2 3 x"} {
		if _, err := ParseMap(text, 2, 2); err == nil {
			t.Errorf("%q is read as a map, want an error", text)
		}
	}
	if _, err := ParseMap("turn 30", 1, 1); err == nil || !strings.Contains(err.Error(), "dimension 2") {
		t.Errorf("a turn in dimension 1: the error is %v, want one that names dimension 2", err)
	}
}

// The text of a drag reads back as a map with the same mirror, and with scale and angle up to the rounding of the text to two decimals.
func TestTurnTextRoundTrip(t *testing.T) {
	for _, c := range []struct {
		turn, scale float64
		mirror      bool
	}{{40, 1, false}, {-12.346, 0.5, false}, {170.5, 1, true}, {0, 2, true}} {
		m, err := ParseMap(TurnText(c.turn, c.scale, Orientation(c.mirror)), 2, 2)
		if err != nil || m.Mirror != c.mirror || math.Abs(m.Scale-c.scale) > 0.005 {
			t.Errorf("%+v reads back as %+v, %v", c, m, err)
		}
		if off := math.Mod(m.Turn-c.turn+720, 360); math.Abs(off) > 0.006 && math.Abs(off-360) > 0.006 {
			t.Errorf("%+v reads back as a turn by %g°", c, m.Turn)
		}
	}
}

// A mistake in the text of a sheaf is reported with its place or a remedy. A text above the limit of length is refused.
// An impossible change by a method returns an error and leaves the sheaf as before.
func TestErrorsNameThePlace(t *testing.T) {
	// Each mistake replaces a part of the text of a good sheaf.
	good := Ring(3, 2).Text()
	for _, c := range []struct{ from, to, want string }{
		{"d 2", "d 5", "choose 0 to 4"}, {"d 2;", "", "no part “d 2”"}, {"edge 0 1", "edge 1 0", "edge 0"}, {"edge 0 1", "edge 0 7", "0 to 2"},
		{"edge 1 2", "edge 0 1", "edge 1 joins nodes 0 and 1 as edge 0"}, {"edge 1 2 1 | 1", "edge 1 2 1 | 1/0", "map of node 2"},
		{"edge 1 2 1 | 1", "edge 1 2 1", "part 6"}, {"x 0 0", "x 0", "the stalks of 3 nodes need 6"}, {"x 0 0", "x 0 b", "node 0, coordinate 2"},
		{"node", "knot", "part 2"}, {"node 0.3 0.15 a", "node 3 0.15 a", "node 0"}, {" a;", " <b>;", "letters or digits"},
		{"node", "node;;node", "part 2"},
	} {
		text := strings.Replace(good, c.from, c.to, 1)
		if text == good {
			t.Fatalf("%q is not in %s", c.from, good)
		}
		if _, err := ParseSheaf(text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: the error is %v, want %q in it", text, err, c.want)
		}
	}
	if _, err := ParseSheaf(strings.Repeat("x", maxText+1)); err == nil {
		t.Errorf("a text of more than %d characters was read", maxText)
	}
	// Calls with impossible arguments on the largest ring, whose errors are the values of the map.
	s := Ring(8, 1)
	before := s.Text()
	for name, err := range map[string]error{
		"ninth node": s.AddNode(0, 0), "no map": s.SetMap(0, 0, "turn 3"), "no edge": s.SetMap(8, 0, "1"), "no end": s.SetMap(0, 2, "1"),
		"no number": s.SetX(0, "x"), "no place": s.SetX(8, "1"), "loop": s.AddEdge(1, 1), "twice": s.AddEdge(1, 0),
		"no such edge": s.RemoveEdge(-1), "no such node": s.RemoveNode(8), "no dimension": s.SetD(5),
	} {
		if err == nil || s.Text() != before {
			t.Errorf("%s: the error is %v, and the sheaf is %s, want an error and no change", name, err, s.Text())
		}
	}
}

// TestEditsKeepASoundSheaf: after changes of nodes, edges and dimensions, the edges, maps and signal are those of the remaining nodes.
func TestEditsKeepASoundSheaf(t *testing.T) {
	s := Ring(4, 2)
	// do fails the test if a change returned an error.
	do := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	do(s.AddNode(0.5, 0.5))
	do(s.AddEdge(4, 0))
	do(s.SetMap(4, 1, "turn 30"))
	do(s.SetMap(0, 0, "2"))
	do(s.SetX(8, "1/2"))
	do(s.RemoveNode(1)) // removes edges 0-1 and 1-2; nodes 2, 3, 4 become 1, 2, 3
	// An edge is printed as {first node, second node, [maps], dimension}.
	if got := fmt.Sprint(s.Edges); got != "[{1 2 [1 1] 2} {0 2 [1 1] 2} {0 3 [1 turn 30] 2}]" || s.X[6] != "1/2" {
		t.Errorf("without node 1 the edges are %s and the signal %v, want the edges of the other nodes and 1/2 at 6", got, s.X)
	}
	do(s.SetD(1))
	if s.Edges[2].Maps[1] != "1" || len(s.X) != 4 || s.X[3] != "1/2" {
		t.Errorf("with d = 1: %s, want the map 1, four coordinates and 1/2 at 3", s.Text())
	}
	do(s.SetD(2))
	do(s.RemoveEdge(0))
	do(s.AddNode(0, 0))
	if len(s.X) != 10 || len(s.Edges) != 2 || s.Nodes[4].Name != "b" {
		t.Errorf("%s, want 10 coordinates, 2 edges and the free name b for the new node", s.Text())
	}
}

// The first file of a sheaf reads back by graphio as the same graph: nodes, names, edges, classes and the signal as features.
// On random sheaves its bytes are those of graphio.WriteWith. A sheaf without edges has no files.
func TestFilesEqualGraphio(t *testing.T) {
	// The barbell with a class for each triangle and the signal 0, 1/4, …, 5/4.
	s := Barbell(1)
	for i := range s.Nodes {
		s.Nodes[i].Class = i / 3
		if err := s.SetX(i, fmt.Sprint(i)+"/4"); err != nil {
			t.Fatal(err)
		}
	}
	files, err := s.Files()
	if err != nil {
		t.Fatal(err)
	}
	got, err := graphio.Read(files)
	if err != nil {
		t.Fatal(err)
	}
	g := got.Graph
	if g.N != 6 || len(g.Edges) != 7 || g.Classes != 2 || g.Labels[3] != 1 || g.X.Dense().At(3, 0) != 0.75 || g.NodeNames[5] != "f" {
		t.Errorf("the graph is %+v, want 6 nodes, 7 edges, 2 classes, the feature 3/4 at node 3 and the name f of node 5", g)
	}
	for e, want := range []graph.Edge{{I: 0, J: 1}, {I: 0, J: 2}, {I: 1, J: 2}, {I: 2, J: 3}, {I: 3, J: 4}, {I: 3, J: 5}, {I: 4, J: 5}} {
		if g.Edges[e] != want {
			t.Errorf("edge %d is %v, want %v", e, g.Edges[e], want)
		}
	}
	forRandomSheaves(t, func(s *SheafText, _ *Analysis) {
		if len(s.Edges) == 0 {
			return
		}
		for i := range s.Nodes {
			s.Nodes[i].Class = i%4 - 1
		}
		g, err := s.Graph()
		if err != nil {
			t.Fatal(err)
		}
		want, err := graphio.WriteWith(g, nil, "json")
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.Files()
		if err != nil {
			t.Fatal(err)
		}
		if len(got) != 2 || !reflect.DeepEqual(got[:1], want) {
			t.Errorf("%d files, want 2; the first is\n%s\nwant %s", len(got), got[0].Data, want[0].Data)
		}
	})
	if _, err := constantSheaf(3, 1).Files(); err == nil {
		t.Error("a graph without edges was written")
	}
}

// Changes as text have the effect of the methods for such changes: the edges and the signal after them are written here by hand.
// An impossible change returns an error and changes nothing. Start returns the named shapes, and an error for other names.
func TestChangesAsText(t *testing.T) {
	s, err := Start("ring:4", 2)
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range []string{"node 0.5 0.5", "edge 4 0", "map 4 1 turn 30 times 2", "x 8 1/2", "drop-node 1", "drop-edge 0",
		"d 1", "d 2"} {
		if err := s.Do(change); err != nil {
			t.Fatalf("the change %q is refused: %v", change, err)
		}
	}
	// The number 1/2 of node 4 is now that of node 3.
	if got := fmt.Sprint(s.Edges, s.X); got != "[{0 2 [1 1] 2} {0 3 [1 1] 2}] [0 0 0 0 0 0 1/2 0]" {
		t.Errorf("after the changes the edges and the signal are %s, want 0–2, 0–3 and 1/2 at node 3", got)
	}
	before := s.Text()
	for _, change := range []string{"", "node", "node x 1", "node 1 y", "node 2 0", "drop-node 9", "drop-node x", "edge 0", "edge 0 0",
		"edge 0 2", "drop-edge 5", "map 0 0", "map 9 0 1", "map 0 0 turn", "x 0 ?", "x 99 1", "d 5", "d two", "dim 0 5", "dim 9 1", "dim 0",
		"edge-dim 9 1", "edge-dim 0 -1", "fly 1"} {
		if err := s.Do(change); err == nil || s.Text() != before {
			t.Errorf("%q: the error is %v, and the sheaf is %s, want an error and no change", change, err, s.Text())
		}
	}
	for shape, edges := range map[string]int{"path:5": 4, "ring:6": 6, "star:5": 4, "complete:4": 6, "barbell": 7} {
		if s, err := Start(shape, 1); err != nil || len(s.Edges) != edges || s.Check() != nil {
			t.Errorf("%s is %+v, %v, want a valid sheaf with %d edges", shape, s, err, edges)
		}
	}
	for _, shape := range []string{"", "ring", "ring:2", "ring:9", "path:x", "cube:3", "ring:-1"} {
		if _, err := Start(shape, 1); err == nil {
			t.Errorf("the shape %q is not refused", shape)
		}
	}
}
