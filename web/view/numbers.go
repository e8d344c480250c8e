package view

import (
	"math"
	"sort"
)

// Even returns at most most of the numbers 0 … n−1, evenly spaced.
func Even(n, most int) []int {
	out := make([]int, min(n, most))
	for k := range out {
		out[k] = k * n / len(out)
	}
	return out
}

// MaxOf is the largest number, −∞ of none.
func MaxOf(v []float64) float64 {
	best := math.Inf(-1)
	for _, x := range v {
		if x > best {
			best = x
		}
	}
	return best
}

// MinOf is the least number, +∞ of none.
func MinOf(v []float64) float64 {
	best := math.Inf(1)
	for _, x := range v {
		if x < best {
			best = x
		}
	}
	return best
}

// SumOf is the sum of the numbers.
func SumOf(v []float64) float64 {
	t := 0.0
	for _, x := range v {
		t += x
	}
	return t
}

// MeanOf is the mean of the numbers, 0 of none.
func MeanOf(v []float64) float64 {
	if len(v) == 0 {
		return 0
	}
	return SumOf(v) / float64(len(v))
}

// Last is the last number, not a number of none.
func Last(v []float64) float64 {
	if len(v) == 0 {
		return math.NaN()
	}
	return v[len(v)-1]
}

// Top returns the indices of the k largest numbers, largest first.
func Top(v []float64, k int) []int {
	idx := make([]int, len(v))
	for i := range idx {
		idx[i] = i
	}
	sort.SliceStable(idx, func(a, b int) bool { return v[idx[a]] > v[idx[b]] })
	return idx[:min(k, len(idx))]
}

// MaxNorm is the largest magnitude.
func MaxNorm(v []float64) float64 { return max(MaxOf(v), -MinOf(v)) }

// Spread samples the sorted list at k places.
func Spread(v []float64, k int) Vec {
	order := Top(v, len(v))
	out := make(Vec, 0, k)
	for i := range min(k, len(v)) {
		out = append(out, v[order[i*(len(order)-1)/max(1, min(k, len(v))-1)]])
	}
	return out
}

// Histogram counts numbers in k equal bins from lo to hi; those beyond are in the first and the last.
func Histogram(v []float64, lo, hi float64, k int) Vec {
	out := make(Vec, k)
	for _, x := range v {
		b := int((x - lo) / (hi - lo) * float64(k))
		out[min(max(b, 0), k-1)]++
	}
	return out
}

// Places writes 1 … n.
func Places(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = Int(i + 1)
	}
	return out
}
