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
	"sheafscope/web/view/edge"
	"sheafscope/web/view/inspector"
	"sheafscope/web/view/picture"
)

// planeOf returns the picture of all maps in the panel of the edge, or nil if the panel lacks this picture.
func planeOf(s *state.State) *edge.MapPlane {
	for _, f := range inspector.New(s).Body.Figures {
		if m, ok := f.Data.(edge.MapPlane); ok && f.Kind == "mapplane" {
			return &m
		}
	}
	return nil
}

// The picture has a point for every edge, with the mark 1 if both ends have one class. The distance of two points is at most the distance
// of the polar parts of their maps. The test computes the polar part in two dimensions: the closest rotation or reflection. The share in
// the note is the sum of the squared distances of the points, divided by the sum for the polar parts. The filter of a box by the columns of
// the table selects exactly the edges in the box, in the picture and in the graph. Before its numbers arrive, and for maps of 1×1, there is
// no picture.
func TestMapPlane(t *testing.T) {
	page := opened(recipe.Setup{Graph: heterophilic, Seed: 1, Settings: map[string]string{"epochs": "5", "d": "2"}})
	page.do(state.PickEdge{Edge: 1})
	plane, g := planeOf(&page.s), page.s.Graph
	if plane == nil || len(plane.Edges) != len(g.Edges)/2 || len(plane.At) != len(g.Edges) || plane.Edge != 0 || len(plane.Chosen) != 0 {
		t.Fatalf("the picture of %d edges is %+v", len(g.Edges)/2, plane)
	}
	parts, singular := make([][4]float64, len(plane.Edges)), 0
	for e := range plane.Edges {
		page.do(state.PickEdge{Edge: choice.Of(e)})
		shownEdge := page.s.Frame.Edge
		ri, rj := shownEdge.Rij, shownEdge.Rji
		if g.Labels[shownEdge.I] > g.Labels[shownEdge.J] {
			ri, rj = rj, ri
		}
		// a = Rᵢᵀ Rⱼ, by rows, where the end of the smaller class is i.
		var a [4]float64
		for p := range 2 {
			for q := range 2 {
				a[2*p+q] = ri[p]*rj[q] + ri[2+p]*rj[2+q]
			}
		}
		// r is the closest rotation and q the closest reflection. The singular values are half the sum and half the difference of turn and
		// flip. The polar part is the closer of r and q; of a singular map it is their mean.
		turn, flip := math.Hypot(a[0]+a[3], a[2]-a[1]), math.Hypot(a[0]-a[3], a[1]+a[2])
		r := [4]float64{(a[0] + a[3]) / turn, (a[1] - a[2]) / turn, (a[2] - a[1]) / turn, (a[0] + a[3]) / turn}
		q := [4]float64{(a[0] - a[3]) / flip, (a[1] + a[2]) / flip, (a[1] + a[2]) / flip, (a[3] - a[0]) / flip}
		switch gap := (turn - flip) / (turn + flip); {
		case math.Abs(gap) < 1e-6:
			singular++
			for k := range 4 {
				parts[e][k] = (r[k] + q[k]) / 2
			}
		case gap > 0:
			parts[e] = r
		default:
			parts[e] = q
		}
		same := 0
		if g.Labels[shownEdge.I] == g.Labels[shownEdge.J] {
			same = 1
		}
		if plane.Edges[e] != e || plane.Same[e] != same {
			t.Errorf("place %d has edge %d with the mark %d, want edge %d with %d", e, plane.Edges[e], plane.Same[e], e, same)
		}
	}
	t.Logf("%d of %d maps are singular", singular, len(parts))
	// Squared distances of the points (near) and of the polar parts (far) of all pairs.
	near, far := 0.0, 0.0
	for e := range parts {
		for f := range e {
			polarDistance, shownDistance := 0.0, 0.0
			for k := range 4 {
				polarDistance += (parts[e][k] - parts[f][k]) * (parts[e][k] - parts[f][k])
			}
			for k := range 2 {
				shownDistance += (plane.At[2*e+k] - plane.At[2*f+k]) * (plane.At[2*e+k] - plane.At[2*f+k])
			}
			if shownDistance > polarDistance+1e-5 { // for rounding
				t.Fatalf("edges %d and %d: %g apart, their polar parts %g", e, f, math.Sqrt(shownDistance), math.Sqrt(polarDistance))
			}
			near, far = near+shownDistance, far+polarDistance
		}
	}
	if kept := view.Pct(near / far); !strings.Contains(plane.Note, "keeps "+kept) || near == 0 {
		t.Errorf("the note %q lacks the share by hand, %s", plane.Note, kept)
	}
	// A box: the edges with an abscissa above x and an ordinate below y. Both limits lie in the middle between two neighbouring values, so
	// that rounding to six digits moves no edge out of the box or into it.
	current := len(plane.Edges) - 1 // the edge of the last PickEdge above
	var xs, ys []float64
	for e := range plane.Edges {
		xs, ys = append(xs, plane.At[2*e]), append(ys, plane.At[2*e+1])
	}
	slices.Sort(xs)
	slices.Sort(ys)
	x, y := (xs[30]+xs[31])/2, (ys[50]+ys[51])/2
	sixDigits := func(v float64) string { return strconv.FormatFloat(v, 'f', 6, 64) }
	var inside []int
	for e := range plane.Edges {
		if plane.At[2*e] > x && plane.At[2*e+1] < y {
			inside = append(inside, e)
		}
	}
	page.do(state.PickEdges{Text: "map_x > " + sixDigits(x) + " and map_y < " + sixDigits(y)})
	plane = planeOf(&page.s)
	if len(inside) == 0 || !slices.Equal(page.s.TableChosen(), inside) {
		t.Errorf("the box selects %v, by hand %v", page.s.TableChosen(), inside)
	}
	if !slices.Equal(plane.Chosen, inside) || plane.Edge != current {
		t.Errorf("the picture marks %v and the current edge %d, by hand %v and %d", plane.Chosen, plane.Edge, inside, current)
	}
	if top := picture.NewStyle(&page.s).Top; !slices.Equal(top, inside) {
		t.Errorf("the graph highlights %v, by hand %v", top, inside)
	}
	// After a step the maps are shown only if they have arrived.
	page.do(state.Step{Unit: "inner"})
	if s := page.s; s.MapsNow() != (planeOf(&s) != nil) {
		t.Errorf("the maps have arrived: %v, and the picture shows the opposite", s.MapsNow())
	}
	page = opened(recipe.Setup{Graph: heterophilic, Seed: 1, Settings: map[string]string{"epochs": "2", "reading": "code"}})
	page.do(state.PickEdge{Edge: 1})
	if page.s.Frame.D != 1 || planeOf(&page.s) != nil || page.s.Plane() != nil {
		t.Errorf("maps of %d×%d have a polar part", page.s.Frame.D, page.s.Frame.D)
	}
}

// Of more than 1500 edges the picture has a sample of 1500, the selected edges and the current edge. The note states the number of drawn
// edges.
func TestMapPlaneOfManyEdges(t *testing.T) {
	page := opened(recipe.Setup{Graph: "sbm:n=400,degree=8", Seed: 1, Settings: map[string]string{"epochs": "1", "d": "2"}})
	page.do(state.PickEdge{Edge: 2})
	page.do(state.PickEdges{Text: "edge = 3 or edge = 7"})
	m, all := planeOf(&page.s), len(page.s.Graph.Edges)/2
	if m == nil || all <= 1500 || len(m.Edges) < 1500 || len(m.Edges) > 1503 {
		t.Fatalf("of %d edges the picture has %+v, want 1500 to 1503", all, m)
	}
	// Edge 2 by choice is edge 1 counted from 0; edge 7 is the second selected edge.
	if m.Edges[m.Edge] != 1 || len(m.Chosen) != 2 || m.Edges[m.Chosen[1]] != 7 {
		t.Fatalf("the current edge is place %d, the selected edges are places %v of %v", m.Edge, m.Chosen, m.Edges)
	}
	if want := strconv.Itoa(len(m.Edges)) + " of " + strconv.Itoa(all) + " edges are drawn"; !strings.Contains(m.Note, want) {
		t.Fatalf("the note %q lacks %q", m.Note, want)
	}
}
