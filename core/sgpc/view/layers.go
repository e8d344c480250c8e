package view

import (
	"math"

	"sheafscope/core/autodiff"
	"sheafscope/core/diffusion"
	"sheafscope/core/linalg"
	"sheafscope/core/peer"
	"sheafscope/core/sgpc/frame"
)

// Limits of a [frame.Layers]: response curves, and nodes per sum.
const (
	shownCurves = 8
	shownNodes  = 12
)

// openLayer selects layer at of a peer, from 1, or the last one, and makes it
// readable. The caller must call the returned function after reading.
func (r *viewer) openLayer(f *frame.Frame, at int) func() {
	n := r.eval
	if len(n.Layers) == 0 {
		return func() {}
	}
	if at < 1 || at > len(n.Layers) {
		at = len(n.Layers)
	}
	l := &n.Layers[at-1]
	f.D = l.Dim()
	f.Channels = len(l.X.Value.Data) / max(1, f.N*f.D)
	f.Layers = &frame.Layers{At: at, Count: len(n.Layers), Beyond: l.Beyond()}
	kept := peer.Find(r.cfg.Model).Sheaves
	if !kept && 2*f.M*f.D*f.D > frame.MaxShownMaps {
		return func() {}
	}
	end := r.OpenLayer(at-1, !kept)
	r.eval, r.layer = r.Evaluation(), l
	return func() {
		r.layer = nil
		end()
	}
}

// stalks returns features as a matrix with the given number of rows, one per stalk
// coordinate.
func stalks(x *autodiff.Var, rows int) *linalg.Dense {
	return &linalg.Dense{Rows: rows, Cols: len(x.Value.Data) / rows, Data: x.Value.Data}
}

// fillLayers sets energies, responses and sums of the layers of a peer.
func (r *viewer) fillLayers(f *frame.Frame, node int) {
	v, n, l := f.Layers, r.eval, r.layer
	if sum := 2 * f.M * f.D * f.D * len(n.Layers); sum <= frame.MaxShownMaps {
		for k := range n.Layers {
			one := &n.Layers[k]
			if one != l {
				one.Open(r.Graph)
			}
			v.Before, v.After = append(v.Before, quotient(one, one.X)), append(v.After, quotient(one, one.Y))
			if one != l {
				one.Close()
			}
		}
	}
	x := make([]float64, gainPoints)
	diffusion.Grid(x, 2)
	if g := l.Filter; g != nil {
		v.Curves, v.Terms = min(g.Curves(), shownCurves), len(g.Basis(0))
		for c := range v.Curves {
			for _, lambda := range x {
				v.Gain = append(v.Gain, g.Gain(c, lambda))
			}
		}
		for k := range v.Terms {
			for c := range v.Curves {
				v.Weight = append(v.Weight, g.Weight(k, c))
			}
		}
	}
	if whole := &n.Layers[len(n.Layers)-1]; whole.Whole() {
		for _, lambda := range x {
			v.Together = append(v.Together, whole.Together(lambda))
		}
	}
	if v.Node = node; node < 0 || node >= f.N {
		v.Node = r.exampleNode()
	}
	for _, p := range l.Parts {
		v.Sums = append(v.Sums, largestWeights(l, p, v.Node))
	}
}

// quotient returns ⟨X, LX⟩/⟨X, X⟩ for features in the stalks of a layer, −1 for
// X = 0.
func quotient(l *peer.Layer, x *autodiff.Var) float64 {
	data := x.Value.Data
	size := linalg.Dot(data, data)
	if size == 0 || l.Lap == nil {
		return -1
	}
	y := make([]float64, len(data))
	l.Lap.Apply(y, data, len(data)/l.Lap.Dim())
	return linalg.Dot(y, data) / size
}

// largestWeights returns the nodes with the largest absolute weights in the sum of
// node i, in descending order.
func largestWeights(l *peer.Layer, p peer.Part, i int) frame.Gather {
	v, w := frame.Gather{Name: p.Name}, p.Row(l, i)
	for _, x := range w {
		if x != 0 {
			v.All++
		}
	}
	for range min(v.All, shownNodes) {
		best := 0
		for j, x := range w {
			if math.Abs(x) > math.Abs(w[best]) {
				best = j
			}
		}
		v.Nodes, v.Weight = append(v.Nodes, best), append(v.Weight, w[best])
		w[best] = 0
	}
	return v
}
