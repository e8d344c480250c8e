package linalg

// Keep sets o_i to factor·v_i when the lowest bit of mask_i is set and to 0·v_i
// otherwise. o may be v.
func Keep(o, v []float64, mask []uint8, factor float64) {
	checkLen(len(o), len(v))
	checkLen(len(mask), len(v))
	kern.keep(o, v, mask, factor)
}

func goKeep(o, v []float64, mask []uint8, factor float64) {
	f := [2]float64{0, factor}
	for i, m := range mask {
		o[i] = f[m&1] * v[i]
	}
}

// DrawMask sets mask_i to 1 when the i-th 32-bit number of a rand.PCG is at least
// limit, else to 0; a draw gives two numbers, the lower half first. state is the
// state of the generator, upper half first. It reports false, and changes nothing,
// when the kernel in use has no such loop.
func DrawMask(state *[2]uint64, mask []uint8, limit uint32) bool {
	if kern.drawMask == nil {
		return false
	}
	kern.drawMask(state, mask, limit)
	return true
}
