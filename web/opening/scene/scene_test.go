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

// stored is the file of the opening: seed, drawn people, the followed pair by its places in IDs, and the stops of the dial.
type stored struct {
	Seed  uint64
	IDs   []int
	Pair  [2]int
	Stops []stop
}

// read returns the stored opening, and the network of each of its stops.
func read(t *testing.T) (file stored, networks []*scene.Network) {
	t.Helper()
	data, err := os.ReadFile("../../../assets/opening/trained.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	// The graph, the split, and the stored weights of each stop.
	g, err := graph.Builtin(opening.Graph)
	if err != nil {
		t.Fatal(err)
	}
	split, err := graph.ParseSplit(g, opening.Split, file.Seed)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range file.Stops {
		n, err := scene.New(g, split, scene.Stored{Model: s.Recipe.Model, Settings: s.Recipe.Settings, Seed: s.Recipe.Seed, Weights: s.Weights})
		if err != nil {
			t.Fatal(err)
		}
		networks = append(networks, n)
	}
	return file, networks
}

// people returns the ends of the followed edge, and every tenth drawn person.
func (l *stored) people() []int {
	list := []int{l.IDs[l.Pair[0]], l.IDs[l.Pair[1]]}
	for k := 0; k < len(l.IDs); k += 10 {
		list = append(list, l.IDs[k])
	}
	return list
}

// follow recomputes each line of a strip from its text alone: in a line "name = formula = value" the formula must have the value. The text
// of a cell with a number must be the result of its last line. The edge must follow from what the neighbour sends, the way back from the
// edge, and the pull from the way back. follow returns the pull, the score and the camp, which is the class.
func follow(t *testing.T, cells []scene.StripCell) (pull, score value, camp string) {
	t.Helper()
	// evaluate returns the value of a formula.
	evaluate := func(text string) value {
		v, err := calculate(text)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	texts := map[string]string{}
	for _, cell := range cells {
		result := ""
		for _, line := range cell.Lines {
			parts := strings.Split(line, " = ")
			for k := 2; k < len(parts); k++ {
				if strings.ContainsAny(parts[k-1], "WΣεw_") { // a formula with these letters has no value
					continue
				}
				if !agree(evaluate(parts[k-1]), evaluate(parts[k])) {
					t.Errorf("%s: %s: %s does not equal %s (%v, %v)", cell.Name, parts[0], parts[k-1], parts[k], evaluate(parts[k-1]), evaluate(parts[k]))
				}
			}
			result = parts[len(parts)-1]
		}
		switch cell.Name {
		case scene.CellSum:
			score = evaluate(result)
			if result != cell.Text {
				t.Errorf("%s says %s, its formula %s", cell.Name, cell.Text, result)
			}
		case scene.CellPull:
			pull = evaluate(result)
			fallthrough
		case scene.CellSends, scene.CellEdge, scene.CellBack:
			if result != cell.Text {
				t.Errorf("%s says %s, its formula %s", cell.Name, cell.Text, result)
			}
		case scene.CellGuess:
			camp = cell.Text
		}
		// The last formula of the cell now contains the text of the cell before.
		for now, before := range map[string]string{scene.CellEdge: scene.CellSends, scene.CellPull: scene.CellBack} {
			if text := texts[before]; cell.Name == now && text != "" && !strings.Contains(cell.Lines[len(cell.Lines)-1], text) {
				t.Errorf("%s does not follow from %s %s: %q", now, before, text, cell.Lines)
			}
		}
		texts[cell.Name] = cell.Text
	}
	// The map back is applied to the text of the edge.
	back := cells[slices.IndexFunc(cells, func(cell scene.StripCell) bool { return cell.Name == scene.CellBack })]
	if onEdge := texts[scene.CellEdge]; onEdge != "" && !strings.Contains(back.Lines[len(back.Lines)-1], onEdge) {
		t.Errorf("back does not follow from the edge's %s: %q", onEdge, back.Lines)
	}
	return pull, score, camp
}

// ownAndBias returns the results of the lines "own" and "bias", which stand in the cell of the sum.
func ownAndBias(t *testing.T, cells []scene.StripCell) (list []interval) {
	t.Helper()
	for _, cell := range cells {
		if cell.Name != scene.CellSum {
			continue
		}
		for _, line := range cell.Lines {
			parts := strings.Split(line, " = ")
			if parts[0] != "own" && parts[0] != "bias" {
				continue
			}
			v, err := calculate(parts[len(parts)-1])
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, v[0])
		}
	}
	return list
}

// The class of a person follows from the visible text alone, at every stop, with the stop's own, identity and zero maps. A stop without
// maps is computed once. The person's own part, the bias and the pulls of all neighbours add up to the score, whose sign is the class. With
// the stop's own maps it equals the class of the run. The persons are the followed pair and every tenth one.
func TestStripIsRecomputed(t *testing.T) {
	file, networks := read(t)
	for stop, network := range networks {
		for _, mapsKind := range []string{"", "identity", "zero"} {
			for _, person := range file.people() {
				if network.Plain() && mapsKind != "" { // no maps to replace
					continue
				}
				first, err := network.At(scene.Selection{Scene: 3, U: person, V: -1, Maps: mapsKind})
				if err != nil {
					t.Fatal(err)
				}
				total := ownAndBias(t, first.Cells) // the summands of the score
				// The strip of each neighbour has its pull, and the score and the class of the person.
				ties := 0
				var score value
				camp := ""
				for e := range network.Graph.Edges {
					q := network.Graph.Edges[e]
					if int(q.I) != person && int(q.J) != person {
						continue
					}
					v := int(q.I + q.J - int32(person)) // the neighbour
					m, err := network.At(scene.Selection{Scene: 3, U: person, V: v, Maps: mapsKind})
					if err != nil {
						t.Fatal(err)
					}
					var pull value
					pull, score, camp = follow(t, m.Cells)
					total = append(total, pull[0])
					ties++
				}
				// A positive sum gives the first class. The interval of the sum must not contain 0.
				sum := interval{}
				for _, v := range total {
					sum = add(sum, v)
				}
				if len(total) != ties+2 || !agree(value{sum}, score) {
					t.Errorf("%s, person %d: %d parts add up to %v, written is %v", file.Stops[stop].Name, person, len(total), sum, score)
				}
				want := scene.Camps[0]
				if sum.hi < 0 {
					want = scene.Camps[1]
				}
				if isUndecided := sum.lo < 0 && sum.hi > 0; isUndecided || camp != want || first.Camp != camp {
					t.Errorf("%s, maps %q, person %d: %v gives %s, shown as %s and %s", file.Stops[stop].Name, mapsKind, person, sum, want, camp,
						first.Camp)
				}
				ofRun := scene.Camps[file.Stops[stop].State.Predictions[person]]
				if mapsKind == "" && camp != ofRun {
					t.Errorf("%s, person %d: the run says %s, the strip %s", file.Stops[stop].Name, person, ofRun, camp)
				}
			}
		}
	}
}

// Own part, bias and pulls of all neighbours add up to the score of core/peer for every person, up to rounding. This also holds with other
// maps, a flipped temper or a removed edge. The stored weights give the predictions of the run.
func TestPartsAddUp(t *testing.T) {
	file, networks := read(t)
	for stop, network := range networks {
		u := file.IDs[0]
		r, err := network.Evaluate(scene.Change{Flipped: -1})
		if err != nil {
			t.Fatal(err)
		}
		// The first neighbour of the first drawn person.
		v := r.Ties(u)[0].Node
		// Flipped is the person with the flipped temper, −1 for nobody.
		for _, c := range []scene.Change{{Flipped: -1}, {Flipped: -1, Maps: "identity"}, {Flipped: -1, Maps: "zero"}, {Flipped: v},
			{Flipped: -1, Removed: [][2]int{{min(u, v), max(u, v)}}}} {
			r, err := network.Evaluate(c)
			if err != nil {
				t.Fatal(err)
			}
			for i := range network.Graph.N {
				sum := r.Own(i) + r.Bias()
				for _, tie := range r.Ties(i) {
					sum += tie.Pull
				}
				if math.Abs(sum-r.Score[i]) > 1e-12 {
					t.Errorf("%s, %+v: the parts of person %d add up to %g, its score is %g", file.Stops[stop].Name, c, i, sum, r.Score[i])
				}
			}
		}
		if r, _ := network.Evaluate(scene.Change{Flipped: -1}); !slices.Equal(r.Pred, file.Stops[stop].State.Predictions) {
			t.Errorf("%s: the stored weights give other classes than the run", file.Stops[stop].Name)
		}
	}
}

// The sentence of scene 2 counts the rivals and the neighbours on one side as the parts of the score do. Scene 3 names the total and the
// class. Each scene has at most 25 words and a full stop. The line of a person in the crowd counts all neighbours and names the class. The
// persons are the followed pair and every tenth one.
func TestSentencesEqualCounts(t *testing.T) {
	file, networks := read(t)
	names := []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}
	for stop, network := range networks {
		lines, err := network.Crowd()
		if err != nil {
			t.Fatal(err)
		}
		r, err := network.Evaluate(scene.Change{Flipped: -1})
		if err != nil {
			t.Fatal(err)
		}
		for _, person := range file.people() {
			// Neighbours that pull to blue, the first class, and rivals: neighbours with another temper, the second feature.
			blue, rivals := 0, 0
			ties := r.Ties(person)
			for _, tie := range ties {
				if tie.Pull > 0 {
					blue++
				}
				if r.Given[person][1] != r.Given[tie.Node][1] {
					rivals++
				}
			}
			numbers := 0 // sum of the numbers in the line of the crowd, which count neighbours
			for _, word := range strings.Fields(lines[person]) {
				if v, err := strconv.Atoi(word); err == nil {
					numbers += v
				}
			}
			if camp := scene.Camps[r.Pred[person]]; numbers != len(ties) || !strings.Contains(lines[person], ": "+camp+", ") {
				t.Errorf("%s, person %d with %d ties, called %s: %q", file.Stops[stop].Name, person, len(ties), camp, lines[person])
			}
			// The sentences of the scenes.
			for number := 1; number <= scene.Last; number++ {
				shown, err := network.At(scene.Selection{Scene: number, U: person, V: -1})
				if err != nil {
					t.Fatal(err)
				}
				if words := len(strings.Fields(shown.Say)); words > 25 || !strings.HasSuffix(shown.Say, ".") {
					t.Errorf("%s, scene %d: %d words, want at most 25 and a full stop: %q", file.Stops[stop].Name, number, words, shown.Say)
				}
				// The neighbours on the named side, for scene 2.
				side := blue
				if !strings.Contains(shown.Say, "pull to blue") {
					side = len(ties) - blue
				}
				share := names[side] + " of " + names[len(ties)]
				if side == len(ties) {
					share = "all"
				}
				named := rivals == 0 || strings.Contains(strings.ToLower(shown.Say), names[rivals]+" rival")
				if number == 2 && !(strings.Contains(shown.Say, share+" pull to") && named) {
					t.Errorf("%s, person %d with %d rivals, %d of %d to blue: %q", file.Stops[stop].Name, person, rivals, blue, len(ties), shown.Say)
				}
				if total := shown.Total + ": " + shown.Camp; number == 3 && !strings.Contains(shown.Say, total) {
					t.Errorf("%s, person %d: %s is said as %q", file.Stops[stop].Name, person, total, shown.Say)
				}
			}
		}
	}
}

// At the last stop, which learns its maps, a flipped temper of a rival makes the product of both maps positive. Before, it is negative. The
// only marked combination of tempers has this product.
func TestFlippedTemperFlipsMap(t *testing.T) {
	file, networks := read(t)
	network, u := networks[len(networks)-1], file.IDs[file.Pair[0]]
	plain, err := network.At(scene.Selection{Scene: 5, U: u, V: file.IDs[file.Pair[1]]})
	if err != nil {
		t.Fatal(err)
	}
	flipped, err := network.At(scene.Selection{Scene: 5, U: u, V: file.IDs[file.Pair[1]], Flipped: true})
	if err != nil {
		t.Fatal(err)
	}
	// The combination that is on has the person's temper and the product of the maps.
	for _, x := range []*scene.Model{plain, flipped} {
		marked := 0
		for _, c := range x.Combinations {
			product := x.Maps[0][0] * x.Maps[1][0]
			if c.On {
				marked++
			}
			if c.On && (math.Abs(c.Value-product) > 1e-12 || c.U != x.U.Temper) {
				t.Errorf("the maps have the product %g, the combination that is on is %+v", product, c)
			}
		}
		if marked != 1 {
			t.Errorf("%d combinations are marked, want 1", marked)
		}
	}
	// The bound 0.5 keeps the products clearly away from 0.
	if plain.Maps[0][0]*plain.Maps[1][0] > -0.5 || flipped.Maps[0][0]*flipped.Maps[1][0] < 0.5 {
		t.Errorf("rivals have the maps %v, with a flipped temper of v %v", plain.Maps, flipped.Maps)
	}
}

// A link written by hand can remove a neighbour twice, strangers, or all neighbours. Each removal counts once, strangers are ignored, and
// one tie remains.
func TestRemovalsOfALinkAreMadeValid(t *testing.T) {
	file, networks := read(t)
	network, u := networks[len(networks)-1], file.IDs[file.Pair[0]]
	// without returns scene 5 after removals.
	without := func(removed ...int) *scene.Model {
		t.Helper()
		m, err := network.At(scene.Selection{Scene: 5, U: u, V: -1, Removed: removed})
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	var neighbours []int
	for _, e := range network.Graph.Edges {
		switch u {
		case int(e.I):
			neighbours = append(neighbours, int(e.J))
		case int(e.J):
			neighbours = append(neighbours, int(e.I))
		}
	}
	all := without(neighbours...)
	for _, removed := range [][]int{append(slices.Clone(neighbours[:1]), neighbours...), append(slices.Clone(neighbours), -1, u, 1<<30)} {
		if m := without(removed...); m.Total != all.Total || m.V.ID != all.V.ID {
			t.Errorf("without %v the sum is %s and the neighbour %d, want %s and %d", removed, m.Total, m.V.ID, all.Total, all.V.ID)
		}
	}
	for repeats := 1; repeats < len(neighbours)+3; repeats++ {
		if once, m := without(neighbours[0]), without(slices.Repeat(neighbours[:1], repeats)...); m.Total != once.Total {
			t.Errorf("a neighbour removed %d times gives the sum %s, want %s", repeats, m.Total, once.Total)
		}
	}
}
