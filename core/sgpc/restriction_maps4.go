package sgpc

import "sheafscope/core/linalg"

// blockEdges is the number of edges that mapBlocks processes at once, so that its
// blocks fit into a cache.
const blockEdges = 64

// mapBlocks computes the passes of mapsOp for d = 4 by kernels of package linalg,
// many blocks at once and with the same bits.
type mapBlocks struct {
	index, zero [2 * blockEdges]int32 // 0, 1, 2, …, and zeros
	// sides holds S and σSᵀ, metrics A_e for both ends, g gradients.
	sides, product, metrics, g [2 * blockEdges * 16]float64
}

func newMapBlocks() *mapBlocks {
	b := new(mapBlocks)
	for k := range b.index {
		b.index[k] = int32(k)
	}
	return b
}

// load sets sides from the plans of the edges e0…e1−1 and metrics from a metric,
// unless nil. It returns the number of blocks.
func (b *mapBlocks) load(o *mapsOp, e0, e1 int, metric []float64) (count int) {
	for e := e0; e < e1; e++ {
		k := 32 * (e - e0)
		s := o.plan.Value.Data[16*e : 16*e+16]
		o.side(b.sides[k:k+16], s, 0)
		o.side(b.sides[k+16:k+32], s, 1)
		if metric != nil {
			copy(b.metrics[k:], metric[16*e:16*e+16])
			copy(b.metrics[k+16:], metric[16*e:16*e+16])
		}
	}
	return 2 * (e1 - e0)
}

// fill is mapsOp.fill. It reports false when the kernel in use has no such
// products; the caller must then fill dst.
func (b *mapBlocks) fill(o *mapsOp, dst, metric []float64) bool {
	m := len(o.sheaf.Edges)
	for e := 0; e < m; e += blockEdges {
		n := b.load(o, e, min(e+blockEdges, m), metric)
		to := dst[32*e : 32*e+16*n]
		lifted := to
		if metric != nil {
			lifted = b.product[:16*n]
		}
		clear(lifted)
		if !linalg.MapsTimes4(b.zero[:n], 1, b.sides[:16*n], o.used, lifted) {
			return false
		}
		if metric != nil {
			clear(to)
			linalg.MapsTimes4(b.index[:n], 1, b.metrics[:16*n], lifted, to)
		}
	}
	return true
}

// backward is mapsOp.Backward with Wᵀ in o.wt. It reports false like fill.
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
			t := b.product[:16*n]
			clear(t)
			if !linalg.MapsTimes4(b.zero[:n], 1, g, o.wt, t) {
				return false
			}
			for k := range to - e {
				b.addToPlan(o, o.plan.Grad.Data[16*(e+k):16*(e+k)+16], t[32*k:32*k+32])
			}
		}
		if o.weight.Grad != nil && !linalg.NodeGrams4(b.zero[:n], b.sides[:16*n], g, o.weight.Grad.Data) {
			return false
		}
	}
	return true
}

// addToPlan adds the gradients of both sides, t, to the gradient of S, dst.
func (b *mapBlocks) addToPlan(o *mapsOp, dst, t []float64) {
	d, first, other := (*[16]float64)(dst), (*[16]float64)(t), (*[16]float64)(t[16:])
	for k, x := range first {
		d[k] += x
	}
	for k, x := range other {
		if o.literal {
			d[k] += x
		} else {
			d[k>>2+k<<2&15] += o.sign * x // index of the transposed entry
		}
	}
}
