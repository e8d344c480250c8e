package sgpc

import "sheafscope/core/linalg"

// mapsAtOnce is how many edges mapBlocks works on at a time: its blocks stay in a cache.
const mapsAtOnce = 64

// mapBlocks does what mapsOp does with 4×4 blocks many at a time, by kernels of package
// linalg, with the same numbers.
type mapBlocks struct {
	each, none [2 * mapsAtOnce]int32 // 0, 1, 2, …, and zeros
	// S and σSᵀ, products, A_e twice and gradients
	sides, product, twice, g [2 * mapsAtOnce * 16]float64
}

func newMapBlocks() *mapBlocks {
	b := new(mapBlocks)
	for k := range b.each {
		b.each[k] = int32(k)
	}
	return b
}

// spread sets sides from the plans of the edges e0…e1−1, and twice from a metric, and returns the number of blocks.
func (b *mapBlocks) spread(o *mapsOp, e0, e1 int, metric []float64) (count int) {
	for e := e0; e < e1; e++ {
		k := 32 * (e - e0)
		s := o.plan.Value.Data[16*e : 16*e+16]
		o.side(b.sides[k:k+16], s, 0)
		o.side(b.sides[k+16:k+32], s, 1)
		if metric != nil {
			copy(b.twice[k:], metric[16*e:16*e+16])
			copy(b.twice[k+16:], metric[16*e:16*e+16])
		}
	}
	return 2 * (e1 - e0)
}

// fill is fill of mapsOp; it reports false, and has done nothing, where the kernel in use has no such products.
func (b *mapBlocks) fill(o *mapsOp, dst, metric []float64) bool {
	m := len(o.sheaf.Edges)
	for e := 0; e < m; e += mapsAtOnce {
		n := b.spread(o, e, min(e+mapsAtOnce, m), metric)
		to := dst[32*e : 32*e+16*n]
		lifted := to
		if metric != nil {
			lifted = b.product[:16*n]
		}
		clear(lifted)
		if !linalg.MapsTimes4(b.none[:n], 1, b.sides[:16*n], o.used, lifted) {
			return false
		}
		if metric != nil {
			clear(to)
			linalg.MapsTimes4(b.each[:n], 1, b.twice[:16*n], lifted, to)
		}
	}
	return true
}

// backward is Backward of mapsOp, with Wᵀ in o.wt; see fill.
func (b *mapBlocks) backward(o *mapsOp) bool {
	m := len(o.sheaf.Edges)
	for e := 0; e < m; e += mapsAtOnce {
		to := min(e+mapsAtOnce, m)
		n := b.spread(o, e, to, o.metric)
		// g = Aᵀ·∂ℓ/∂R is the gradient at S_side·W.
		g := o.out.Grad.Data[32*e : 32*e+16*n]
		if o.metric != nil {
			clear(b.g[:16*n])
			if !linalg.NodeGrams4(b.each[:n], b.twice[:16*n], g, b.g[:16*n]) {
				return false
			}
			g = b.g[:16*n]
		}
		if o.plan.Grad != nil {
			t := b.product[:16*n]
			clear(t)
			if !linalg.MapsTimes4(b.none[:n], 1, g, o.wt, t) {
				return false
			}
			for k := range to - e {
				b.toPlan(o, o.plan.Grad.Data[16*(e+k):16*(e+k)+16], t[32*k:32*k+32])
			}
		}
		if o.weight.Grad != nil && !linalg.NodeGrams4(b.none[:n], b.sides[:16*n], g, o.weight.Grad.Data) {
			return false
		}
	}
	return true
}

// toPlan adds the gradients of S_side, one a side, to that of S.
func (b *mapBlocks) toPlan(o *mapsOp, dst, t []float64) {
	d, first, other := (*[16]float64)(dst), (*[16]float64)(t), (*[16]float64)(t[16:])
	for k, x := range first {
		d[k] += x
	}
	for k, x := range other {
		if o.literal {
			d[k] += x
		} else {
			d[k>>2+k<<2&15] += o.sign * x // to the transposed place
		}
	}
}
