package course

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	exact "sheafscope/core/coursemath"
	"sheafscope/core/words"
	"sheafscope/wasm/recipe"
)

// randomEdit makes a random change to the editor by a command, a key or a drag. Some changes are invalid, and the editor refuses them.
func randomEdit(c *Course, r *rand.Rand) {
	// number returns a whole number, a fraction or a decimal number.
	number := func() string { return strconv.Itoa(r.IntN(9)-4) + []string{"", "/3", ".5"}[r.IntN(3)] }
	switch r.IntN(15) {
	case 0:
		shape := []string{"ring", "path", "star", "complete"}[r.IntN(4)]
		_ = c.Edit("start " + shape + ":" + strconv.Itoa(3+r.IntN(6)) + " " + strconv.Itoa(1+r.IntN(4)))
	case 1:
		_ = c.Edit("d " + strconv.Itoa(r.IntN(6)))
	case 2:
		_ = c.Edit([]string{"node", "drop-node", "drop-edge", "undo", "hold", "join"}[r.IntN(6)])
	case 3:
		_ = c.Edit("map " + strconv.Itoa(r.IntN(3)) + " " + number())
	case 4:
		_ = c.Edit("map 0 " + []string{"turn 40", "mirror 30 times 2", "1 2 3 4", "spin", "1/0", ""}[r.IntN(6)])
	case 5:
		_ = c.Edit("x " + strconv.Itoa(r.IntN(3)) + " " + number())
	case 6:
		_ = c.Edit("pick " + []string{"node ", "edge "}[r.IntN(2)] + strconv.Itoa(r.IntN(10)-1))
	case 7:
		c.Nudge("editor", []string{"n0", "n7", "m0", "m1", "x", "y", ""}[r.IntN(7)], float64(r.IntN(3)-1), float64(r.IntN(3)-1))
	case 8, 9:
		_ = c.Edit([]string{"dim ", "edge-dim "}[r.IntN(2)] + strconv.Itoa(r.IntN(6)))
	case 10:
		_ = c.Edit("start " + []string{"opinions", "sensors", "eight", "twist"}[r.IntN(4)] + " " + strconv.Itoa(1+r.IntN(4)))
	case 11:
		_ = c.Set("editor", []string{"paint", "matrix", "eigen"}[r.IntN(3)], float64(r.IntN(32)))
	default:
		handle := []string{"", "n1", "n9", "m0", "m1", "m7", "x"}[r.IntN(7)]
		c.Point("editor", []string{"sheaf", "spectrum", "matrix"}[r.IntN(3)], handle, 600*r.Float64()-40, 400*r.Float64()-20)
	}
}

// After each of 500 random changes the editor holds a valid sheaf of three to eight nodes. Its energy, dim H⁰, dim H¹ and χ equal those
// computed from its text, parsed anew. The list for undo has at most maxUndo entries. Each start has its description, also by a link and
// after an undo. Undo restores the states before eleven commands, one by one. A wrong command changes nothing.
func TestEditorKeepsValidSheaf(t *testing.T) {
	course := New(nil)
	r := rand.New(rand.NewPCG(11, 12))
	first := course.editor.sheaf.Text()
	for range 500 {
		randomEdit(course, r)
		shown := course.Render("editor").Values
		s, err := exact.ParseSheaf(shown["text"])
		if err != nil || len(s.Nodes) < 3 || len(s.Nodes) > 8 {
			t.Fatalf("the text %s is no valid sheaf of three to eight nodes: %v", shown["text"], err)
		}
		analysed, err := exact.Analyse(s)
		if err != nil {
			t.Fatal(err)
		}
		// The energy, edge by edge: Σ ‖F_u x_u − F_v x_v‖², with the entries of the maps. Dimensions of the stalks: nodes and edges.
		energy, x := 0.0, analysed.X
		nodes, edges := 0, 0
		for _, v := range s.Nodes {
			nodes += v.D
		}
		for _, g := range s.Edges {
			edges += g.D
			for p := range g.D {
				difference := 0.0 // of the signals of both ends, in row p of the edge
				for side, i := range [2]int{g.I, g.J} {
					offset, d := 0, s.Nodes[i].D // offset and length of node i in the signal
					for _, v := range s.Nodes[:i] {
						offset += v.D
					}
					m, _ := exact.ParseMap(g.Maps[side], g.D, d)
					for q := range d {
						difference += float64(1-2*side) * m.Entries[p*d+q] * x[offset+q]
					}
				}
				energy += difference * difference
			}
		}
		equalShown(t, "the energy", shown["energy"], energy)
		// dim H⁰ is the number of zero eigenvalues; χ = dim H⁰ − dim H¹ is the difference of the dimensions.
		zeros := 0
		for _, v := range analysed.Values {
			if v < 1e-9 {
				zeros++
			}
		}
		equalShown(t, "dim H0", shown["dim"], float64(zeros))
		equalShown(t, "dim H1", shown["h1"], float64(zeros-nodes+edges))
		equalShown(t, "χ", strings.Replace(shown["euler"], "−", "-", 1), float64(nodes-edges))
		// The marked edge and node are those of the sheaf, or none.
		e := course.editor
		if e.edge >= len(s.Edges) || e.node >= len(s.Nodes) {
			t.Fatalf("edge %d of %d and node %d of %d are marked", e.edge, len(s.Edges), e.node, len(s.Nodes))
		}
		if e.edge < 0 && shown["edge"] != "none" {
			t.Fatalf("no edge is marked, and %q is shown", shown["edge"])
		}
		if len(course.editor.undoStack) > maxUndo {
			t.Fatalf("%d steps are kept for undo, want at most %d", len(course.editor.undoStack), maxUndo)
		}
	}
	// Every start has its description, which a link and an undo keep.
	course = New(nil)
	for _, row := range exact.Shapes() {
		start := "start " + row.Key + words.Either(row.Least > 0, ":4", "") + " 1"
		if err := course.Edit(start); err != nil || course.Render("editor").Values["about"] != row.About {
			t.Errorf("the command %q: %v, description %q, want %q", start, err, course.editor.about, row.About)
		}
	}
	// The loop ended with the starts "sensors" and "twist". The first undo restores twist, and the second undo restores sensors.
	if sensors, err := exact.Start("sensors", 2); err != nil || course.Edit("text "+sensors.Text()) != nil ||
		!strings.Contains(course.editor.about, "sensors measure") || course.Edit("undo") != nil {
		t.Errorf("the sheaf of a link has the description %q; %v", course.editor.about, err)
	}
	if err := course.Edit("undo"); err != nil || !strings.Contains(course.editor.about, "sensors measure") {
		t.Errorf("after an undo the description is %q; %v", course.editor.about, err)
	}
	// The texts before each change that has an effect; undo restores them in reverse order.
	course = New(nil)
	var texts []string
	for _, change := range []string{"start barbell 1", "pick edge 6", "map 0 2", "map 1 -1/2", "d 2", "map 0 turn 40", "pick node 3",
		"x 1 1/3", "node", "drop-node", "drop-edge"} {
		before := course.editor.sheaf.Text()
		if err := course.Edit(change); err != nil {
			t.Fatalf("the command %q is refused: %v", change, err)
		}
		if course.editor.sheaf.Text() != before {
			texts = append(texts, before)
		}
	}
	for len(texts) > 0 {
		if err := course.Edit("undo"); err != nil || course.editor.sheaf.Text() != texts[len(texts)-1] {
			t.Fatalf("undo: %v", err)
		}
		texts = texts[:len(texts)-1]
	}
	if course.Edit("undo") == nil || course.editor.sheaf.Text() != first {
		t.Error("one more undo is accepted, or the first sheaf is not restored")
	}
	// Wrong commands change nothing.
	for _, bad := range []string{"map 0 spin", "d 5", "dim 5", "edge-dim -1", "x 5 1", "pick node 9", "text d 9", "start cube:3 1",
		"start ring:9 1", "fly", "", "move 0 a b", "text d 1;node .5 .5 a;node .1 .1 b;x 0 0"} {
		if course.Edit(bad) == nil || course.editor.sheaf.Text() != first {
			t.Errorf("the wrong command %q is accepted", bad)
		}
	}
}

// A drag of a map writes the shown turn and factor, and is at most one entry of undo. A drag of a signal writes its two numbers, and is one
// entry. A drag of a node sets its place. "join" and a second node make an edge. The harmonic extension of held nodes has the least energy.
// The link of the editor has two files, and the first has the word "links".
func TestDragIsOneUndo(t *testing.T) {
	course := New(nil)
	editor := course.editor
	if err := course.Edit("map 0 turn 0"); err != nil {
		t.Fatal(err)
	}
	steps := len(editor.undoStack)
	// A drag by a quarter of a circle around the map's anchor, at the radius of the factor 2. At the start edge 5 is marked.
	x, y, _, _ := editor.mapAnchor(0)
	for k := range 90 {
		d := rotated([2]float64{2 * mapScale, 0}, float64(k+1))
		course.Point("editor", "sheaf", "m0", x+d[0], y-d[1])
	}
	if got := editor.sheaf.Edges[5].Maps[0]; got != "turn 90 times 2" || len(editor.undoStack) > steps+1 {
		t.Errorf("a drag writes %q in %d steps, want \"turn 90 times 2\" in at most 1", got, len(editor.undoStack)-steps)
	}
	// A signal of (0.5, −1.5), by a drag in units of 27 pixels, is one entry, too. Then a node is dragged to the middle.
	px, py := editorStyle.nodePlace(editor.sheaf, 0)
	steps = len(editor.undoStack)
	for k := range 60 {
		course.Point("editor", "sheaf", "x", px+float64(k), py+2*float64(k))
	}
	course.Point("editor", "sheaf", "x", px+27*0.5, py+27*1.5)
	if editor.sheaf.X[0] != "0.5" || editor.sheaf.X[1] != "-1.5" {
		t.Errorf("the signal is %v, want 0.5 and -1.5", editor.sheaf.X[:2])
	}
	if got := len(editor.undoStack); got != steps+1 {
		t.Errorf("the drag of a signal is %d steps, want 1", got-steps)
	}
	course.Point("editor", "sheaf", "n0", 260, 180)
	if n := editor.sheaf.Nodes[0]; math.Abs(n.X-0.5) > 0.01 || math.Abs(n.Y-0.5) > 0.01 {
		t.Errorf("node a stands at %v, %v, want 0.5, 0.5", n.X, n.Y)
	}
	// An edge from the marked node to node 3.
	edges := len(editor.sheaf.Edges)
	for _, change := range []string{"join", "pick node 3"} {
		if err := course.Edit(change); err != nil {
			t.Fatal(err)
		}
	}
	if len(editor.sheaf.Edges) != edges+1 || editor.edge != edges || editor.joining {
		t.Errorf("after the join: %d edges, edge %d is marked", len(editor.sheaf.Edges), editor.edge)
	}
	// Nodes 0 and 3 are held from the start. The other nodes have the least energy: no small change of a number lowers it. Every node has
	// two numbers. paint = 2 draws the harmonic extension.
	shown := set(t, course, "editor", map[string]float64{"paint": 2})
	analysed, err := exact.Analyse(editor.sheaf)
	if err != nil {
		t.Fatal(err)
	}
	best := editor.drawnSignal(analysed, course.values["editor"])
	equalShown(t, "the least energy", shown["harmonic"], analysed.Rayleigh(best)*dot(best, best))
	for k := range best {
		if k/2 == 0 || k/2 == 3 {
			if best[k] != analysed.X[k] {
				t.Errorf("held number %d is %v, want %v", k, best[k], analysed.X[k])
			}
			continue
		}
		for _, by := range []float64{-1e-3, 1e-3} {
			other := append([]float64(nil), best...)
			other[k] += by
			if analysed.Rayleigh(other)*dot(other, other) < analysed.Rayleigh(best)*dot(best, best) {
				t.Errorf("number %d changed by %v lowers the energy", k, by)
			}
		}
	}
	// The link to the laboratory.
	r, err := recipe.Parse(course.Link("editor"))
	if err != nil || r.Graph != "file" || len(r.Files) != 2 || !strings.Contains(string(r.Files[0].Data), `"links"`) {
		t.Errorf("the laboratory gets %+v, %v", r, err)
	}
}

// dot returns xᵀy.
func dot(x, y []float64) (sum float64) {
	for k := range x {
		sum += x[k] * y[k]
	}
	return sum
}
