package view

// This file has functions of lists of numbers.

import (
	"math"
	"slices"

	"sheafscope/core/order"
)

// EvenIndices returns min(n, most) indices among 0 … n−1, evenly spaced and ascending. The first index is 0.
func EvenIndices(n, most int) []int {
	out := make([]int, min(n, most))
	for k := range out {
		out[k] = k * n / len(out)
	}
	return out
}

// MaxOf returns the largest number and skips NaN. It returns −∞ for an empty list.
func MaxOf(v []float64) float64 {
	best := math.Inf(-1)
	for _, x := range v {
		if x > best {
			best = x
		}
	}
	return best
}

// MinOf returns the least number and skips NaN. It returns +∞ for an empty list.
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
	sum := 0.0
	for _, x := range v {
		sum += x
	}
	return sum
}

// MeanOf returns the mean of the numbers. It returns 0 for an empty list.
func MeanOf(v []float64) float64 {
	if len(v) == 0 {
		return 0
	}
	return SumOf(v) / float64(len(v))
}

// LastOf returns the last number. It returns NaN for an empty list.
func LastOf(v []float64) float64 {
	if len(v) == 0 {
		return math.NaN()
	}
	return v[len(v)-1]
}

// LargestIndices returns the indices of the min(k, len(v)) largest numbers in descending order of the numbers. Equal numbers keep their
// order. The list has no NaN. The function inserts each number into a sorted list of the largest previous numbers, in O(len(v)·k).
func LargestIndices(v []float64, k int) []int {
	top := make([]int, 0, min(k, len(v)))
	for i, x := range v {
		place := len(top) // the place of i in top
		for place > 0 && x > v[top[place-1]] {
			place--
		}
		if place == cap(top) {
			continue // k numbers are at least as large
		}
		if len(top) < cap(top) {
			top = append(top, 0) // the list grows; a full list loses its last index
		}
		copy(top[place+1:], top[place:])
		top[place] = i
	}
	return top
}

// MaxNorm returns the largest absolute value and skips NaN. It returns −∞ for an empty list.
func MaxNorm(v []float64) float64 { return max(MaxOf(v), -MinOf(v)) }

// Descending returns a copy of the numbers in descending order.
func Descending(v []float64) []float64 {
	v = slices.Clone(v)
	order.Floats(v)
	slices.Reverse(v)
	return v
}

// SampleEvenly returns min(k, len(v)) numbers of v, evenly spaced from the first to the last. For k = 1 it returns the first number.
func SampleEvenly(v []float64, k int) Vec {
	out := make(Vec, min(k, len(v)))
	gaps := max(1, len(out)-1) // between the samples; positive, since it divides
	for i := range out {
		out[i] = v[i*(len(v)-1)/gaps]
	}
	return out
}

// Histogram returns the counts of the numbers in k equal bins between lo and hi, where lo < hi. The first bin also counts NaN and the
// numbers below lo, and the last bin also counts the numbers from hi on.
func Histogram(v []float64, lo, hi float64, k int) Vec {
	out := make(Vec, k)
	for _, x := range v {
		bin := int((x - lo) / (hi - lo) * float64(k))
		out[min(max(bin, 0), k-1)]++
	}
	return out
}

// CoordinateNames returns the names "1" … "n" of n stalk coordinates.
func CoordinateNames(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = Int(i + 1)
	}
	return out
}
