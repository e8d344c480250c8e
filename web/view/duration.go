package view

// This file has the formats of remaining times. An estimate has a least and a most number of seconds.

import (
	"math"

	"sheafscope/wasm/client"
)

// units are the units of time in descending order. A duration gets the first unit whose field shortest, in seconds, it reaches. So 5400
// seconds are 1.5 hours, and 90 seconds are 2 minutes. length is the length of the unit in seconds, and decimals is the number of printed
// decimals.
var units = [...]struct {
	shortest, length float64
	name             string
	decimals         int
}{{5400, 3600, "hours", 1}, {90, 60, "minutes", 0}, {0, 1, "seconds", 0}}

// Duration formats a remaining time in seconds as a rounded number of hours, minutes or seconds.
func Duration(seconds float64) string { return DurationRange(seconds, seconds) }

// DurationRange formats a remaining time between least and most seconds, for example "2 to 3 minutes left". The longer time determines
// the unit. If both times round to the same number, the text has this number once. If most is below 1.5, the text is "about a second
// left". If most is NaN, or at least 10⁶, the text is "many hours left". A least below 0 counts as 0.
func DurationRange(least, most float64) string {
	switch {
	case most < 1.5: // seconds; from 1.5 on the number rounds to 2
		return "about a second left"
	case !(most < 1e6): // true for NaN as well
		return "many hours left"
	}
	for _, unit := range units {
		if most < unit.shortest {
			continue
		}
		low := Fix(math.Max(least, 0)/unit.length, unit.decimals)
		high := Fix(most/unit.length, unit.decimals)
		if low == high {
			return "about " + high + " " + unit.name + " left"
		}
		return low + " to " + high + " " + unit.name + " left"
	}
	return "" // not reached: the last unit begins at 0
}

// RunsLeft formats the progress of a batch of runs, such as "3 of 10, 2 to 3 minutes left". Left and Most, in seconds, bound the remaining
// time. If the time is unknown, both are −1, and the text has only the numbers of runs.
func RunsLeft(batch *client.PoolState) string {
	text := Int(batch.Done) + " of " + Int(batch.Total)
	if batch.Left >= 0 {
		text += ", " + DurationRange(batch.Left, batch.Most)
	}
	return text
}
