// This file defines the peers of neural sheaf diffusion (NSD), and the parts of their layers.

package peer

import (
	"math"

	"sheafscope/core/autodiff"
	"sheafscope/core/linalg"
	"sheafscope/core/published"
	"sheafscope/core/rng"
	"sheafscope/core/sheaf"
	"sheafscope/core/train"
)

// The peers of neural sheaf diffusion, by the kind of their maps.
var (
	nsdDiagonal   = withMapChoice(newNSD("nsd-diag", "NSD, diagonal", diagonalMaps, linearDiffusion), diagonalMaps)
	nsdOrthogonal = withMapChoice(newNSD("nsd-orth", "NSD, orthogonal", orthogonalMaps, linearDiffusion), orthogonalMaps)
	nsdGeneral    = withMapChoice(newNSD("nsd-general", "NSD, general", generalMaps, linearDiffusion), generalMaps)
)

// operator applies a layer's operator to x, (n·d)×c. layer is the name of the layer, and hat has its normalised maps, 2m×d².
// l is the description of the layer. An operator that is a function of the Laplacian sets l.Filter to this function.
type operator func(b *train.Builder, layer string, s Settings, l *Layer, hat, x *autodiff.Var) *autodiff.Var

// linearDiffusion is the operator of NSD, the normalised Laplacian L̂. Its filter is λ.
func linearDiffusion(b *train.Builder, _ string, _ Settings, l *Layer, hat, x *autodiff.Var) *autodiff.Var {
	l.Filter = &Filter{basis: laplacianTerms}
	return diffuse(b.Tape, b.Graph.Edges, l.Lap, hat, x)
}

// newNSD returns a peer of neural sheaf diffusion whose settings lie within the search ranges of the paper's appendix.
// The settings for heterophilic graphs are close to the published ones for WebKB: d = 3, 2 layers, 20 channels, dropout 0.7, rate 0.02.
// The settings for homophilic graphs were chosen on the validation sets of Cora, since the paper gives none.
// The setting "hidden" is the width for each stalk coordinate. op is the operator of a layer, or nil if the caller sets Peer.network.
//
// Deviations from the authors' program: the program has learned edge weights beside orthogonal maps, and may fix stalk coordinates to 1
// and −1. It chooses the epoch with the least validation loss. Here the highest validation accuracy decides, and then the lower loss.
func newNSD(name, label string, kind mapKind, op operator) Peer {
	minDim := 1.0
	if kind == orthogonalMaps { // a reflection of a line has no parameter
		minDim = 2
	}
	return Peer{
		Name: name, Label: label, Maps: kind.describe(), Sheaves: true, Subtracts: true, Laplacian: "L=B^⊤B\\quad \\hat{L}=D^{−1/2}L D^{−1/2}",
		Paper: "Bodnar et al., Neural sheaf diffusion, NeurIPS 2022",
		Why: "A sheaf, too, but its maps are read off the features of both ends by a learned layer, in every layer of diffusion anew, " +
			"without transport or measures.",
		Equation: []string{"X′=(1+\\tanh \\sp ε)X−\\ELU \\sp(\\hat{L}(I⊗W_1)X W_2)", "R_{ij}=Φ(\\tanh \\sp(V[x_i‖x_j]))"},
		Symbols: []Symbol{{"X", "features: in each node's stalk a vector for each of c channels"}, {"X′", "features after the layer"},
			{"\\hat{L}", "normalised sheaf Laplacian, nd × nd"}, {"R_{ij}", "restriction map of node i into edge e = (i, j), d × d"},
			{"Φ", "puts numbers into a map: its diagonal, reflections, or all entries"}, {"V", "learned weights of the maps"},
			{"ε", "learned gain of each stalk coordinate"}, {"x_i", "features of node i"}, {"x_j", "features of the other end"}, symW1, symW2},
		Filter: "A layer takes away what its Laplacian makes of the features: nothing of what agrees over the edges, most of what disagrees. " +
			"The gain of the Laplacian is λ itself; weights and ELU decide how much of that is taken.",
		Settings: []Default{ // name, heterophilic and homophilic default, smallest and largest value
			{"hidden", 20, 32, 1, 512},
			{"layers", 2, 4, 1, 32},
			{"d", 3, 2, minDim, sheaf.MaxDim},
			{"dropout", 0.7, 0.3, 0, 0.99},
			{"input_dropout", 0, 0.7, 0, 0.99},
			{"lr", 0.02, 0.01, 0, 10},
			{"weight_decay", 1e-3, 1e-4, 0, 10},
			{"plain", 0, 0, 0, 1},
		},
		Reported: published.Line{Name: "NSD, best of its sheaves", Source: "Bodnar et al., 2022",
			Means: []float64{85.95, 89.41, 86.49, 37.81, 56.34, 68.68, 77.14, 89.49, 87.30}},
		Floats: func(z Size, s Settings) float64 {
			n, m, d := z.Nodes, z.Edges, s.Of("d")
			size := float64(chosenMaps(s, kind).numbers(s.Int("d"))) // learned numbers of a map
			w, q := n*d*s.Of("hidden"), d*d                          // elements of the features, entries of a map
			// An element of a matrix on the tape has 3 numbers, for both networks together (memory.go). A matrix beside the tape has 2 numbers
			// for an element: one in the network for training, and one in the network for evaluation.
			layer := w*(2*masked+5*3+2) + // two dropouts, five other matrices of features, and the workspace of diffuse
				3*2*n*size + // on the tape: the two parts of a map's numbers at each node
				2*2*m*size + // in each network: the numbers of the 2m maps, after tanh
				2*3*2*m*q + // on the tape: the 2m maps, once before and once after the normalisation
				2*n*(3*q+d) + // in each network: the normaliser: eigenvectors, roots and their gradients, and the eigenvalues
				2*((2*m+n)*(q+0.5)+n*q+1.5*m) // in each network: the blocks of the Laplacian with columns, its diagonal, three indices for each edge
			// The input, the encoder (product, bias, ELU and dropout), the layers, and the class scores (3 numbers for each).
			return z.input() + w*(3*3+masked) + s.Of("layers")*layer + 2*n*z.Classes + n*z.Classes
		},
		network: func(b *train.Builder, s Settings) *autodiff.Var { return nsdNetwork(b, s, kind, op) },
	}
}

// nsdNetwork is equation (6) of Bodnar et al. (2022), with the gain 1 + tanh ε of each stalk coordinate from their appendix,
//
//	X_{t+1} = (1 + tanh ε)X_t − ELU(Δ_F(t)(I ⊗ W₁)X_t W₂)
//
// on (n·d)×c features X_t. stalkWeights computes the product with I ⊗ W₁.
// op is the product with Δ_F, or the operator that a peer has in its place.
// The maps of layer t are F_{i⊴e} = Φ(tanh(V[x_i ‖ x_j])), where Φ is the construction of a map from numbers (mapKind).
// Δ_F is the sheaf Laplacian L of the maps, normalised with D = blockdiag(L) + I.
// The setting "linear" omits every ELU: for given maps the logits are then linear in the features.
func nsdNetwork(b *train.Builder, s Settings, kind mapKind, op operator) *autodiff.Var {
	b, kind = s.features(b), chosenMaps(s, kind) // rows of the features sum to 1, unless the setting "plain" is set
	t, n := b.Tape, b.Graph.N
	d, c, drop := s.Int("d"), s.Int("hidden"), s.Of("dropout") // stalk dimension, channels and dropout rate
	h := input(b, "nsd.in", d*c, train.FanIn, s.Of("input_dropout"))
	if s.Of("linear") == 0 {
		h = autodiff.ELU(t, h)
	}
	h = dropout(b, h, drop, "nsd.in")
	// Maps without learned numbers are the same in all layers.
	learner := sheafLearner{d: d, kind: kind, fixed: fixedMaps(b, d, kind), edgeWeights: s.Of("edge_weights") != 0}
	for l := range s.Int("layers") {
		layer := numbered("nsd", l)
		learnerInput := h
		if l > 0 { // the input of the first layer already has dropout
			learnerInput = dropout(b, h, drop, layer+".maps")
		}
		described, hat := learner.layer(b, learnerInput, layer)
		// The input of the first layer gets a second dropout here, as in the authors' program.
		// NearIdentity(0) makes W₁ the identity at the start.
		x := autodiff.Reshape(t, dropout(b, h, drop, layer), n*d, c)
		x = stalkWeights(t, x, b.Param(layer+".left", d, d, train.NearIdentity(0), train.Decayed))
		x = autodiff.MatMul(t, x, b.Param(layer+".right", c, c, orthogonalInit, train.Decayed))
		described.X, described.Y = x, op(b, layer, s, &described, hat, x)
		flow := described.Y // the part that the layer subtracts
		if s.Of("linear") == 0 {
			flow = autodiff.ELU(t, flow)
		}
		h = retain(t, h, flow, b.Param(layer+".epsilon", 1, d, train.Zeros, train.Decayed), boundedGain)
		described.Out = h
		s.watch(described)
	}
	return b.Linear(h, "nsd.class", b.Graph.Classes)
}

// stalkWeights returns (I ⊗ W)x for x, (n·d)×c, where W (d×d) acts on the stalk of every node.
// Let x_i (d×c) be the stalk of node i, and g_i the gradient of the result W x_i. The gradient of W is Σ_i g_i x_iᵀ, and the gradient of
// x_i is Wᵀg_i.
func stalkWeights(t *autodiff.Tape, x, w *autodiff.Var) *autodiff.Var {
	d, c := w.Rows(), x.Cols()
	out := t.Result(x.Rows(), c, x, w)
	// stalk returns the stalk of node i, d×c.
	stalk := func(a *linalg.Dense, i int) []float64 { return a.Data[i*d*c : (i+1)*d*c] }
	return autodiff.CustomOp(t, "stalk weights", out, func() {
		clear(out.Value.Data)
		for i := range x.Rows() / d {
			xi, yi := stalk(x.Value, i), stalk(out.Value, i)
			for r := range d {
				for k := range d {
					linalg.Axpy(w.Value.Data[r*d+k], xi[k*c:(k+1)*c], yi[r*c:(r+1)*c])
				}
			}
		}
	}, func() {
		for i := range x.Rows() / d {
			xi, g := stalk(x.Value, i), stalk(out.Grad, i)
			for r := range d {
				for k := range d {
					if w.Grad != nil {
						w.Grad.Data[r*d+k] += linalg.Dot(g[r*c:(r+1)*c], xi[k*c:(k+1)*c])
					}
					if x.Grad != nil {
						linalg.Axpy(w.Value.Data[r*d+k], g[r*c:(r+1)*c], stalk(x.Grad, i)[k*c:(k+1)*c])
					}
				}
			}
		}
	})
}

// gainBound selects the gain of a stalk coordinate in retain.
type gainBound bool

const (
	boundedGain gainBound = true  // tanh ε
	freeGain    gainBound = false // ε
)

// retain returns (1 + gain_k)·h − x on coordinate k of every stalk, where gain_k is tanh ε_k (boundedGain) or ε_k (freeGain).
// The shape of h and of the result is n×(d·c). x has the same memory layout, and eps (ε) is 1×d.
func retain(t *autodiff.Tape, h, x, eps *autodiff.Var, bound gainBound) *autodiff.Var {
	out := t.Result(h.Rows(), h.Cols(), h, x, eps)
	d := eps.Cols()
	c := h.Cols() / d
	gain := make([]float64, d)
	return autodiff.CustomOp(t, "retention", out, func() {
		for k := range d {
			gain[k] = eps.Value.Data[k]
			if bound == boundedGain {
				gain[k] = linalg.Tanh(gain[k])
			}
		}
		// The c numbers from index start on are coordinate k of one stalk.
		for start := 0; start < len(h.Value.Data); start += c {
			k := start / c % d
			factor, o, y := 1+gain[k], out.Value.Data[start:start+c], x.Value.Data[start:start+c]
			for i, v := range h.Value.Data[start : start+c] {
				o[i] = float64(factor*v) - y[i]
			}
		}
	}, func() {
		for start := 0; start < len(h.Value.Data); start += c {
			k := start / c % d
			g := out.Grad.Data[start : start+c]
			if h.Grad != nil {
				linalg.Axpy(1+gain[k], g, h.Grad.Data[start:start+c])
			}
			if x.Grad != nil {
				linalg.Axpy(-1, g, x.Grad.Data[start:start+c])
			}
			if eps.Grad != nil {
				slope := 1.0 // derivative of the gain by ε; 1 − tanh² for tanh
				if bound == boundedGain {
					slope = 1 - float64(gain[k]*gain[k])
				}
				eps.Grad.Data[k] += float64(slope * linalg.Dot(g, h.Value.Data[start:start+c]))
			}
		}
	})
}

// orthogonalInit sets a square matrix to a random orthogonal matrix, by the Gram–Schmidt process on normally distributed rows.
func orthogonalInit(a *linalg.Dense, r *rng.Stream) {
	// The shorter the part orthogonal to the earlier rows, the larger its relative rounding error. Below minNorm the row is drawn again.
	const minNorm = 1e-6
	for i := range a.Rows {
		row := a.Row(i)
		norm := 0.0
		for norm < minNorm {
			r.FillNorm(row, 1)
			// After two projections the row is orthogonal to the earlier rows up to rounding errors (Kahan).
			for range 2 {
				for j := range i {
					linalg.Axpy(-linalg.Dot(row, a.Row(j)), a.Row(j), row)
				}
			}
			norm = math.Sqrt(linalg.Dot(row, row))
		}
		linalg.Scal(1/norm, row)
	}
}
