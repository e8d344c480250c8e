package view

import (
	"strings"

	"sheafscope/wasm/client"
)

// duration says a number of seconds roughly.
func duration(s float64) string {
	switch {
	case s < 1.5:
		return "about a second left"
	case s < 90:
		return "about " + Int(int(s+0.5)) + " seconds left"
	case s < 5400:
		return "about " + Int(int(s/60+0.5)) + " minutes left"
	}
	return "about " + Fix(s/3600, 1) + " hours left"
}

// runsLeft says how many runs of a batch have ended, and how long the others take where that is known.
func runsLeft(r *client.Report) string {
	text := Int(r.Done) + " of " + Int(r.Total)
	if r.Left >= 0 {
		text += ", " + duration(r.Left)
	}
	return text
}

// runCount writes "3 seeds" or "1 seed".
func runCount(n int, what string) string {
	if n == 1 {
		what = strings.TrimSuffix(what, "s")
	}
	return Int(n) + " " + what
}
