package view_test

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sheafscope/core/choice"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/picture"
)

// A filter selects the nodes for which it is true, which the test counts from the frame. The selected nodes are the first rows, in the
// requested order. The means are those of the selected nodes and of all others. A faulty filter names the place of its fault and selects no
// node. A lasso replaces the filter, and an empty filter clears the selection.
func TestFilterSelectsRows(t *testing.T) {
	page := opened(recipe.Setup{Graph: heterophilic, Seed: 1, Settings: map[string]string{"epochs": "5"}})
	page.do(state.Tabulate{Of: state.TableNodes})
	page.do(state.TableFilter{Text: "wrong and degree > 2"})
	g, f := page.s.Graph, page.s.Frame
	degree := make([]int, g.N)
	for _, i := range g.Edges {
		degree[i]++
	}
	// The nodes for which the filter is true, and the sums of the degrees of these nodes and of all others.
	var want []int
	sum := [2]float64{}
	for i := range g.N {
		if f.Pred[i] != g.Labels[i] && degree[i] > 2 {
			want = append(want, i)
			sum[0] += float64(degree[i])
		} else {
			sum[1] += float64(degree[i])
		}
	}
	if len(want) == 0 || !slices.Equal(page.s.View.Chosen, want) || page.s.View.ChosenAs != "wrong and degree > 2" {
		t.Fatalf("chosen %v as %q, by hand %v", page.s.View.Chosen, page.s.View.ChosenAs, want)
	}
	page.do(state.PickNode{Node: choice.Of(want[0])}) // a click on a selected node keeps the selection
	if m := picture.NewTable(&page.s); m.Chosen != len(want) || m.Current != want[0] || m.Text == "" || page.s.View.Panel != state.PanelNode {
		t.Errorf("after a click on a selected node: %d rows, current %d, filter %q, panel %s", m.Chosen, m.Current, m.Text, page.s.View.Panel)
	}
	// The second press sorts by falling degree, within the selected rows and within the others.
	page.do(state.TableSort{Key: "degree"})
	page.do(state.TableSort{Key: "degree"})
	m := picture.NewTable(&page.s)
	if m.Chosen != len(want) || m.Rows != g.N || len(m.Values) != g.N*len(m.Columns) ||
		!strings.HasPrefix(m.Says, strconv.Itoa(len(want))+" of ") {
		t.Errorf("%d of %d rows are selected, %d numbers, and the line says %q", m.Chosen, m.Rows, len(m.Values), m.Says)
	}
	for k := 1; k < g.N; k++ {
		if a, b := degree[m.Order[k-1]], degree[m.Order[k]]; k != m.Chosen && a < b {
			t.Errorf("degree %d before %d in row %d", a, b, k)
		}
	}
	for _, c := range m.Columns {
		if c.Key != "degree" {
			continue
		}
		n := float64(len(want))
		if c.Sort != "descending" || c.Chosen != view.Fix(sum[0]/n, 2) || c.Rest != view.Fix(sum[1]/(float64(g.N)-n), 2) {
			t.Errorf("degree: %+v, sums %v", c, sum)
		}
	}
	// A filter with a wrong name at characters 11 to 15.
	page.do(state.TableFilter{Text: "wrong and degre > 2"})
	m = picture.NewTable(&page.s)
	if len(page.s.View.Chosen) > 0 || m.Chosen > 0 || !strings.Contains(m.Problem, "character 11") || m.At != [2]int{10, 15} ||
		m.Text != "wrong and degre > 2" {
		t.Errorf("a wrong filter: %q at %v, chosen %v", m.Problem, m.At, page.s.View.Chosen)
	}
	page.do(state.PickLasso{Nodes: []int{3}})
	m = picture.NewTable(&page.s)
	if m.Chosen != 1 || m.Order[0] != 3 {
		t.Errorf("a lasso: %d rows, first %d", m.Chosen, m.Order[0])
	}
	page.do(state.TableFilter{})
	m = picture.NewTable(&page.s)
	if m.Chosen != 0 || m.Text != "" || page.s.View.Chosen != nil {
		t.Errorf("cleared: %d rows, %v", m.Chosen, page.s.View.Chosen)
	}
}

// A filter selects edges by the classes of their ends. The exported file has the rows in the shown order, the selected rows first and κ̄
// rising, without hidden columns.
func TestTableOfEdges(t *testing.T) {
	page := opened(recipe.Setup{Graph: heterophilic, Seed: 1, Settings: map[string]string{"epochs": "5"}})
	page.do(state.Tabulate{Of: state.TableEdges})
	page.do(state.TableFilter{Text: "not same and class_i = 1"})
	g := page.s.Graph
	// The edges with class 1 at the first end and another at the second.
	var want []int
	for e := range len(g.Edges) / 2 {
		if a, b := g.Labels[g.Edges[2*e]], g.Labels[g.Edges[2*e+1]]; a == 1 && b != 1 {
			want = append(want, e)
		}
	}
	if len(want) == 0 || !slices.Equal(page.s.TableChosen(), want) {
		t.Fatalf("chosen %v, by hand %v", page.s.TableChosen(), want)
	}
	// The file of the table, sorted by κ̄ and without the column of the norm.
	page.do(state.TableHide{Key: "norm"})
	page.do(state.TableSort{Key: "kappa"})
	_, cmds, _ := state.Update(page.s, state.TableCSV{})
	file, ok := cmds[0].(state.Download)
	lines := strings.Split(strings.TrimSpace(string(file.Data)), "\n")
	if !ok || len(lines) != 1+len(g.Edges)/2 || strings.Contains(lines[0], "norm") || !strings.HasPrefix(lines[0], "selected,edge,i,j,") {
		t.Fatalf("%d lines, %q", len(lines), lines[0])
	}
	// Cell 0 marks a selected row, cell 7 is κ̄. κ̄ rises, and starts again at the first row that is not selected.
	last := math.Inf(-1)
	for k, line := range lines[1:] {
		cells := strings.Split(strings.TrimSpace(line), ",")
		kappa, err := strconv.ParseFloat(cells[7], 64)
		isSelected := cells[0] == "1"
		if err != nil || isSelected != (k < len(want)) {
			t.Fatalf("line %d: %q, want %d selected rows first (%v)", k, line, len(want), err)
		}
		if k != len(want) && kappa < last {
			t.Fatalf("line %d: %q after κ̄ %g", k, line, last)
		}
		last = kappa
	}
}

// SameTable and an equal PlaneKey report equal tables before and after a stage only if the values are equal. The 14 stages from the start
// of a run give both answers, and each gives a new frame.
func TestSameTable(t *testing.T) {
	for _, kind := range []string{state.TableNodes, state.TableEdges} {
		page := opened(recipe.Setup{Graph: heterophilic, Seed: 1, Settings: map[string]string{"epochs": "3"}})
		page.do(state.Tabulate{Of: kind})
		page.do(state.Seek{})
		answers := map[bool]int{}
		for range 14 {
			before, plane, values := page.s.Frame, page.s.PlaneKey(), bits(picture.NewTable(&page.s).Values)
			page.do(state.Step{Unit: "stage"})
			same := slices.Equal(values, bits(picture.NewTable(&page.s).Values))
			got := picture.SameTable(kind, before, page.s.Frame) && plane == page.s.PlaneKey()
			if before == page.s.Frame {
				t.Errorf("%s: the step to position %d gives no new frame", kind, page.s.Frame.Position)
			}
			if got && !same {
				t.Errorf("%s at position %d: SameTable reports equal tables, which differ", kind, page.s.Frame.Position)
			}
			answers[got]++
		}
		if answers[true] == 0 || answers[false] == 0 {
			t.Errorf("%s: the answers are %v, want both", kind, answers)
		}
	}
}

// bits returns the bits of the numbers. NaN, an unknown number, then equals itself.
func bits(v []float32) []uint32 {
	out := make([]uint32, len(v))
	for k, x := range v {
		out[k] = math.Float32bits(x)
	}
	return out
}
