package sgpc

// This file computes the restriction maps for d = 4 in blocks of many edges.

import "sheafscope/core/linalg"

// blockEdges is the number of edges that mapBlocks processes at once, so that its
// blocks fit into a cache.
const blockEdges = 64

// mapBlocks computes the passes of mapsOp for d = 4 by kernels of package linalg,
// many blocks at once and with the same bits.
type mapBlocks struct {
	// index holds 0, 1, 2, …, so that block k multiplies by block k of a second
	// operand. zero holds zeros, so that every block multiplies by the same block.
	index, zero [2 * blockEdges]int32
	// sides holds S and σSᵀ of each edge, metrics holds A_e for both ends, and g
	// holds gradients.
	sides, product, metrics, g [2 * blockEdges * 16]float64
}

// newMapBlocks returns a workspace.
func newMapBlocks() *mapBlocks {
	b := new(mapBlocks)
	for k := range b.index {
		b.index[k] = int32(k)
	}
	return b
}

// load sets sides from the plans of the edges from … to−1, and metrics from the
// metric unless it is nil. It returns the number of blocks, two per edge.
func (b *mapBlocks) load(o *mapsOp, from, to int, metric []float64) (count int) {
	for e := from; e < to; e++ {
		k := 32 * (e - from) // an edge has two blocks of 16 numbers
		s := o.plan.Value.Data[16*e : 16*e+16]
		o.side(b.sides[k:k+16], s, 0)
		o.side(b.sides[k+16:k+32], s, 1)
		if metric != nil {
			copy(b.metrics[k:], metric[16*e:16*e+16])
			copy(b.metrics[k+16:], metric[16*e:16*e+16])
		}
	}
	return 2 * (to - from)
}

// fill sets dst to the maps; see mapsOp.fill. It reports false if the kernels of this
// machine lack the products; the caller must then fill dst.
func (b *mapBlocks) fill(o *mapsOp, dst, metric []float64) bool {
	m := len(o.sheaf.Edges)
	for e := 0; e < m; e += blockEdges {
		n := b.load(o, e, min(e+blockEdges, m), metric)
		maps := dst[32*e : 32*e+16*n]
		lifted := maps // S·W and σSᵀ·W
		if metric != nil {
			lifted = b.product[:16*n]
		}
		clear(lifted)
		if !linalg.MapsTimes4(b.zero[:n], 1, b.sides[:16*n], o.used, lifted) {
			return false
		}
		if metric != nil {
			clear(maps)
			linalg.MapsTimes4(b.index[:n], 1, b.metrics[:16*n], lifted, maps)
		}
	}
	return true
}

// backward adds the gradients; see mapsOp.Backward. o.wt must hold Wᵀ. Like fill, it
// reports false if the kernels lack the products.
func (b *mapBlocks) backward(o *mapsOp) bool {
	m := len(o.sheaf.Edges)
	for e := 0; e < m; e += blockEdges {
		to := min(e+blockEdges, m)
		n := b.load(o, e, to, o.metric)
		// g = Aᵀ·∂ℓ/∂R is the gradient at S_side·W.
		g := o.out.Grad.Data[32*e : 32*e+16*n]
		if o.metric != nil {
			clear(b.g[:16*n])
			if !linalg.NodeGrams4(b.index[:n], b.metrics[:16*n], g, b.g[:16*n]) {
				return false
			}
			g = b.g[:16*n]
		}
		if o.plan.Grad != nil {
			product := b.product[:16*n]
			clear(product)
			if !linalg.MapsTimes4(b.zero[:n], 1, g, o.wt, product) {
				return false
			}
			for k := range to - e {
				b.addToPlan(o, o.plan.Grad.Data[16*(e+k):16*(e+k)+16], product[32*k:32*k+32])
			}
		}
		if o.weight.Grad != nil && !linalg.NodeGrams4(b.zero[:n], b.sides[:16*n], g, o.weight.Grad.Data) {
			return false
		}
	}
	return true
}

// addToPlan adds the gradients of both sides (two blocks) to the gradient dst of S.
func (b *mapBlocks) addToPlan(o *mapsOp, dst, sides []float64) {
	// Arrays of constant size need no bounds checks.
	sum, side0, side1 := (*[16]float64)(dst), (*[16]float64)(sides), (*[16]float64)(sides[16:])
	for k, x := range side0 {
		sum[k] += x
	}
	for k, x := range side1 {
		if o.literal {
			sum[k] += x
		} else {
			sum[k>>2+k<<2&15] += o.sign * x // index of the transposed entry
		}
	}
}
