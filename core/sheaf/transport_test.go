package sheaf

import (
	"math"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
	"sheafscope/core/small"
)

// sheafOn returns a sheaf on g with random maps: uniformly distributed orthogonal
// matrices if orthogonal is true, else matrices of normal numbers.
func sheafOn(g *graph.Graph, d int, seed uint64, orthogonal bool) *Sheaf {
	s, src := New(g.N, d, g.Edges), rng.New(seed, "drawn")
	for p := range s.R {
		s.R[p] = src.Norm()
	}
	if !orthogonal {
		return s
	}
	for e := range s.Edges {
		for side := range 2 {
			for !orthonormal(d, s.Map(e, side), src.Norm) { // draws the map again if its rows are dependent
			}
		}
	}
	return s
}

// determinant returns the determinant of a d×d matrix, expanded along the first row.
func determinant(d int, a []float64) (det float64) {
	if d == 1 {
		return a[0]
	}
	sign := 1.0
	for k := range d {
		var minor []float64
		for p := d; p < d*d; p++ {
			if p%d != k {
				minor = append(minor, a[p])
			}
		}
		det += sign * a[k] * determinant(d-1, minor)
		sign = -sign
	}
	return det
}

// cyclesOf returns the cycles of a cycle basis of g as closed walks.
func cyclesOf(t *testing.T, g *graph.Graph) (walks [][]graph.Crossing) {
	t.Helper()
	list, _ := g.CycleBasis()
	for _, c := range list {
		w, err := g.Steps(c)
		if err != nil {
			t.Fatal(err)
		}
		walks = append(walks, w)
	}
	return walks
}

// TestTransportsAreNearestOrthogonal checks, on the karate club for d = 1 to 5, that a
// transport T is orthogonal and that a random small rotation of T does not lower
// ‖R_ij − R_ji T‖. If the maps are orthogonal, the holonomy of a cycle is the product of
// R_ji⁻¹ R_ij along it. checkHolonomy checks what the package derives from the holonomy.
func TestTransportsAreNearestOrthogonal(t *testing.T) {
	g := graph.Karate()
	for d := 1; d <= 5; d++ {
		s, src := sheafOn(g, d, uint64(d), false), rng.New(9, "near")
		tr := s.Transports()
		// squaredDistance returns ‖R_ij − R_ji u‖_F² on edge e.
		squaredDistance := func(e int, u []float64) (sum float64) {
			r := append([]float64(nil), s.Map(e, 0)...)
			small.AddMul(d, -1, s.Map(e, 1), u, r)
			for _, x := range r {
				sum += x * x
			}
			return sum
		}
		for e := range s.Edges {
			u := tr.T[e*d*d : (e+1)*d*d]
			gram := make([]float64, d*d)
			small.AddTMul(d, 1, u, u, gram)
			for k := range d {
				gram[k*d+k]--
			}
			if linalg.Nrm2(gram) > 1e-13 || !tr.Has[e] {
				t.Fatalf("d = %d, edge %d: ‖TᵀT − I‖ = %g, want 0; transport present: %v", d, e, linalg.Nrm2(gram), tr.Has[e])
			}
			if d == 1 {
				continue // there is no plane to rotate
			}
			// A small rotation in the plane of the coordinates a and a+1.
			rotated := append([]float64(nil), u...)
			a := src.Intn(d - 1)
			sin, cos := math.Sincos(0.1 * src.Norm())
			for k := range d {
				x, y := rotated[a*d+k], rotated[(a+1)*d+k]
				rotated[a*d+k], rotated[(a+1)*d+k] = cos*x-sin*y, sin*x+cos*y
			}
			if squaredDistance(e, rotated) < squaredDistance(e, u) {
				t.Errorf("d = %d, edge %d: a rotated transport is nearer", d, e)
			}
		}
		s = sheafOn(g, d, uint64(d), true)
		tr = s.Transports()
		for _, walk := range cyclesOf(t, g) {
			h, ok := tr.Holonomy(walk)
			want := productOfMaps(s, walk)
			for k := range h {
				if math.Abs(h[k]-want[k]) > 1e-12 || !ok {
					t.Fatalf("d = %d: holonomy of %v (known: %v): entry %d is %g, want %g", d, walk, ok, k, h[k], want[k])
				}
			}
			checkHolonomy(t, tr, d, h, walk)
		}
	}
}

// productOfMaps returns the product of R_ji⁻¹ R_ij along a walk, D×D, by elimination.
// R_ij is the map at the start of a crossing, R_ji the one at its end.
func productOfMaps(s *Sheaf, walk []graph.Crossing) []float64 {
	d := s.D
	product := make([]float64, d*d)
	for k := range d {
		product[k*d+k] = 1
	}
	for _, step := range walk {
		from, to := s.Map(step.Edge, 0), s.Map(step.Edge, 1)
		if step.Back {
			from, to = to, from
		}
		next, inv := make([]float64, d*d), make([]float64, d*d)
		invert(d, inv, to)
		small.Mul(d, next, from, product)
		small.Mul(d, product, inv, next)
	}
	return product
}

// checkHolonomy checks what the package derives from the holonomy h of a walk. The
// vector of MostMoved has length 1 and moves by 2 sin(θ/2) for the largest angle θ.
// Mirrors reports a negative determinant, and the determinant is ±1. Away is
// ‖H − I‖/√(2d), and 1 − Away² is the mean cosine of the angles. Tolerances are 1e-7 after an
// arc cosine near ±1 or a root near 0, which keep half of the digits.
func checkHolonomy(t *testing.T, tr *Transports, d int, h []float64, walk []graph.Crossing) {
	t.Helper()
	most := MostMoved(d, h)
	displacement := make([]float64, d)
	tr.Carry(displacement, most, 1, walk)
	linalg.Axpy(-1, most, displacement)
	angles := Angles(d, h)
	if math.Abs(linalg.Nrm2(displacement)-2*math.Sin(angles[d-1]/2)) > 1e-7 || math.Abs(linalg.Nrm2(most)-1) > 1e-12 {
		t.Errorf("d = %d: MostMoved has length %g, want 1, and moves by %g, want 2 sin(θ/2) of the largest of %v", d, linalg.Nrm2(most),
			linalg.Nrm2(displacement), angles)
	}
	if det := determinant(d, h); Mirrors(d, h) != (det < 0) || math.Abs(math.Abs(det)-1) > 1e-12 {
		t.Errorf("d = %d: determinant %g, want ±1; Mirrors: %v", d, det, Mirrors(d, h))
	}
	square := 0.0 // ‖H − I‖²
	for k, x := range h {
		if k%(d+1) == 0 { // on the diagonal
			x--
		}
		square += x * x
	}
	meanCosine := 0.0
	for _, a := range angles {
		meanCosine += math.Cos(a) / float64(d)
	}
	if away := Away(d, h); math.Abs(away-math.Sqrt(square/float64(2*d))) > 1e-7 || math.Abs(1-away*away-meanCosine) > 1e-12 {
		t.Errorf("d = %d: Away is %g, ‖H − I‖ = %g, angles %v", d, away, math.Sqrt(square), angles)
	}
}

// TestNoTransport checks that an edge with a singular map has no transport. A cycle over the
// edge has no holonomy, and Fixed returns −1. Permuted gives each edge the first entry of T, and
// Has, of its source.
func TestNoTransport(t *testing.T) {
	g := graph.Karate()
	s := sheafOn(g, 3, 4, false)
	copy(s.Map(0, 1)[3:6], s.Map(0, 1)[:3]) // two equal rows
	tr := s.Transports()
	if tr.Has[0] || !tr.Has[1] {
		t.Errorf("transports of edges 0 (singular) and 1: %v and %v, want false and true", tr.Has[0], tr.Has[1])
	}
	if fixed := tr.Fixed(g.N, g.Edges); fixed != -1 {
		t.Errorf("Fixed is %d with an edge without transport, want -1", fixed)
	}
	source := rng.New(1, "shuffle").Perm(len(g.Edges))
	for e, from := range source {
		if p := tr.Permuted(source); p.Has[e] != tr.Has[from] || p.T[e*9] != tr.T[from*9] { // T has 3×3 entries per edge
			t.Fatalf("Permuted: edge %d does not have the transport of edge %d", e, from)
		}
	}
	walk, err := g.Steps([]int{0, 1, 2}) // the cycle of the nodes 0, 1 and 2; edge 0 is (0, 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := tr.Holonomy(walk); ok {
		t.Error("a cycle over an edge without transport has a holonomy")
	}
}

// TestFixedByHolonomies checks that Fixed is the kernel dimension of the dense Laplacian
// with maps T and I on each edge. The sheaves are the constant one after a random gauge
// (flat), the flat one with a reflected map, random orthogonal maps and random maps. The
// graphs are the karate club and a graph with several components. For the flat sheaf, Fixed
// is d per component.
func TestFixedByHolonomies(t *testing.T) {
	parts, err := graph.Generate("sbm:n=30,classes=3,degree=2,homophily=0.3,seed=2")
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range []*graph.Graph{graph.Karate(), parts} {
		_, components := g.Components()
		for d := 1; d <= 4; d++ {
			flat := Constant(g.N, d, g.Edges)
			RandomGauge(g.N, d, rng.New(uint64(d), "gauge").Norm).Transform(flat, flat)
			twisted := flat.Clone()
			m := twisted.Map(0, 0)
			for k := range d { // a reflection of the edge stalk
				m[k] = -m[k]
			}
			for name, s := range map[string]*Sheaf{"flat": flat, "twisted": twisted, "random": sheafOn(g, d, 7, true),
				"general": sheafOn(g, d, 8, false)} {
				tr := s.Transports()
				ofTransports := Constant(g.N, d, g.Edges) // R_ij = T, R_ji = I
				for e := range ofTransports.Edges {
					copy(ofTransports.Map(e, 0), tr.T[e*d*d:(e+1)*d*d])
				}
				l := NewLaplacian(g.N, d, g.Edges)
				l.Assemble(ofTransports)
				values, _, err := linalg.EigSym(l.Dense(), linalg.ValuesOnly)
				if err != nil {
					t.Fatal(err)
				}
				kernel := 0
				for _, v := range values {
					if v < 1e-9 {
						kernel++
					}
				}
				got := tr.Fixed(g.N, g.Edges)
				if got != kernel {
					t.Errorf("%s, d = %d: Fixed is %d, the kernel has dimension %d", name, d, got, kernel)
				}
				if name == "flat" && got != d*components {
					t.Errorf("flat, d = %d, %d components: Fixed is %d, want %d", d, components, got, d*components)
				}
			}
		}
	}
}
