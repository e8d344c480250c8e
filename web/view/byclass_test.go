package view_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/choice"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/edge"
	"sheafscope/web/view/inspector"
	"sheafscope/web/view/picture"
)

// pairCount is a row of the table as the test computes it: its edges, and over these edges the sums of κ̄, norm, off-diagonal part, energy
// and the matrices RᵢᵀRⱼ (maps). Node i is in the class of the lower slot.
type pairCount struct {
	edges                    []int
	kappa, norm, off, energy float64
	maps                     []float64
}

// binsOf returns the histogram of the values of some edges, in ten bins of a tenth of the largest value of all edges.
func binsOf(values []float64, edges []int) []int {
	out := make([]int, 10)
	top := slices.Max(values)
	for _, e := range edges {
		k := 0
		for k < 9 && values[e]/top*10 >= float64(k+1) {
			k++
		}
		out[k]++
	}
	return out
}

// byClassOf returns the table by class in the panel of the edge. The test fails without this table.
func byClassOf(t *testing.T, s *state.State) edge.ByClass {
	t.Helper()
	for _, f := range inspector.New(s).Body.Figures {
		if m, ok := f.Data.(edge.ByClass); ok && f.Kind == "byclass" {
			return m
		}
	}
	t.Fatal("the panel of the edge has no list by class")
	return edge.ByClass{}
}

// addProduct adds RᵢᵀRⱼ, a d×d matrix by rows, to sum. If symmetric is true, it adds the mean of RᵢᵀRⱼ and its transpose instead.
func addProduct(sum, ri, rj []float64, d int, symmetric bool) {
	for p := range d {
		for q := range d {
			for k := range d {
				x := ri[k*d+p] * rj[k*d+q]
				if !symmetric {
					sum[p*d+q] += x
					continue
				}
				sum[p*d+q] += x / 2
				sum[q*d+p] += x / 2
			}
		}
	}
}

// Every row of the table by class has the number of edges, the means, the histograms and the mean map that the test computes edge by edge.
// The filter of a row selects exactly its edges. The graph then highlights these edges, and the legend counts them.
func TestEdgesByClass(t *testing.T) {
	page := opened(recipe.Setup{Graph: heterophilic, Seed: 1, Settings: map[string]string{"epochs": "5"}})
	page.do(state.PickEdge{Edge: 1})
	table := byClassOf(t, &page.s)
	g, shown, classes := page.s.Graph, page.s.Frame, view.Classes(page.s.Graph)
	d, edges := shown.D, len(g.Edges)/2
	if table.D != d || len(table.Heads) != 4 || !page.s.MapsNow() {
		t.Fatalf("the maps have %d rows, want %d; columns %v, want four; the maps have arrived: %v", table.D, d, table.Heads, page.s.MapsNow())
	}
	// Each edge is counted in the row of its kind and in the row of its pair of classes.
	count := map[string]*pairCount{}
	for e := range edges {
		page.do(state.PickEdge{Edge: choice.Of(e)})
		shownEdge := page.s.Frame.Edge
		a, b := classes[g.Labels[shownEdge.I]], classes[g.Labels[shownEdge.J]]
		ri, rj := shownEdge.Rij, shownEdge.Rji
		if a.Slot > b.Slot {
			a, b, ri, rj = b, a, rj, ri
		}
		kind := "different classes"
		if a == b {
			kind = "same class"
		}
		for _, key := range []string{kind, a.Name + b.Name} {
			counted := count[key]
			if counted == nil {
				counted = &pairCount{maps: make([]float64, d*d)}
				count[key] = counted
			}
			counted.edges = append(counted.edges, e)
			counted.kappa += shown.Kappa[e]
			counted.off += shown.OffDiagonal[e]
			counted.norm += math.Sqrt(squaredNorm(shownEdge.Rij) + squaredNorm(shownEdge.Rji))
			counted.energy += shown.EdgeEnergy[e]
			// Within a class, and in the two rows by kind, no end is the first: both orders count half.
			addProduct(counted.maps, ri, rj, d, a == b || key == kind)
		}
	}
	// Two rows by kind, then the pairs of classes, those with the most edges first.
	if len(table.Rows) != len(count) || table.Rows[0].Names[0] != "same class" || !table.Rows[0].Same || table.Rows[1].Same {
		t.Fatalf("%d rows, by hand %d; the first two are %v and %v", len(table.Rows), len(count), table.Rows[0].Names, table.Rows[1].Names)
	}
	largest := 0.0
	for k, r := range table.Rows {
		key := r.Names[0]
		if len(r.Names) == 2 {
			key += r.Names[1]
			if r.Same != (r.Names[0] == r.Names[1]) {
				t.Errorf("row %d has the wrong kind: %+v", k, r)
			}
			if k > 2 && r.Edges > table.Rows[k-1].Edges {
				t.Errorf("row %d has more edges than the row before: %+v", k, r)
			}
		}
		counted := count[key]
		if counted == nil || r.Edges != len(counted.edges) || float64(r.Part) != float64(r.Edges)/float64(edges) {
			t.Fatalf("%v: %d edges, by hand %+v", r.Names, r.Edges, counted)
		}
		// The means, the share of the energy, and the histograms.
		n := float64(r.Edges)
		if want := []string{view.Fix(counted.kappa/n, 2), view.Fix(counted.norm/n, 2), view.Fix(counted.off/n, 2),
			view.Pct(counted.energy)}; !slices.Equal(r.Cells, want) {
			t.Errorf("%v: %v, by hand %v", r.Names, r.Cells, want)
		}
		for q, values := range [][]float64{shown.Kappa, shown.MapNorm, shown.OffDiagonal, shown.EdgeEnergy} {
			if want := binsOf(values, counted.edges); !slices.Equal(r.Bins[q], want) {
				t.Errorf("%v, %s: %v, by hand %v", r.Names, table.Heads[q], r.Bins[q], want)
			}
			top, shownTop := slices.Max(values), table.Tops[q]
			if shownTop != view.Fix(top, 2) && shownTop != view.Pct(top) {
				t.Errorf("the histogram of %s ends at %s, by hand %g", table.Heads[q], shownTop, top)
			}
			if !strings.Contains(table.Note, table.Heads[q]+" "+shownTop) {
				t.Errorf("the note %q lacks the end %s of %s", table.Note, shownTop, table.Heads[q])
			}
		}
		for q, x := range r.Map {
			largest = max(largest, math.Abs(x))
			if math.Abs(x-counted.maps[q]/n) > 1e-5 { // the page has the maps as float32
				t.Errorf("%v: entry %d of the mean map is %g, by hand %g", r.Names, q, x, counted.maps[q]/n)
			}
		}
		if len(r.Map) != d*d {
			t.Errorf("%v: a map of %d numbers", r.Names, len(r.Map))
		}
		// The filter of the row, in the table and in the graph. r is the row before the filter.
		page.do(state.PickEdges{Text: r.Filter})
		if chosen := byClassOf(t, &page.s).Rows[k].Chosen; !slices.Equal(page.s.TableChosen(), counted.edges) || r.Chosen || !chosen {
			t.Errorf("%v: %q chooses %v, by hand %v; marked %v", r.Names, r.Filter, page.s.TableChosen(), counted.edges, chosen)
		}
		attributes := picture.NewAttributes(&page.s)
		if !slices.Equal(picture.NewStyle(&page.s).Top, counted.edges) || picture.NewLegend(&page.s, &attributes).Hot == "" {
			t.Errorf("%v: the graph marks %v", r.Names, picture.NewStyle(&page.s).Top)
		}
	}
	if float64(table.Max) != largest || largest == 0 {
		t.Errorf("the table has the largest entry %g, by hand %g", float64(table.Max), largest)
	}
	page.do(state.PickEdges{})
	if page.s.View.Table == nil || page.s.TableChosen() != nil || len(picture.NewStyle(&page.s).Top) != 0 {
		t.Errorf("without a filter edges stay selected: %v", page.s.TableChosen())
	}
}

// squaredNorm returns the squared Frobenius norm of a matrix.
func squaredNorm(v []float64) (sum float64) {
	for _, x := range v {
		sum += x * x
	}
	return sum
}

// The colouring distinguishes edges within a class (1), edges between two classes (0), and edges with an end without a label. The legend
// names only the kinds that occur. The table omits edges with an end without a label.
func TestEdgesColouredByClass(t *testing.T) {
	page := opened(recipe.Setup{Graph: heterophilic, Seed: 1, Settings: map[string]string{"epochs": "2"}})
	page.do(state.SetEdges{Mode: "class"})
	attributes := picture.NewAttributes(&page.s)
	if l := picture.NewLegend(&page.s, &attributes); len(l.Ends) != 2 || len(l.Ramps) != 0 {
		t.Errorf("with all labels the legend is %+v, want two kinds of edges", l)
	}
	// The first end of edge 0 loses its label.
	g := *page.s.Graph
	g.Labels = slices.Clone(g.Labels)
	g.Labels[g.Edges[0]] = -1
	page.s.Graph = &g
	attributes = picture.NewAttributes(&page.s)
	kinds := map[float32]int{}
	for e, x := range attributes.Edge {
		p, q := g.Labels[g.Edges[2*e]], g.Labels[g.Edges[2*e+1]]
		labelled := p >= 0 && q >= 0
		within, between := labelled && p == q, labelled && p != q
		if (x == 1) != within || (x == 0) != between {
			t.Errorf("labels %d and %d: the edge has the value %v", p, q, x)
		}
		kinds[x]++
	}
	if l := picture.NewLegend(&page.s, &attributes); len(kinds) != 3 || len(l.Ends) != 3 || len(attributes.Raw) != 0 {
		t.Errorf("the edges have the kinds %v and the legend %+v, want three kinds", kinds, l)
	}
	// The rows by kind and the edges without a label, such as edge 0, are all edges.
	page.do(state.PickEdge{Edge: 1})
	if m := byClassOf(t, &page.s); m.Rows[0].Edges+m.Rows[1].Edges+kinds[attributes.Edge[0]] != len(attributes.Edge) {
		t.Errorf("the table has %d and %d edges of %d, %d have an end without a label", m.Rows[0].Edges, m.Rows[1].Edges, len(attributes.Edge),
			kinds[attributes.Edge[0]])
	}
}

// TestCompatibilityEqualsCount: entry (a, b) is the share of class b among the neighbours of the nodes of class a. The test counts the
// neighbours itself, for labels and for predictions.
func TestCompatibilityEqualsCount(t *testing.T) {
	page := opened(recipe.Setup{Graph: heterophilic, Seed: 1, Settings: map[string]string{"epochs": "5"}})
	page.do(state.PickEdge{Edge: 1})
	g, f, shown := page.s.Graph, page.s.Frame, 0
	for _, fig := range inspector.New(&page.s).Body.Figures {
		classOf := map[string][]int{"compat-true": g.Labels, "compat-learned": f.Pred}[fig.TestID]
		if classOf == nil {
			continue
		}
		shown++
		shares := fig.Data.(view.Matrix)
		for a := range g.Classes {
			// The neighbours of all nodes of class a, by class.
			near, all := make([]float64, g.Classes), 0.0
			for e, i := range g.Edges {
				if classOf[i] == shares.Classes[a] {
					near[classOf[g.Edges[e^1]]]++ // e^1 is the place of the other end of the edge
					all++
				}
			}
			// Rows and columns of the matrix follow its own order of the classes.
			for b := range g.Classes {
				want := 0.0
				if all > 0 {
					want = near[shares.Classes[b]] / all
				}
				if got := shares.Vals[a*g.Classes+b]; math.Abs(got-want) > 1e-12 {
					t.Errorf("%s: class %d beside class %d: %g, by hand %g", fig.TestID, shares.Classes[a], shares.Classes[b], got, want)
				}
			}
		}
	}
	if shown != 2 {
		t.Errorf("%d matrices are shown, want those of labels and of predictions", shown)
	}
}
