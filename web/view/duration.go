package view

import (
	"math"

	"sheafscope/wasm/client"
)

// units are units of time: the shortest duration in this unit in seconds, its length, its name and its decimals.
var units = [...]struct {
	from, length float64
	name         string
	digits       int
}{{5400, 3600, "hours", 1}, {90, 60, "minutes", 0}, {0, 1, "seconds", 0}}

// Duration formats remaining seconds, rounded.
func Duration(s float64) string { return Between(s, s) }

// Between formats a range of remaining seconds, as one number where both ends round to it.
func Between(least, most float64) string {
	switch {
	case most < 1.5:
		return "about a second left"
	case !(most < 1e6): // NaN, too
		return "many hours left"
	}
	for _, u := range units {
		if most < u.from {
			continue
		}
		low, high := Fix(math.Max(least, 0)/u.length, u.digits), Fix(most/u.length, u.digits)
		if low == high {
			return "about " + high + " " + u.name + " left"
		}
		return low + " to " + high + " " + u.name + " left"
	}
	return ""
}

// RunsLeft formats the finished runs of a batch and the remaining time, where it is known.
func RunsLeft(r *client.PoolState) string {
	text := Int(r.Done) + " of " + Int(r.Total)
	if r.Left >= 0 {
		text += ", " + Between(r.Left, r.Most)
	}
	return text
}
