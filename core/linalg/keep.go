package linalg

// This file contains the loops of dropout: packages autodiff and peer call Keep, and package rng calls DrawMask.

// Keep sets o_i to factor·v_i if the lowest bit of mask_i is set, and to 0·v_i if the
// bit is not set. o may be v.
func Keep(o, v []float64, mask []uint8, factor float64) {
	checkLen(len(o), len(v))
	checkLen(len(mask), len(v))
	kern.keep(o, v, mask, factor)
}

// goKeep is the kernel keep in Go. The table replaces a branch.
func goKeep(o, v []float64, mask []uint8, factor float64) {
	f := [2]float64{0, factor}
	for i, m := range mask {
		o[i] = f[m&1] * v[i]
	}
}

// DrawMask sets mask_i to 1 if random number i is at least limit, and to 0 if it is smaller. Each
// draw of 64 bits from a rand.PCG gives two random numbers of 32 bits, the lower half first. For an
// odd length of mask, the last upper half is not used. DrawMask advances state, the state of the
// rand.PCG, upper half first. If the present kernel lacks the loop, DrawMask returns false and
// changes nothing.
func DrawMask(state *[2]uint64, mask []uint8, limit uint32) (drawn bool) {
	if kern.drawMask == nil {
		return false
	}
	kern.drawMask(state, mask, limit)
	return true
}
