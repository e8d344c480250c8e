package sheaf

import (
	"math"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
	"sheafscope/core/small"
)

// drawn returns a sheaf with normal entries on a graph, of maps that are orthogonal
// where orthogonal is true.
func drawn(g *graph.Graph, d int, seed uint64, rotations bool) *Sheaf {
	s, src := New(g.N, d, g.Edges), rng.New(seed, "drawn")
	for p := range s.R {
		s.R[p] = src.Norm()
	}
	for e := range s.Edges {
		for side := range 2 {
			for rotations && !orthonormal(d, s.Map(e, side), src.Norm) {
			}
		}
	}
	return s
}

// determinant expands along the first row.
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

// cyclesOf returns the cycles of a basis as closed walks.
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

// TestTransportsAreNearestOrthogonal: a transport is orthogonal, and no orthogonal matrix near it
// brings R_ji T nearer to R_ij; of orthogonal maps it is R_ji⁻¹ R_ij, and along a
// walk the product of these.
func TestTransportsAreNearestOrthogonal(t *testing.T) {
	g := graph.Karate()
	for d := 1; d <= 5; d++ {
		s, src := drawn(g, d, uint64(d), false), rng.New(9, "near")
		tr := s.Transports()
		off := func(e int, u []float64) (sum float64) {
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
				t.Fatalf("d = %d, edge %d: %g from orthogonal", d, e, linalg.Nrm2(gram))
			}
			if d == 1 {
				continue
			}
			turned := append([]float64(nil), u...)
			a := src.Intn(d - 1)
			sin, cos := math.Sincos(0.1 * src.Norm())
			for k := range d {
				x, y := turned[a*d+k], turned[(a+1)*d+k]
				turned[a*d+k], turned[(a+1)*d+k] = cos*x-sin*y, sin*x+cos*y
			}
			if off(e, turned) < off(e, u) {
				t.Errorf("d = %d, edge %d: a turned transport is nearer", d, e)
			}
		}
		s = drawn(g, d, uint64(d), true)
		tr = s.Transports()
		for _, w := range cyclesOf(t, g) {
			h, ok := tr.Holonomy(w)
			want := make([]float64, d*d)
			for k := range d {
				want[k*d+k] = 1
			}
			for _, step := range w {
				from, to := s.Map(step.Edge, 0), s.Map(step.Edge, 1)
				if step.Back {
					from, to = to, from
				}
				next, inv := make([]float64, d*d), make([]float64, d*d)
				invert(d, inv, to)
				small.Mul(d, next, from, want)
				small.Mul(d, want, inv, next)
			}
			for k := range h {
				if math.Abs(h[k]-want[k]) > 1e-12 || !ok {
					t.Fatalf("d = %d: round %v an entry is %g, want %g", d, w, h[k], want[k])
				}
			}
			sum, turned := 0.0, 0.0
			for k := range h {
				x := h[k]
				if k%(d+1) == 0 {
					x--
				}
				sum += x * x
			}
			most := MostMoved(d, h)
			moved := make([]float64, d)
			tr.Carry(moved, most, 1, w)
			linalg.Axpy(-1, most, moved)
			angles := Angles(d, h)
			if math.Abs(linalg.Nrm2(moved)-2*math.Sin(angles[d-1]/2)) > 1e-7 || math.Abs(linalg.Nrm2(most)-1) > 1e-12 {
				t.Errorf("d = %d: a vector moves by %g, angles %v", d, linalg.Nrm2(moved), angles)
			}
			if det := determinant(d, h); Mirrors(d, h) != (det < 0) || math.Abs(math.Abs(det)-1) > 1e-12 {
				t.Errorf("d = %d: determinant %g, mirrors: %v", d, det, Mirrors(d, h))
			}
			for _, a := range angles {
				turned += math.Cos(a) / float64(d)
			}
			if away := Away(d, h); math.Abs(away-math.Sqrt(sum/float64(2*d))) > 1e-7 || math.Abs(1-away*away-turned) > 1e-12 {
				t.Errorf("d = %d: %g away, ‖H − I‖ = %g, angles %v", d, away, math.Sqrt(sum), Angles(d, h))
			}
		}
	}
}

// TestNoTransport: an edge whose maps lose a direction has none, nor has a cycle
// over it; a permutation of the edges takes it along.
func TestNoTransport(t *testing.T) {
	g := graph.Karate()
	s := drawn(g, 3, 4, false)
	copy(s.Map(0, 1)[3:6], s.Map(0, 1)[:3])
	tr := s.Transports()
	if tr.Has[0] || !tr.Has[1] || tr.Fixed(g.N, g.Edges) != -1 {
		t.Error("a singular edge has a transport")
	}
	from := rng.New(1, "shuffle").Perm(len(g.Edges))
	for e, f := range from {
		if p := tr.Permuted(from); p.Has[e] != tr.Has[f] || p.T[e*9] != tr.T[f*9] {
			t.Fatal("permuted transports")
		}
	}
	walk, err := g.Steps([]int{0, 1, 2})
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := tr.Holonomy(walk); ok {
		t.Error("a cycle over it has a holonomy")
	}
}

// TestFixedByHolonomies: the vectors that all holonomies leave are as many as the
// kernel of the Laplacian of the transports has dimensions: of identities, in other
// frames, of one twisted edge, of random rotations, in several components.
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
			for name, s := range map[string]*Sheaf{"flat": flat, "twisted": twisted, "random": drawn(g, d, 7, true),
				"general": drawn(g, d, 8, false)} {
				tr := s.Transports()
				other := Constant(g.N, d, g.Edges) // R_ij = T, R_ji = I
				for e := range other.Edges {
					copy(other.Map(e, 0), tr.T[e*d*d:(e+1)*d*d])
				}
				l := NewLaplacian(g.N, d, g.Edges)
				l.Assemble(other)
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
				if got := tr.Fixed(g.N, g.Edges); got != kernel || name == "flat" && got != d*components {
					t.Errorf("%s, d = %d, %d components: %d directions, the kernel has dimension %d", name, d, components, got, kernel)
				}
			}
		}
	}
}
