package view

import (
	"math"

	"sheafscope/wasm/client"
)

// units are the units of time, from the longest to the shortest. From is the shortest duration in the unit, and length is
// the length of the unit, both in seconds. Decimals is the number of decimals of a duration in the unit.
var units = [...]struct {
	from, length float64
	name         string
	decimals     int
}{{5400, 3600, "hours", 1}, {90, 60, "minutes", 0}, {0, 1, "seconds", 0}}

// Duration formats a remaining time in seconds as a rounded number of hours, minutes or seconds.
func Duration(seconds float64) string { return DurationRange(seconds, seconds) }

// DurationRange formats a remaining time between least and most seconds. If both ends round to the same number, the text has it once.
func DurationRange(least, most float64) string {
	switch {
	case most < 1.5:
		return "about a second left"
	case !(most < 1e6): // true for NaN as well
		return "many hours left"
	}
	for _, unit := range units {
		if most < unit.from {
			continue
		}
		low := Fix(math.Max(least, 0)/unit.length, unit.decimals)
		high := Fix(most/unit.length, unit.decimals)
		if low == high {
			return "about " + high + " " + unit.name + " left"
		}
		return low + " to " + high + " " + unit.name + " left"
	}
	return ""
}

// RunsLeft formats the number of finished runs of a batch, and the remaining time unless that is unknown (negative).
func RunsLeft(batch *client.PoolState) string {
	text := Int(batch.Done) + " of " + Int(batch.Total)
	if batch.Left >= 0 {
		text += ", " + DurationRange(batch.Left, batch.Most)
	}
	return text
}
