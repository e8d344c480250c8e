package peer

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
)

// polarFactor returns UVᵀ for m = UΣVᵀ, computed by gonum.
func polarFactor(m *mat.Dense) *mat.Dense {
	var svd mat.SVD
	svd.Factorize(m, mat.SVDThin)
	var u, v, out mat.Dense
	svd.UTo(&u)
	svd.VTo(&v)
	out.Mul(&u, v.T())
	return &out
}

// TestConnectionEqualsAlgorithm1 compares the maps with Algorithm 1 of the paper of conn-nsd, computed by gonum, for d = 1 to 3.
// The basis V_i of a node comes from an SVD of the differences to its neighbours; the map of an edge is the polar factor of V_iᵀV_j.
// Basis vectors may have another sign in gonum. The package chooses the sign with φ = Σ_q √(q+1)·v_q ≥ 0.
// The support of a node has at least max(d, degree) nodes. Maps at first ends are identities.
func TestConnectionEqualsAlgorithm1(t *testing.T) {
	g, err := graph.Generate("sbm:n=40,classes=3,degree=9,homophily=0.3,signal=1,features=11,seed=4")
	if err != nil {
		t.Fatal(err)
	}
	x, a := g.X.Dense(), g.Adjacency()
	for _, d := range []int{1, 2, 3} {
		s, f := connectionSheaf(g, d), newFrameBuilder(g, d)
		bases := make([]*mat.Dense, g.N)
		for i := range g.N {
			near := f.support(i)
			if len(near) < max(d, a.Degree(i)) {
				t.Fatalf("node %d has a support of %d nodes, want %d or more", i, len(near), max(d, a.Degree(i)))
			}
			if a.Degree(i) == 0 {
				continue // no edge needs the basis of node i
			}
			// Row k is the difference to the k-th node of the support, with the weight 1/(1 + k/1000).
			diff := mat.NewDense(len(near), x.Cols, nil)
			for k, j := range near {
				for q := range x.Cols {
					diff.Set(k, q, (x.At(int(j), q)-x.At(i, q))/(1+float64(k)/1000))
				}
			}
			var svd mat.SVD
			svd.Factorize(diff, mat.SVDThin)
			var v mat.Dense
			svd.VTo(&v)
			bases[i] = mat.DenseCopyOf(v.Slice(0, x.Cols, 0, d))
			// Vector r of the package spans the same line, in the direction φ ≥ 0. bases[i] takes its sign.
			got := f.frame(i)
			for r := range d {
				dot, phi := 0.0, 0.0
				for q, c := range got.cols {
					dot += got.vectors[q*d+r] * v.At(int(c), r)
					phi += math.Sqrt(float64(c)+1) * got.vectors[q*d+r]
				}
				if math.Abs(math.Abs(dot)-1) > 1e-10 || phi < 0 {
					t.Fatalf("d = %d, node %d, vector %d: cosine %g, want ±1; φ %g, want 0 or more", d, i, r, dot, phi)
				}
				if dot < 0 {
					for q := range x.Cols {
						bases[i].Set(q, r, -bases[i].At(q, r))
					}
				}
			}
		}
		// The maps.
		for k, e := range g.Edges {
			var m mat.Dense
			m.Mul(bases[e.I].T(), bases[e.J])
			want := polarFactor(&m).RawMatrix().Data
			if e := relativeError(s.Map(k, 1), want); e > 1e-8 {
				t.Errorf("d = %d, edge %d: the map differs by %g", d, k, e)
			}
			for q, v := range s.Map(k, 0) {
				identity := 0.0
				if q%(d+1) == 0 {
					identity = 1
				}
				if v != identity {
					t.Errorf("the map at the first end of edge %d is not the identity", k)
				}
			}
		}
	}
}

// TestConnectionIsOrthogonal checks RᵀR = I of every map, for d = 1 to 8, also for nodes of at most one neighbour.
// Some of the features are degenerate: fewer columns than stalk coordinates, no columns, equal rows, or one-hot rows.
func TestConnectionIsOrthogonal(t *testing.T) {
	for name, x := range map[string]*linalg.CSR{
		"as given": smallGraph().X, "none": linalg.NewCSR(9, 0, nil), "zero": linalg.NewCSR(9, 4, nil),
		"one column": linalg.NewCSR(9, 1, []linalg.Triplet{{Row: 2, Col: 0, Val: 3}}),
		"one-hot": linalg.NewCSR(9, 9, []linalg.Triplet{{Row: 0, Col: 0, Val: 1}, {Row: 1, Col: 1, Val: 1}, {Row: 2, Col: 2, Val: 1},
			{Row: 3, Col: 3, Val: 1}, {Row: 4, Col: 4, Val: 1}, {Row: 5, Col: 5, Val: 1}, {Row: 6, Col: 6, Val: 1}}),
	} {
		g := smallGraph()
		g.X = x
		for d := 1; d <= 8; d++ {
			s := connectionSheaf(g, d)
			for k := range g.Edges {
				r := mat.NewDense(d, d, s.Map(k, 1)) // the map at the first end is the identity
				var gram mat.Dense
				gram.Mul(r.T(), r)
				for p := range d {
					for q := range d {
						want := 0.0
						if p == q {
							want = 1
						}
						if !(math.Abs(gram.At(p, q)-want) < 1e-12) {
							t.Fatalf("%s, d = %d, edge %d: RᵀR is %g at (%d, %d)", name, d, k, gram.At(p, q), p, q)
						}
					}
				}
			}
		}
	}
}

// TestNearestOrthogonalIsPolarFactor compares nearestOrthogonal with gonum's polar factor, for d = 1 to 8.
// If the last column of M is 0, M has several polar factors Q. Then QᵀM is symmetric and has no negative diagonal entry.
func TestNearestOrthogonalIsPolarFactor(t *testing.T) {
	for d := 1; d <= 8; d++ {
		m := normals("align", d*d, 1)
		q := make([]float64, d*d)
		nearestOrthogonal(d, m, q)
		if e := relativeError(q, polarFactor(mat.NewDense(d, d, m)).RawMatrix().Data); e > 1e-10 {
			t.Errorf("d = %d: the polar factor differs by %g", d, e)
		}
		for r := range d {
			m[r*d+d-1] = 0
		}
		nearestOrthogonal(d, m, q)
		var qm mat.Dense
		qm.Mul(mat.NewDense(d, d, q).T(), mat.NewDense(d, d, m))
		for r := range d {
			for c := range d {
				if math.Abs(qm.At(r, c)-qm.At(c, r)) > 1e-12 || qm.At(r, r) < -1e-12 {
					t.Errorf("d = %d: QᵀM is %g at (%d, %d) and %g at its mirror", d, qm.At(r, c), r, c, qm.At(c, r))
				}
			}
		}
	}
}

// TestConnectionHasALimit checks that Check refuses a graph with too many nodes, and a hub with too many neighbours and features,
// and that the error names another model. With fewer features the hub is accepted.
func TestConnectionHasALimit(t *testing.T) {
	big := &graph.Graph{N: maxConnection + 1, X: linalg.NewCSR(maxConnection+1, 1, nil)}
	hub := &graph.Graph{N: 2001, X: linalg.NewCSR(2001, 2000, nil)}
	for k := range 2000 {
		hub.Edges = append(hub.Edges, graph.Edge{I: 0, J: int32(k + 1)})
	}
	for _, g := range []*graph.Graph{big, hub} {
		if err := connNSD.Check(g, connNSD.Defaults(Heterophilic)); err == nil || !strings.Contains(err.Error(), "nsd-orth") {
			t.Errorf("%d nodes: error %v, want one that names nsd-orth", g.N, err)
		}
	}
	hub.X.Cols = 100
	// 20001 nodes, of which the first has 2000 neighbours. Of the cubes of min(degree, 100), one is 100³ and 2000 are 1.
	many := &graph.Graph{N: maxConnection + 1, Edges: hub.Edges, X: linalg.NewCSR(maxConnection+1, 100, nil)}
	if err := connNSD.Check(many, connNSD.Defaults(Heterophilic)); err == nil || !strings.Contains(err.Error(), "features) sum to 1e+06;") {
		t.Errorf("a large graph with a hub: error %v, want the sum 1e+06 of the cubes of min(degree, features)", err)
	}
	if err := connNSD.Check(hub, connNSD.Defaults(Heterophilic)); err != nil {
		t.Errorf("a hub of 2000 neighbours with 100 features: error %v, want none", err)
	}
}
