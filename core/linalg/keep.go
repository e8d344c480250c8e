package linalg

// Keep sets o_i to factor·v_i where the lowest bit of mask_i is set and to 0·v_i
// elsewhere. o may be v.
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

// DrawMask fills mask with 1 where a half of a draw of rand.PCG is at least limit, the
// lower half first, and with 0 elsewhere; state is the generator's, upper half first. It
// does so where the kernel in use has a loop for it, which it reports.
func DrawMask(state *[2]uint64, mask []uint8, limit uint32) bool {
	if kern.drawMask == nil {
		return false
	}
	kern.drawMask(state, mask, limit)
	return true
}
