package linalg

import "unsafe"

// This file adds multiples of rows to a row y, the inner step of SpMM and BlockApply.
// One pass over four rows reads and writes y a quarter as often as four passes over one row,
// and adds in the same order: ((y + v₀x₀) + v₁x₁) + … The conversions float64(v*x) forbid
// fused multiply-adds. The first loop of a function processes four numbers of the rows at a
// time, and the second loop the rest. A number has 8 bytes.
//
// In WebAssembly a bounds check of each load would take as long as the arithmetic. The loops
// therefore use unsafe pointers, and row checks the bounds once for each row.

// row returns a pointer to the row b[start : start+n], n > 0. It panics if the row exceeds the capacity of b.
func row(b []float64, start, n int) unsafe.Pointer {
	return unsafe.Pointer(unsafe.SliceData(b[start : start+n]))
}

// at returns a pointer to the float64 that begins i bytes after p.
func at(p unsafe.Pointer, i int) *float64 { return (*float64)(unsafe.Add(p, i)) }

// addFour sets y ← (((y + v₀x₀) + v₁x₁) + v₂x₂) + v₃x₃ for rows of n numbers, which start at x0 … x3 and y.
func addFour(v *[4]float64, x0, x1, x2, x3, y unsafe.Pointer, n int) {
	v0, v1, v2, v3 := v[0], v[1], v[2], v[3]
	end := n * 8 // in bytes, like i
	i := 0
	for ; i <= end-32; i += 32 {
		a, b, c, d := (*[4]float64)(unsafe.Add(x0, i)), (*[4]float64)(unsafe.Add(x1, i)), (*[4]float64)(unsafe.Add(x2, i)),
			(*[4]float64)(unsafe.Add(x3, i))
		s := (*[4]float64)(unsafe.Add(y, i))
		s[0] = (((s[0] + float64(v0*a[0])) + float64(v1*b[0])) + float64(v2*c[0])) + float64(v3*d[0])
		s[1] = (((s[1] + float64(v0*a[1])) + float64(v1*b[1])) + float64(v2*c[1])) + float64(v3*d[1])
		s[2] = (((s[2] + float64(v0*a[2])) + float64(v1*b[2])) + float64(v2*c[2])) + float64(v3*d[2])
		s[3] = (((s[3] + float64(v0*a[3])) + float64(v1*b[3])) + float64(v2*c[3])) + float64(v3*d[3])
	}
	for ; i < end; i += 8 {
		s := at(y, i)
		*s = (((*s + float64(v0**at(x0, i))) + float64(v1**at(x1, i))) + float64(v2**at(x2, i))) + float64(v3**at(x3, i))
	}
}

// addTwo sets y ← (y + v₀x₀) + v₁x₁ for rows of n numbers, which start at x0, x1 and y.
func addTwo(v *[2]float64, x0, x1, y unsafe.Pointer, n int) {
	v0, v1 := v[0], v[1]
	end := n * 8 // in bytes, like i
	i := 0
	for ; i <= end-32; i += 32 {
		a, b := (*[4]float64)(unsafe.Add(x0, i)), (*[4]float64)(unsafe.Add(x1, i))
		s := (*[4]float64)(unsafe.Add(y, i))
		s[0] = (s[0] + float64(v0*a[0])) + float64(v1*b[0])
		s[1] = (s[1] + float64(v0*a[1])) + float64(v1*b[1])
		s[2] = (s[2] + float64(v0*a[2])) + float64(v1*b[2])
		s[3] = (s[3] + float64(v0*a[3])) + float64(v1*b[3])
	}
	for ; i < end; i += 8 {
		s := at(y, i)
		*s = (*s + float64(v0**at(x0, i))) + float64(v1**at(x1, i))
	}
}

// addOne sets y ← y + v·x for rows of n numbers, which start at x and y.
func addOne(v float64, x, y unsafe.Pointer, n int) {
	end := n * 8 // in bytes, like i
	i := 0
	for ; i <= end-32; i += 32 {
		a, s := (*[4]float64)(unsafe.Add(x, i)), (*[4]float64)(unsafe.Add(y, i))
		s[0] += float64(v * a[0])
		s[1] += float64(v * a[1])
		s[2] += float64(v * a[2])
		s[3] += float64(v * a[3])
	}
	for ; i < end; i += 8 {
		*at(y, i) += float64(v * *at(x, i))
	}
}
