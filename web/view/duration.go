package view

import "sheafscope/wasm/client"

// Duration says a number of seconds roughly.
func Duration(s float64) string {
	switch {
	case s < 1.5:
		return "about a second left"
	case s < 90:
		return "about " + Int(int(s+0.5)) + " seconds left"
	case s < 5400:
		return "about " + Int(int(s/60+0.5)) + " minutes left"
	case s < 1e6:
		return "about " + Fix(s/3600, 1) + " hours left"
	}
	return "many hours left"
}

// RunsLeft says how many runs of a batch have ended, and how long the others take where that is known.
func RunsLeft(r *client.PoolState) string {
	text := Int(r.Done) + " of " + Int(r.Total)
	if r.Left >= 0 {
		text += ", " + Duration(r.Left)
	}
	return text
}
