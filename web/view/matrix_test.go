package view_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os/exec"
	"slices"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
	"sheafscope/web/view/stages"
)

// The matrix has the norms of the frame's maps. Panels beside the matrix request the entries of the maps. The order is part of the view: a
// change of a setting keeps it, and a link carries it. The communities are those of graph.Communities. Another graph keeps matrix and
// order, but not the moves of the user.
func TestMatrixHasTheNorms(t *testing.T) {
	page := opened(recipe.Setup{Graph: "karate", Seed: 1, Settings: map[string]string{"epochs": "5"}})
	page.do(state.Tabulate{Of: state.TableMatrix})
	const order = "A fiedler 3>0"
	page.do(state.TableFilter{Text: order})
	// The matrix of 34 nodes, ordered by the Fiedler vector with one move.
	m, norms := stages.NewMatrix(&page.s)
	if m.N != 34 || m.D != page.s.Frame.D || m.Order != order || !slices.Equal(norms, page.s.Frame.MapNorm) || m.Edge != -1 {
		t.Errorf("the matrix is %+v, want 34 nodes, the order %q and the norms of the frame", m, order)
	}
	page.do(state.SetPanel{Panel: state.PanelNode}) // a panel beside the matrix
	if page.s.Maps() == nil {
		t.Error("the maps of the matrix are not requested")
	}
	page.do(state.SetSetting{Name: "d", Value: "2"})
	// The order after a change of a setting, and in a link.
	if v := page.s.View.Table; v == nil || v.Filter != order || page.s.Frame.D != 2 {
		t.Errorf("after the change of d the table is %+v, want the former order", v)
	}
	text, err := recipe.Format(page.s.Link())
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := recipe.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	if v := parsed.View.Table; v == nil || v.Of != state.TableMatrix || v.Filter != order {
		t.Errorf("a link has the table %+v, want the matrix with the order %q", v, order)
	}
	// Communities, and another graph.
	communities := page.s.Communities()
	if want, n := graph.Communities(graph.Karate()); !slices.Equal(communities, want) || n < 2 {
		t.Errorf("communities %v, want %v", communities, want)
	}
	page.do(state.Open{Graph: "ring:n=8"})
	if v := page.s.View.Table; v == nil || v.Of != state.TableMatrix || v.Filter != "A fiedler" { // the moves were of other nodes
		t.Errorf("after another graph the table is %+v, want the order without moves", v)
	}
}

// The order by the Fiedler vector sorts the entries of an eigenvector of the second smallest eigenvalue of D − A, which a dense solver
// computes here. The order holds for each component of the graph. A move puts a node to its place, and a text describes the moves; wrong
// moves are ignored. The work pauses at least 20 times, so that the page can draw.
func TestMatrixOrders(t *testing.T) {
	g := graph.Karate()
	n := g.N + 3 // the karate club, a path of two nodes, and a node without edges
	pairs := []int{n - 3, n - 2}
	L := linalg.NewDense(g.N, g.N) // D − A of the karate club
	for _, e := range g.Edges {
		i, j := int(e.I), int(e.J)
		pairs = append(pairs, i, j)
		for _, k := range [][3]int{{i, i, 1}, {j, j, 1}, {i, j, -1}, {j, i, -1}} {
			L.Data[k[0]*g.N+k[1]] += float64(k[2])
		}
	}
	// The second column of vectors belongs to the second smallest eigenvalue.
	values, vectors, err := linalg.EigSym(L, linalg.WithVectors)
	if err != nil {
		t.Fatal(err)
	}
	// The script orders the nodes, and reads and writes a text of moves, with wrong words at its end. It prints an
	// object of the form {"order":[0,1,…,36],"rests":30,"text":true,"moved":[3,1,2,0,4]}. rests is the number of pauses of byFiedler. text is
	// whether the text of the moves is written as it was read, and a choice of the defaults as "".
	in, _ := json.Marshal(pairs)
	node := exec.Command("node", "--input-type=module", "-e", fmt.Sprintf(`
		import { byFiedler, moved, parsed, written } from "../../assets/lessons/orders.js";
		const work = byFiedler(%d, %s);
		let step = work.next(), rests = 0;
		for (; !step.done; rests++) step = work.next();
		const text = "A community 3>0 0>3", choice = parsed(text + " 5<1 __proto__");
		console.log(JSON.stringify({ order: step.value, rests, text: written(choice) === text && written(parsed("L number")) === "",
			moved: moved([0, 1, 2, 3, 4], [...choice.moves, [9, 0]]) }));`, n, in))
	out, err := node.Output()
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Order, Moved []int
		Rests        int
		Text         bool
	}
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatalf("the answer of the script cannot be read (%v): %s", err, out)
	}
	if !got.Text || got.Rests < 20 {
		t.Errorf("the text of the moves is written as read: %v; %d pauses, want 20 or more", got.Text, got.Rests)
	}
	// By hand: node 3 to place 0 gives 3 0 1 2 4, and then node 0 to place 3 gives 3 1 2 0 4. There is no node 9.
	if !slices.Equal(got.Moved, []int{3, 1, 2, 0, 4}) && !slices.Equal(got.Moved, []int{1, 2, 3, 0, 4}) {
		t.Errorf("the moved order is %v, want 3 1 2 0 4", got.Moved)
	}
	// Small components follow the large component.
	if len(got.Order) != n || !slices.Equal(got.Order[g.N:], []int{n - 3, n - 2, n - 1}) {
		t.Fatalf("the order is %v, want the nodes %d to %d at its end", got.Order, n-3, n-1)
	}
	// The entries of the eigenvector rise or fall along the order, up to rounding.
	x := make([]float64, g.N)
	for k, i := range got.Order[:g.N] {
		x[k] = vectors.Data[i*g.N+1]
	}
	reversed := slices.Clone(x)
	slices.Reverse(reversed)
	const rounding = 1e-9 // nodes with the same neighbours have equal entries
	rises := func(x []float64) bool {
		for k := range x[1:] {
			if x[k] > x[k+1]+rounding {
				return false
			}
		}
		return true
	}
	// The karate club is connected: the eigenvalue 0 is single.
	if math.Abs(values[0]) > 1e-9 || values[1] < 0.1 {
		t.Errorf("the smallest eigenvalues are %v and %v", values[0], values[1])
	}
	if !rises(x) && !rises(reversed) {
		t.Errorf("the eigenvector in this order is %v, want rising or falling entries", x)
	}
}
