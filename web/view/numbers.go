package view

import (
	"math"
	"slices"

	"sheafscope/core/order"
)

// Even returns at most so many of the numbers 0 … n−1, evenly spaced.
func Even(n, most int) []int {
	out := make([]int, min(n, most))
	for k := range out {
		out[k] = k * n / len(out)
	}
	return out
}

// MaxOf returns the largest number, −∞ for an empty list.
func MaxOf(v []float64) float64 {
	best := math.Inf(-1)
	for _, x := range v {
		if x > best {
			best = x
		}
	}
	return best
}

// MinOf returns the least number, +∞ for an empty list.
func MinOf(v []float64) float64 {
	best := math.Inf(1)
	for _, x := range v {
		if x < best {
			best = x
		}
	}
	return best
}

// SumOf returns the sum of the numbers.
func SumOf(v []float64) float64 {
	t := 0.0
	for _, x := range v {
		t += x
	}
	return t
}

// MeanOf returns the mean of the numbers, 0 for an empty list.
func MeanOf(v []float64) float64 {
	if len(v) == 0 {
		return 0
	}
	return SumOf(v) / float64(len(v))
}

// Last returns the last number, NaN for an empty list.
func Last(v []float64) float64 {
	if len(v) == 0 {
		return math.NaN()
	}
	return v[len(v)-1]
}

// Top returns the indices of the k largest numbers, largest first, equal ones in their order.
func Top(v []float64, k int) []int {
	top := make([]int, 0, min(k, len(v)))
	for i, x := range v {
		at := len(top)
		for at > 0 && x > v[top[at-1]] {
			at--
		}
		if at == cap(top) {
			continue
		}
		if len(top) < cap(top) {
			top = append(top, 0)
		}
		copy(top[at+1:], top[at:])
		top[at] = i
	}
	return top
}

// MaxNorm returns the largest absolute value.
func MaxNorm(v []float64) float64 { return max(MaxOf(v), -MinOf(v)) }

// Descending returns the numbers in descending order.
func Descending(v []float64) []float64 {
	v = slices.Clone(v)
	order.Floats(v)
	slices.Reverse(v)
	return v
}

// Spread samples a list evenly at k places, including both ends.
func Spread(v []float64, k int) Vec {
	out := make(Vec, min(k, len(v)))
	for i := range out {
		out[i] = v[i*(len(v)-1)/max(1, len(out)-1)]
	}
	return out
}

// Histogram counts numbers in k equal bins from lo to hi; the first and the last bin include those beyond.
func Histogram(v []float64, lo, hi float64, k int) Vec {
	out := make(Vec, k)
	for _, x := range v {
		b := int((x - lo) / (hi - lo) * float64(k))
		out[min(max(b, 0), k-1)]++
	}
	return out
}

// Places returns the texts of 1 … n.
func Places(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = Int(i + 1)
	}
	return out
}
