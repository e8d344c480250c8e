package view

// This file shows the layers of a peer, which is a model to compare with SGPC. The frame
// shows one selected layer. This layer is open, that is, has maps, while the frame is filled.

import (
	"math"

	"sheafscope/core/autodiff"
	"sheafscope/core/diffusion"
	"sheafscope/core/linalg"
	"sheafscope/core/peer"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
)

// The largest numbers of response curves, and of nodes in a weighted sum, in [frame.Layers].
const (
	shownCurves = 8
	shownNodes  = 12
)

// openLayer selects the layer of a peer with the given number (1-based), or the last
// layer if no layer has this number. It sets D, Channels and Layers of f, opens the layer
// and sets r.layer. The caller must call closeLayer when it no longer uses r.layer.
//   - For a model without layers, openLayer does nothing.
//   - If the maps of the layer must first be computed, and have more than
//     frame.MaxShownMaps numbers, the layer stays closed and r.layer stays nil.
//   - Before the first forward pass, r.layer is set, but its maps have no values yet.
func (r *viewer) openLayer(f *frame.Frame, number int) (closeLayer func()) {
	layers := r.eval.Layers
	if len(layers) == 0 {
		return func() {}
	}
	if number < 1 || number > len(layers) {
		number = len(layers)
	}
	l := &layers[number-1]
	f.D = l.Dim()
	f.Channels = len(l.X.Value.Data) / max(1, f.N*f.D) // fillTrail passes an empty frame, with N = 0
	f.Layers = &frame.Layers{At: number, Count: len(layers), Beyond: l.Beyond()}
	// A sheaf model has computed its maps in the forward pass. For other peers, opening
	// the layer computes equivalent maps.
	hasOwnMaps := peer.Find(r.cfg.Model).Sheaves
	mapNumbers := 2 * f.M * f.D * f.D
	if !hasOwnMaps && mapNumbers > frame.MaxShownMaps {
		return func() {}
	}
	// A layer without own maps shares its memory with the training network.
	closeOfRun := r.OpenLayer(number-1, sgpc.LayerMemory(!hasOwnMaps))
	r.eval, r.layer = r.Evaluation(), l // OpenLayer may have evaluated the network again
	return func() {
		r.layer = nil
		closeOfRun()
	}
}

// stalks returns the features x as a matrix with one row per stalk coordinate, rows = n·d.
func stalks(x *autodiff.Var, rows int) *linalg.Dense {
	return &linalg.Dense{Rows: rows, Cols: len(x.Value.Data) / rows, Data: x.Value.Data}
}

// fillLayers sets the Rayleigh quotients of all layers, and the response curves and
// weighted sums of the selected layer, which must be open. If the layers have a common
// response, it also sets Together. A node out of range selects exampleNode.
func (r *viewer) fillLayers(f *frame.Frame, node int) {
	v, selected := f.Layers, r.layer
	r.fillLayerEnergies(f)
	lambdas := make([]float64, gainPoints)
	diffusion.Grid(lambdas, 2)  // the spectrum of a normalised operator lies in [0, 2]
	if selected.Filter != nil { // the layer is a function of its Laplacian
		fillCurves(v, selected.Filter, lambdas)
	}
	// The last layer of some peers has the response of all layers together.
	last := &r.eval.Layers[len(r.eval.Layers)-1]
	if last.Whole() {
		for _, lambda := range lambdas {
			v.Together = append(v.Together, last.Together(lambda))
		}
	}
	v.Node = node
	if node < 0 || node >= f.N {
		v.Node = r.exampleNode()
	}
	// A part of a layer is a sum over nodes, with weights for each receiving node.
	for _, p := range selected.Parts {
		v.Sums = append(v.Sums, largestWeights(selected, p, v.Node))
	}
}

// fillLayerEnergies sets the Rayleigh quotients of input and output of every layer. It
// sets nothing if the maps of all layers together have more than frame.MaxShownMaps numbers.
func (r *viewer) fillLayerEnergies(f *frame.Frame) {
	v, layers := f.Layers, r.eval.Layers
	mapNumbers := 2 * f.M * f.D * f.D * len(layers)
	if mapNumbers > frame.MaxShownMaps {
		return
	}
	for k := range layers {
		l := &layers[k]
		isOpen := l == r.layer // the selected layer stays open for the rest of the frame
		if !isOpen {
			l.Open(r.Graph)
		}
		v.Before = append(v.Before, rayleighQuotient(l, l.X))
		v.After = append(v.After, rayleighQuotient(l, l.Y))
		if !isOpen {
			l.Close()
		}
	}
}

// fillCurves sets the response curves of a filter at the given eigenvalues, and the
// coefficients of these curves in the basis of the filter. Gain has one curve after
// another, and Weight is Terms×Curves. It omits the curves after the first shownCurves.
func fillCurves(v *frame.Layers, filter *peer.Filter, lambdas []float64) {
	v.Curves = min(filter.Curves(), shownCurves)
	v.Terms = len(filter.Basis(0)) // the number of terms is equal for every λ
	for c := range v.Curves {
		for _, lambda := range lambdas {
			v.Gain = append(v.Gain, filter.Gain(c, lambda))
		}
	}
	for k := range v.Terms {
		for c := range v.Curves {
			v.Weight = append(v.Weight, filter.Weight(k, c))
		}
	}
}

// rayleighQuotient returns ⟨X, LX⟩/⟨X, X⟩ for features X in the stalks of a layer
// with Laplacian L. It returns −1 for X = 0 and for a layer without Laplacian.
func rayleighQuotient(l *peer.Layer, x *autodiff.Var) float64 {
	data := x.Value.Data
	square := linalg.Dot(data, data)
	if square == 0 || l.Lap == nil {
		return -1
	}
	y := make([]float64, len(data))
	l.Lap.Apply(y, data, len(data)/l.Lap.Dim())
	return linalg.Dot(y, data) / square
}

// largestWeights returns the weighted sum by which part p of a layer computes node i.
// It has the nodes with the largest absolute weights in descending order, at most
// shownNodes of them. All is the number of nodes with a non-zero weight.
func largestWeights(l *peer.Layer, p peer.Part, i int) frame.Gather {
	v, weights := frame.Gather{Name: p.Name}, p.Row(l, i)
	for _, w := range weights {
		if w != 0 {
			v.All++
		}
	}
	// Select the largest weight repeatedly. A selected weight becomes 0.
	for range min(v.All, shownNodes) {
		largest := 0
		for j, w := range weights {
			if math.Abs(w) > math.Abs(weights[largest]) {
				largest = j
			}
		}
		v.Nodes, v.Weight = append(v.Nodes, largest), append(v.Weight, weights[largest])
		weights[largest] = 0
	}
	return v
}
