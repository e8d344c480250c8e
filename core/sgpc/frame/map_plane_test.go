package frame

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/mds"

	"sheafscope/core/graph"
	"sheafscope/core/rng"
	"sheafscope/core/sheaf"
)

// polarBySVD returns the polar part of a: W·Vᵀ for the decomposition a = W·Σ·Vᵀ by gonum,
// without the directions of singular value 0.
func polarBySVD(t *testing.T, a *mat.Dense) *mat.Dense {
	t.Helper()
	var svd mat.SVD
	if !svd.Factorize(a, mat.SVDFull) {
		t.Fatal("no SVD")
	}
	var w, v, u mat.Dense
	svd.UTo(&w)
	svd.VTo(&v)
	keep := mat.NewDense(w.RawMatrix().Cols, v.RawMatrix().Cols, nil)
	for k, s := range svd.Values(nil) {
		if s > 1e-7*svd.Values(nil)[0] {
			keep.Set(k, k, 1)
		}
	}
	u.Product(&w, keep, v.T())
	return &u
}

// TestMapPlane compares the points of MapPlane with the classical scaling of gonum, for a
// random sheaf with one singular map. The scaling gets the distances of the polar parts of
// R_iᵀR_j, by the SVD of gonum. The share is the part of the first two eigenvalues in the sum
// of the positive ones. For rotations of stalks of dimension 2 the share is 1, and the
// distances follow from the angles. For equal maps the share and the first coordinate are 0.
func TestMapPlane(t *testing.T) {
	g := graph.Karate()
	m := len(g.Edges)
	for _, d := range []int{2, 3, 4} {
		s := sheaf.New(g.N, d, g.Edges)
		r := rng.New(7, "plane")
		for k := range s.R {
			s.R[k] = 2*r.Float64() - 0.7
		}
		for k := range d { // row 0 of the first map: the map has a kernel
			s.R[k] = 0
		}
		points, share := MapPlane(s, g.Labels)
		// The polar part of each edge, from the end with the smaller label to the other.
		parts := make([]*mat.Dense, m)
		for e, ends := range g.Edges {
			ri, rj := mat.NewDense(d, d, s.R[2*e*d*d:(2*e+1)*d*d]), mat.NewDense(d, d, s.R[(2*e+1)*d*d:(2*e+2)*d*d])
			var a mat.Dense
			a.Mul(ri.T(), rj)
			if g.Labels[ends.I] > g.Labels[ends.J] {
				a.Mul(rj.T(), ri)
			}
			parts[e] = polarBySVD(t, &a)
		}
		distances := mat.NewSymDense(m, nil)
		for e := range m {
			for f := range e {
				var diff mat.Dense
				diff.Sub(parts[e], parts[f])
				distances.SetSym(e, f, mat.Norm(&diff, 2))
			}
		}
		var want mat.Dense
		rank, values := mds.TorgersonScaling(&want, make([]float64, m), distances)
		if rank < 2 {
			t.Fatalf("d = %d: the scaling has %d dimensions, want at least 2", d, rank)
		}
		sum := 0.0
		for _, v := range values {
			sum += max(0, v)
		}
		if wantShare := (values[0] + values[1]) / sum; math.Abs(share-wantShare) > 1e-9 {
			t.Errorf("d = %d: the share of the plane is %g, by gonum %g", d, share, wantShare)
		}
		// An axis may have the opposite sign.
		for axis := range 2 {
			sign := 1.0
			if float64(points[axis])*want.At(0, axis) < 0 {
				sign = -1
			}
			for e := range m {
				if math.Abs(float64(points[2*e+axis])-sign*want.At(e, axis)) > 1e-6 {
					t.Fatalf("d = %d: edge %d, axis %d at %g, by gonum %g", d, e, axis, points[2*e+axis], sign*want.At(e, axis))
				}
			}
		}
	}
	// rotations returns a sheaf whose edges rotate a plane by their angles. The factors 3 and 2
	// of the maps have no effect on the polar parts.
	rotations := func(edges []graph.Edge, angle func(e int) float64) *sheaf.Sheaf {
		s := sheaf.New(g.N, 2, edges)
		for e := range edges {
			cos, sin := math.Cos(angle(e)), math.Sin(angle(e))
			copy(s.R[8*e:], []float64{3, 0, 0, 3, 2 * cos, -2 * sin, 2 * sin, 2 * cos})
		}
		return s
	}
	angle := func(e int) float64 { return 0.3 * float64(e) }
	points, share := MapPlane(rotations(g.Edges[:9], angle), make([]int, g.N))
	if math.Abs(share-1) > 1e-12 {
		t.Errorf("for rotations the share of the plane is %g, want 1", share)
	}
	for e := range 9 {
		for f := range e {
			got := math.Hypot(float64(points[2*e]-points[2*f]), float64(points[2*e+1]-points[2*f+1]))
			// The Frobenius distance of two rotations.
			if want := 2 * math.Sqrt2 * math.Abs(math.Sin((angle(e)-angle(f))/2)); math.Abs(got-want) > 1e-6 {
				t.Errorf("edges %d and %d: %g apart, by their angles %g", e, f, got, want)
			}
		}
	}
	points, share = MapPlane(rotations(g.Edges, func(int) float64 { return 0 }), g.Labels)
	if share != 0 || points[0] != 0 {
		t.Errorf("for equal maps the share is %g and the first point %v, want 0", share, points[:2])
	}
}
