package view

import (
	"math"

	"sheafscope/core/linalg"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
)

// viewLayout returns node positions from the sheaf, N×2 numbers. Coordinate 1 comes
// from the eigenvector v of λ₂, coordinate 2 from that of λ₃. An eigenvector has a
// vector v_i in the stalk of every node. The coordinate of node i is ⟨v_i, u⟩ with
// the unit vector u of the largest Σ_i ⟨v_i, u⟩²; the largest entry of u is
// positive. For d = 1 this is the spectral layout of the graph (Hall, 1970). It
// returns nil without two eigenvalues above the kernel.
func (r *viewer) viewLayout(hat *sheaf.Sheaf) []float32 {
	t := spectral.NewTracker(hat.N, hat.D, hat.Edges, settings.TrackerOptions(r.cfg))
	if est := t.Update(hat); est.Lambda2 == 0 || t.Carried() < 2 {
		return nil
	}
	out := make([]float32, 2*hat.N)
	for axis := range 2 {
		for i, x := range stalkCoordinates(t.Vector(axis), hat.N, hat.D) {
			out[2*i+axis] = float32(x)
		}
	}
	return out
}

// stalkCoordinates projects the n blocks of length d of v on their principal
// direction.
func stalkCoordinates(v []float64, n, d int) []float64 {
	gram, values, vectors := make([]float64, d*d), make([]float64, d), make([]float64, d*d)
	for i := range n {
		b := v[i*d : (i+1)*d]
		for p, x := range b {
			linalg.Axpy(x, b, gram[p*d:(p+1)*d])
		}
	}
	linalg.EigSymSmall(d, gram, values, vectors)
	u, top := make([]float64, d), 0.0
	for k := range u {
		u[k] = vectors[k*d+d-1] // columns in ascending order
		if math.Abs(u[k]) > math.Abs(top) {
			top = u[k]
		}
	}
	if top < 0 {
		linalg.Scal(-1, u)
	}
	out := make([]float64, n)
	for i := range out {
		out[i] = linalg.Dot(u, v[i*d:(i+1)*d])
	}
	return out
}

// fillMaps sets copies of the present maps and of the maps of the operator, up to
// frame.MaxShownMaps.
func (r *viewer) fillMaps(f *frame.Frame) {
	raw := r.shownSheaf()
	if raw == nil || r.Position() == 0 || len(raw.R) > frame.MaxShownMaps {
		return
	}
	f.Maps = single(raw.R)
	f.HatMaps = f.Maps
	if hat := r.operatorOf(raw); hat != raw {
		f.HatMaps = single(hat.R)
	}
	f.MapPlane, f.PlaneShare = frame.MapPlane(raw, r.Graph.Labels)
}

// single returns numbers in single precision. Finite numbers beyond its range
// become the largest of that sign.
func single(v []float64) []float32 {
	out := make([]float32, len(v))
	for k, x := range v {
		if out[k] = float32(x); !math.IsInf(x, 0) && math.Abs(x) > math.MaxFloat32 {
			out[k] = float32(math.Copysign(math.MaxFloat32, x))
		}
	}
	return out
}
