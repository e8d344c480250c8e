package view

// This file computes pictures of the sheaf: node positions, and the maps of all edges.

import (
	"math"

	"sheafscope/core/linalg"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
)

// viewLayout returns node positions (n×2) from the operator of a sheaf. The first
// coordinate comes from the eigenvector of λ₂, the second from the eigenvector of λ₃;
// see stalkCoordinates. For d = 1 and maps equal to 1 this is the spectral layout of the
// graph (Hall, 1970). viewLayout returns nil if no eigenvalue is above the kernel, and if the tracker
// has fewer than two eigenvectors.
func (r *viewer) viewLayout(operator *sheaf.Sheaf) []float32 {
	tracker := spectral.NewTracker(operator.N, operator.D, operator.Edges, settings.TrackerOptions(r.cfg))
	if tracker.Update(operator).Lambda2 == 0 || tracker.Carried() < 2 {
		return nil
	}
	positions := make([]float32, 2*operator.N)
	for axis := range 2 {
		for i, x := range stalkCoordinates(tracker.Vector(axis), operator.N, operator.D) {
			positions[2*i+axis] = float32(x)
		}
	}
	return positions
}

// stalkCoordinates returns one coordinate ⟨v_i, u⟩ for each node i. The vector v has
// n·d numbers, and v_i are the d numbers of v in the stalk of node i. The unit vector u
// maximises Σ_i ⟨v_i, u⟩². The entry of u with the largest absolute value is positive.
func stalkCoordinates(v []float64, n, d int) []float64 {
	// u is an eigenvector of the Gram matrix Σ_i v_i v_iᵀ.
	gram, values, vectors := make([]float64, d*d), make([]float64, d), make([]float64, d*d)
	for i := range n {
		block := v[i*d : (i+1)*d]
		for p, x := range block {
			linalg.Axpy(x, block, gram[p*d:(p+1)*d])
		}
	}
	linalg.EigSymSmall(d, gram, values, vectors)
	// The last column belongs to the largest eigenvalue.
	u, largest := make([]float64, d), 0.0 // largest is the entry of u with the largest absolute value
	for k := range u {
		u[k] = vectors[k*d+d-1]
		if math.Abs(u[k]) > math.Abs(largest) {
			largest = u[k]
		}
	}
	if largest < 0 {
		linalg.Scal(-1, u)
	}
	coordinates := make([]float64, n)
	for i := range coordinates {
		coordinates[i] = linalg.Dot(u, v[i*d:(i+1)*d])
	}
	return coordinates
}

// fillMaps sets copies of the present maps and of the maps of the operator. It also sets a
// point for each edge in the plane of maps ([frame.MapPlane]), and the share of the variance
// in this plane. It sets nothing without maps, before the maps are computed, and for more
// than frame.MaxShownMaps numbers.
func (r *viewer) fillMaps(f *frame.Frame) {
	raw := r.shownSheaf()
	if raw == nil || !r.hasMaps() || len(raw.R) > frame.MaxShownMaps {
		return
	}
	// Without normalisation, Maps and HatMaps are the same slice.
	f.Maps = single(raw.R)
	f.HatMaps = f.Maps
	operator := r.operatorOf(raw)
	if operator != raw {
		f.HatMaps = single(operator.R)
	}
	f.MapPlane, f.PlaneShare = frame.MapPlane(raw, r.Graph.Labels)
}

// single returns a copy of v in single precision. A finite number beyond the range
// of single precision becomes the largest finite number with its sign.
func single(v []float64) []float32 {
	out := make([]float32, len(v))
	for k, x := range v {
		out[k] = float32(x)
		isTooLarge := !math.IsInf(x, 0) && math.Abs(x) > math.MaxFloat32
		if isTooLarge {
			out[k] = float32(math.Copysign(math.MaxFloat32, x))
		}
	}
	return out
}
