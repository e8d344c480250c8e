// This file defines the peer NLSD, nonlinear sheaf diffusion, and the application of restriction maps to features.

package peer

import (
	"sheafscope/core/autodiff"
	"sheafscope/core/linalg"
	"sheafscope/core/published"
	"sheafscope/core/train"
)

// nlsd has the settings of NSD with general maps, since the experiments of its paper are only on synthetic graphs.
var nlsd = func() Peer {
	p := newNSD("nlsd", "NLSD", generalMaps, nonlinearDiffusion)
	p.Paper = "Zaghen et al., Nonlinear sheaf diffusion in graph neural networks, 2024"
	p.Why = "Neural sheaf diffusion with a learned function on the edges: what the two ends disagree about passes through it before it " +
		"flows back, so that large disagreements need not count in proportion."
	p.Equation = []string{"X′=(1+\\tanh \\sp ε)X−\\ELU \\sp(\\hat{δ}^⊤Φ(\\hat{δ}(I⊗W_1)X W_2))", "Φ(Y)=\\tanh \\sp(YU)U^⊤"}
	p.Filter = "The learned function on the edges is not linear: how much passes depends on how large a disagreement is, so that no " +
		"frequency " +
		"has a gain."
	p.Symbols = []Symbol{{"X", "features: in each node's stalk a vector for each of c channels"}, {"X′", "features after the layer"},
		{"\\hat{δ}", "coboundary of the normalised maps: what the ends of every edge disagree about"}, {"Φ", "learned function, edge by edge"},
		{"U", "learned weights of Φ"}, {"ε", "learned gain of each stalk coordinate"}, symW1, symW2}
	p.Reported = published.Line{} // removes the row of NSD, which newNSD sets
	floats := p.Floats
	p.Floats = func(z Size, s Settings) float64 {
		ends := 2 * z.Edges * s.Of("d") * s.Of("hidden") // elements of the features at the ends of all edges
		// The numbers of NSD. Then in each layer, with 3 numbers for each element (memory.go): three matrices at the ends of the edges, and
		// seven on the edges, with half as many elements. So the factor is 3·3 + 7·3/2 = 19.5.
		return floats(z, s) + s.Of("layers")*ends*19.5
	}
	return p
}()

// nonlinearDiffusion is the operator δ̂ᵀΦ(δ̂x) with Φ(y) = tanh(yU)Uᵀ on the channels of an edge.
// δ̂ is the coboundary of the normalised maps hat: on each edge, the difference of its ends after the maps.
// The paper does not fix Φ. The Φ here is odd, so the orientation of an edge does not matter. Φ(y) is the gradient of Σ log cosh(yU).
// U is initially a random orthogonal matrix, so that Φ(y) ≈ y for small y.
func nonlinearDiffusion(b *train.Builder, layer string, _ Settings, l *Layer, hat, x *autodiff.Var) *autodiff.Var {
	t, d, c := b.Tape, l.Raw.D, x.Cols()
	ends := edgeEnds(b.Graph.Edges)
	// restricted has the features of both ends in the stalk of each edge, and r is δ̂x.
	restricted := mapRows(t, hat, x, ends, untransposed)
	m := len(b.Graph.Edges)
	sides := autodiff.Reshape(t, restricted, m, 2*d*c) // row e has both ends of edge e side by side
	r := autodiff.Sub(t, autodiff.SliceCols(t, sides, 0, d*c), autodiff.SliceCols(t, sides, d*c, 2*d*c))
	u := b.Param(layer+".phi", c, c, orthogonalInit, train.Decayed)
	y := autodiff.Tanh(t, autodiff.MatMul(t, autodiff.Reshape(t, r, m*d, c), u))
	y = autodiff.Reshape(t, autodiff.MatMulT(t, y, u, linalg.NoTrans, linalg.Trans), m, d*c)
	// δ̂ᵀ sends the value y of an edge to both ends, with opposite signs: to end I the value y, and to end J the value −y.
	signed := autodiff.Reshape(t, autodiff.ConcatCols(t, y, autodiff.Scale(t, -1, y)), 2*m*d, c)
	back := autodiff.Reshape(t, mapRows(t, hat, signed, nil, transposed), 2*m, d*c)
	return autodiff.Reshape(t, autodiff.ScatterAddRows(t, back, ends, b.Graph.N), x.Rows(), c)
}

// transposition selects a matrix or its transpose.
type transposition bool

const (
	untransposed transposition = false
	transposed   transposition = true
)

// mapRows applies maps to blocks of x. Row e of maps has the d² entries of the map R_e, and block b of x is the d×c matrix x_b.
// Block e of the result is R_e·x_{blockOf[e]}, or R_eᵀ·x_{blockOf[e]} if transposed. If blockOf is nil, map e is applied to block e.
func mapRows(t *autodiff.Tape, maps, x *autodiff.Var, blockOf []int32, orientation transposition) *autodiff.Var {
	d, c := 1, x.Cols()
	for d*d < maps.Cols() { // d becomes the root of the number of entries of a map
		d++
	}
	out := t.Result(maps.Rows()*d, c, maps, x)
	// eachProduct calls visit for every product of an entry of a map and a row of x.
	// k is the index of the entry in maps. The row of x begins at xStart, and the product belongs to the row of out that begins at outStart.
	eachProduct := func(visit func(k, xStart, outStart int)) {
		for e := range maps.Rows() {
			block := e
			if blockOf != nil {
				block = int(blockOf[e])
			}
			for row := range d {
				for col := range d {
					entry := row*d + col
					if orientation == transposed {
						entry = col*d + row
					}
					visit(e*d*d+entry, (block*d+col)*c, (e*d+row)*c)
				}
			}
		}
	}
	return autodiff.CustomOp(t, "restriction", out, func() {
		clear(out.Value.Data)
		eachProduct(func(k, xStart, outStart int) {
			linalg.Axpy(maps.Value.Data[k], x.Value.Data[xStart:xStart+c], out.Value.Data[outStart:outStart+c])
		})
	}, func() {
		// For the gradient g of a row of out, an entry has the gradient ⟨g, row of x⟩, and the row of x has the gradient entry·g.
		eachProduct(func(k, xStart, outStart int) {
			g := out.Grad.Data[outStart : outStart+c]
			if maps.Grad != nil {
				maps.Grad.Data[k] += linalg.Dot(g, x.Value.Data[xStart:xStart+c])
			}
			if x.Grad != nil {
				linalg.Axpy(maps.Value.Data[k], g, x.Grad.Data[xStart:xStart+c])
			}
		})
	})
}
