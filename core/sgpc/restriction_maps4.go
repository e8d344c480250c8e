package sgpc

// This file computes the restriction maps for d = 4 in blocks of many edges.

import "sheafscope/core/linalg"

// Sizes of mapBlocks.
const (
	// blockEdges is the number of edges that mapBlocks processes at once. The four arrays
	// of mapBlocks then have 64 KB together, which fits into a cache.
	blockEdges   = 64
	mapBlockSize = 16               // numbers of a block, a 4×4 matrix
	mapEdgeSize  = 2 * mapBlockSize // numbers of an edge, one block for each end
)

// mapBlocks computes the passes of mapsOp for d = 4, bit for bit, by kernels of package
// linalg that multiply many blocks at once.
type mapBlocks struct {
	// A kernel reads an index for each block A. MapsTimes4 multiplies A by the block with this
	// index. NodeGrams4 computes AᵀB for two blocks, and adds it to the block with this index.
	// index holds 0, 1, 2, …: block k belongs to block k. zero holds zeros: all blocks belong
	// to one block.
	index, zero [2 * blockEdges]int32
	// Each array has two blocks per edge, one per end. sides holds S and σSᵀ or, in the
	// convention "literal", S twice. metrics holds A_e twice, and g holds gradients. product
	// is a workspace.
	sides, product, metrics, g [blockEdges * mapEdgeSize]float64
}

// newMapBlocks returns a workspace.
func newMapBlocks() *mapBlocks {
	b := new(mapBlocks)
	for k := range b.index {
		b.index[k] = int32(k)
	}
	return b
}

// load sets sides from the plans of the edges from … to−1. If metric is not nil, it sets
// metrics, too. It returns the number of blocks, two per edge.
func (b *mapBlocks) load(o *mapsOp, from, to int, metric []float64) (count int) {
	for e := from; e < to; e++ {
		first := mapEdgeSize * (e - from) // index of the block of side 0
		second := first + mapBlockSize    // index of the block of side 1
		s := o.plan.Value.Data[mapBlockSize*e : mapBlockSize*(e+1)]
		o.side(b.sides[first:second], s, 0)
		o.side(b.sides[second:second+mapBlockSize], s, 1)
		if metric != nil {
			a := metric[mapBlockSize*e : mapBlockSize*(e+1)]
			copy(b.metrics[first:], a)
			copy(b.metrics[second:], a)
		}
	}
	return 2 * (to - from)
}

// fill is mapsOp.fill for d = 4. It returns false if this machine lacks the kernels; the
// caller must then fill dst.
func (b *mapBlocks) fill(o *mapsOp, dst, metric []float64) bool {
	m := len(o.sheaf.Edges)
	for e := 0; e < m; e += blockEdges {
		n := b.load(o, e, min(e+blockEdges, m), metric) // number of blocks
		size := mapBlockSize * n
		maps := dst[mapEdgeSize*e : mapEdgeSize*e+size]
		lifted := maps // S·W and σSᵀ·W
		if metric != nil {
			lifted = b.product[:size]
		}
		clear(lifted)
		// Each block of lifted gets the product of the block of sides and W_θ.
		isSupported := linalg.MapsTimes4(b.zero[:n], 1, b.sides[:size], o.used, lifted)
		if !isSupported {
			return false
		}
		if metric != nil {
			// Block k of maps gets the product of A_e and block k of lifted. The machine has this
			// kernel, as above.
			clear(maps)
			linalg.MapsTimes4(b.index[:n], 1, b.metrics[:size], lifted, maps)
		}
	}
	return true
}

// backward is mapsOp.Backward for d = 4. o.weightT must hold Wᵀ. It returns false if this
// machine lacks the kernels. It has then changed no gradient, since a machine has both
// kernels or neither.
func (b *mapBlocks) backward(o *mapsOp) bool {
	m := len(o.sheaf.Edges)
	for e := 0; e < m; e += blockEdges {
		to := min(e+blockEdges, m)
		n := b.load(o, e, to, o.metric) // number of blocks
		size := mapBlockSize * n
		// productGrad = Aᵀ·∂ℓ/∂R is the gradient with respect to the product of side and W.
		productGrad := o.out.Grad.Data[mapEdgeSize*e : mapEdgeSize*e+size]
		if o.metric != nil {
			clear(b.g[:size])
			if !linalg.NodeGrams4(b.index[:n], b.metrics[:size], productGrad, b.g[:size]) {
				return false
			}
			productGrad = b.g[:size]
		}
		if o.plan.Grad != nil {
			sideGrad := b.product[:size]
			clear(sideGrad)
			if !linalg.MapsTimes4(b.zero[:n], 1, productGrad, o.weightT, sideGrad) {
				return false
			}
			for k := range to - e {
				planGrad := o.plan.Grad.Data[mapBlockSize*(e+k) : mapBlockSize*(e+k+1)]
				b.addToPlan(o, planGrad, sideGrad[mapEdgeSize*k:mapEdgeSize*(k+1)])
			}
		}
		// The gradient of W is the sum of sideᵀ·productGrad over all blocks.
		if o.weight.Grad != nil && !linalg.NodeGrams4(b.zero[:n], b.sides[:size], productGrad, o.weight.Grad.Data) {
			return false
		}
	}
	return true
}

// addToPlan adds the gradients of both sides of an edge, the two blocks of grads, to dst,
// the gradient of S of this edge.
func (b *mapBlocks) addToPlan(o *mapsOp, dst, grads []float64) {
	// Arrays of constant size need no bounds checks.
	sum := (*[mapBlockSize]float64)(dst)
	grad0, grad1 := (*[mapBlockSize]float64)(grads), (*[mapBlockSize]float64)(grads[mapBlockSize:])
	for k, x := range grad0 {
		sum[k] += x
	}
	for k, x := range grad1 {
		if o.literal { // the plan of side 1 is S, too
			sum[k] += x
		} else {
			transposed := k>>2 + k<<2&15 // 4j + i for k = 4i + j
			sum[transposed] += float64(o.sign * x)
		}
	}
}
