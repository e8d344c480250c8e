package sgpc

// This file computes the restriction maps for d = 4 in blocks of many edges.

import "sheafscope/core/linalg"

// blockEdges is the number of edges that mapBlocks processes at once, so that its
// blocks fit into a cache.
const blockEdges = 64

// mapBlocks computes the passes of mapsOp for d = 4 by kernels of package linalg. A
// kernel multiplies many blocks (4×4 matrices, 16 numbers) at once. The results have
// the same bits as those of mapsOp.
type mapBlocks struct {
	// The kernels read for each block the index of its factor in the second operand.
	// index holds 0, 1, 2, …: block k is multiplied by block k. zero holds zeros: every
	// block is multiplied by block 0.
	index, zero [2 * blockEdges]int32
	// Each array has two blocks per edge, one per end. sides holds S and σSᵀ, metrics
	// holds A_e twice, and g holds gradients. product is a workspace.
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

// load sets sides from the plans of the edges from … to−1. If metric is not nil, load
// sets metrics from it. It returns the number of blocks, two per edge.
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

// fill sets dst to the maps A_e·S·W_θ and A_e·σ·Sᵀ·W_θ, like mapsOp.fill. It returns
// false if the kernels of this machine lack the products. The caller must then fill
// dst.
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

// backward adds the gradients of the maps to those of S and W_θ, like mapsOp.Backward.
// o.wt must hold Wᵀ. Like fill, it returns false if the kernels of this machine lack
// the products.
func (b *mapBlocks) backward(o *mapsOp) bool {
	m := len(o.sheaf.Edges)
	for e := 0; e < m; e += blockEdges {
		to := min(e+blockEdges, m)
		n := b.load(o, e, to, o.metric)
		// g = Aᵀ·∂ℓ/∂R is the gradient with respect to the product of side and W.
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

// addToPlan adds to dst, the gradient of S of an edge, the gradients of both sides of
// the edge. sides holds these two gradients as two blocks.
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
			transposed := k>>2 + k<<2&15 // 4j + i for k = 4i + j
			sum[transposed] += o.sign * x
		}
	}
}
