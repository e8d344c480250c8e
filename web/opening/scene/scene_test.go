package scene_test

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/web/opening"
	"sheafscope/web/opening/scene"
)

// stop is a stored stop of the dial.
type stop struct {
	Name   string
	Recipe struct {
		Model    string
		Settings map[string]string
		Seed     uint64
	}
	State   struct{ Predictions []int }
	Weights []float64
}

type stored struct {
	Seed  uint64
	IDs   []int
	Pair  [2]int
	Stops []stop
}

// read returns the stored opening and the networks of its stops.
func read(t *testing.T) (l stored, all []*scene.Network) {
	t.Helper()
	data, err := os.ReadFile("../../../assets/opening/trained.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &l); err != nil {
		t.Fatal(err)
	}
	g, err := graph.Builtin(opening.Graph)
	if err != nil {
		t.Fatal(err)
	}
	split, err := graph.ParseSplit(g, opening.Split, l.Seed)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range l.Stops {
		n, err := scene.New(g, split, scene.Stored{Model: s.Recipe.Model, Settings: s.Recipe.Settings, Seed: s.Recipe.Seed, Weights: s.Weights})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, n)
	}
	return l, all
}

// people returns every tenth drawn person and the ends of the followed edge.
func (l *stored) people() []int {
	list := []int{l.IDs[l.Pair[0]], l.IDs[l.Pair[1]]}
	for k := 0; k < len(l.IDs); k += 10 {
		list = append(list, l.IDs[k])
	}
	return list
}

// follow recomputes a strip from its text alone, and returns its pull, score and class.
func follow(t *testing.T, cells []scene.StripCell) (pull, score value, camp string) {
	t.Helper()
	value := func(text string) value {
		v, err := calculate(text)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	written := map[string]string{}
	for _, c := range cells {
		last := ""
		for _, line := range c.Lines {
			parts := strings.Split(line, " = ")
			for k := 2; k < len(parts); k++ {
				if strings.ContainsAny(parts[k-1], "WΣεw_") { // still in letters
					continue
				}
				if !agree(value(parts[k-1]), value(parts[k])) {
					t.Errorf("%s: %s: %s is not %s (%v, %v)", c.Name, parts[0], parts[k-1], parts[k], value(parts[k-1]), value(parts[k]))
				}
			}
			last = parts[len(parts)-1]
		}
		switch c.Name {
		case scene.CellSum:
			score = value(last)
			if last != c.Text {
				t.Errorf("%s says %s, its formula %s", c.Name, c.Text, last)
			}
		case scene.CellPull:
			pull = value(last)
			fallthrough
		case scene.CellSends, scene.CellEdge, scene.CellBack:
			if last != c.Text {
				t.Errorf("%s says %s, its formula %s", c.Name, c.Text, last)
			}
		case scene.CellGuess:
			camp = c.Text
		}
		// The formula contains the text of the cell before.
		for now, before := range map[string]string{scene.CellEdge: scene.CellSends, scene.CellPull: scene.CellBack} {
			if text := written[before]; c.Name == now && text != "" && !strings.Contains(c.Lines[len(c.Lines)-1], text) {
				t.Errorf("%s does not follow from %s %s: %q", now, before, text, c.Lines)
			}
		}
		written[c.Name] = c.Text
	}
	if back := cells[slices.IndexFunc(cells,
		func(c scene.StripCell) bool { return c.Name == scene.CellBack })]; written[scene.CellEdge] != "" &&
		!strings.Contains(back.Lines[len(back.Lines)-1], written[scene.CellEdge]) {
		t.Errorf("back does not follow from the edge's %s: %q", written[scene.CellEdge], back.Lines)
	}
	return pull, score, camp
}

// The class of a person follows from the visible text alone, at every stop and with all kinds of maps. It equals the class of the run.
func TestStripIsRecomputed(t *testing.T) {
	l, all := read(t)
	for k, n := range all {
		for _, maps := range []string{"", "identity", "zero"} {
			for _, u := range l.people() {
				if n.Plain() && maps != "" {
					continue
				}
				first, err := n.At(scene.Selection{Scene: 3, U: u, V: -1, Maps: maps})
				if err != nil {
					t.Fatal(err)
				}
				var total []interval
				for _, name := range []string{"own", "bias"} {
					for _, c := range first.Cells {
						for _, line := range c.Lines {
							if parts := strings.Split(line, " = "); c.Name == scene.CellSum && parts[0] == name {
								v, err := calculate(parts[len(parts)-1])
								if err != nil {
									t.Fatal(err)
								}
								total = append(total, v[0])
							}
						}
					}
				}
				ties := 0
				var score value
				camp := ""
				for e := range n.Graph.Edges {
					q := n.Graph.Edges[e]
					v := int(q.I + q.J - int32(u))
					if int(q.I) != u && int(q.J) != u {
						continue
					}
					m, err := n.At(scene.Selection{Scene: 3, U: u, V: v, Maps: maps})
					if err != nil {
						t.Fatal(err)
					}
					var pull value
					pull, score, camp = follow(t, m.Cells)
					total = append(total, pull[0])
					ties++
				}
				sum := interval{}
				for _, v := range total {
					sum = add(sum, v)
				}
				if len(total) != ties+2 || !agree(value{sum}, score) {
					t.Errorf("%s, person %d: %d parts add up to %v, written is %v", l.Stops[k].Name, u, len(total), sum, score)
				}
				want := scene.Camps[0]
				if sum.hi < 0 {
					want = scene.Camps[1]
				}
				if sum.lo < 0 && sum.hi > 0 || camp != want || first.Camp != camp {
					t.Errorf("%s, maps %q, person %d: %v gives %s, shown as %s and %s", l.Stops[k].Name, maps, u, sum, want, camp, first.Camp)
				}
				if maps == "" && camp != scene.Camps[l.Stops[k].State.Predictions[u]] {
					t.Errorf("%s, person %d: the run says %s, the strip %s", l.Stops[k].Name, u, scene.Camps[l.Stops[k].State.Predictions[u]], camp)
				}
			}
		}
	}
}

// The parts of a score add up to the score of core/peer, for every person and every change.
func TestPartsAddUp(t *testing.T) {
	l, all := read(t)
	for k, n := range all {
		u := l.IDs[0]
		r, err := n.Evaluate(scene.Change{Flipped: -1})
		if err != nil {
			t.Fatal(err)
		}
		v := r.Ties(u)[0].Node
		for _, c := range []scene.Change{{Flipped: -1}, {Flipped: -1, Maps: "identity"}, {Flipped: -1, Maps: "zero"}, {Flipped: v},
			{Flipped: -1, Removed: [][2]int{{min(u, v), max(u, v)}}}} {
			r, err := n.Evaluate(c)
			if err != nil {
				t.Fatal(err)
			}
			for i := range n.Graph.N {
				sum := r.Own(i) + r.Bias()
				for _, tie := range r.Ties(i) {
					sum += tie.Pull
				}
				if math.Abs(sum-r.Score[i]) > 1e-12 {
					t.Errorf("%s, %+v: the parts of person %d add up to %g, its score is %g", l.Stops[k].Name, c, i, sum, r.Score[i])
				}
			}
		}
		if r, _ := n.Evaluate(scene.Change{Flipped: -1}); !slices.Equal(r.Pred, l.Stops[k].State.Predictions) {
			t.Errorf("%s: the stored weights give other classes than the run", l.Stops[k].Name)
		}
	}
}

// The sentences have the numbers of neighbours of each kind and camp, counted from the parts of the score.
func TestSentencesEqualCounts(t *testing.T) {
	l, all := read(t)
	names := []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}
	for k, n := range all {
		lines, err := n.Crowd()
		if err != nil {
			t.Fatal(err)
		}
		r, err := n.Evaluate(scene.Change{Flipped: -1})
		if err != nil {
			t.Fatal(err)
		}
		for _, u := range l.people() {
			blue, rivals := 0, 0
			ties := r.Ties(u)
			for _, tie := range ties {
				if tie.Pull > 0 {
					blue++
				}
				if r.Given[u][1] != r.Given[tie.Node][1] {
					rivals++
				}
			}
			numbers := 0
			for _, word := range strings.Fields(lines[u]) {
				if v, err := strconv.Atoi(word); err == nil {
					numbers += v
				}
			}
			if end := scene.Camps[r.Pred[u]]; numbers != len(ties) || !strings.Contains(lines[u], ": "+end+", ") {
				t.Errorf("%s, person %d with %d ties, called %s: %q", l.Stops[k].Name, u, len(ties), end, lines[u])
			}
			for s := 1; s <= scene.Last; s++ {
				m, err := n.At(scene.Selection{Scene: s, U: u, V: -1})
				if err != nil {
					t.Fatal(err)
				}
				if words := len(strings.Fields(m.Say)); words > 25 || !strings.HasSuffix(m.Say, ".") {
					t.Errorf("%s, scene %d: %d words: %q", l.Stops[k].Name, s, words, m.Say)
				}
				side := blue
				if !strings.Contains(m.Say, "pull to blue") {
					side = len(ties) - blue
				}
				of := names[side] + " of " + names[len(ties)]
				if side == len(ties) {
					of = "all"
				}
				named := rivals == 0 || strings.Contains(strings.ToLower(m.Say), names[rivals]+" rival")
				if s == 2 && !(strings.Contains(m.Say, of+" pull to") && named) {
					t.Errorf("%s, person %d with %d rivals, %d of %d to blue: %q", l.Stops[k].Name, u, rivals, blue, len(ties), m.Say)
				}
				if total := m.Total + ": " + m.Camp; s == 3 && !strings.Contains(m.Say, total) {
					t.Errorf("%s, person %d: %s is said as %q", l.Stops[k].Name, u, total, m.Say)
				}
			}
		}
	}
}

// A flipped temper turns the maps of rivals into those of friends, at the stop with learned maps.
func TestFlippedTemperFlipsMap(t *testing.T) {
	l, all := read(t)
	n, u := all[len(all)-1], l.IDs[l.Pair[0]]
	m, err := n.At(scene.Selection{Scene: 5, U: u, V: l.IDs[l.Pair[1]]})
	if err != nil {
		t.Fatal(err)
	}
	f, err := n.At(scene.Selection{Scene: 5, U: u, V: l.IDs[l.Pair[1]], Flipped: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []*scene.Model{m, f} {
		for _, c := range x.Combinations {
			if both := x.Maps[0][0] * x.Maps[1][0]; c.On && math.Abs(c.Value-both) > 1e-12 || c.On && c.U != x.U.Temper {
				t.Errorf("the tie has %g, its pair of tempers %+v", both, c)
			}
		}
	}
	if m.Maps[0][0]*m.Maps[1][0] > -0.5 || f.Maps[0][0]*f.Maps[1][0] < 0.5 {
		t.Errorf("rivals have the maps %v, with v's temper turned round %v", m.Maps, f.Maps)
	}
}
