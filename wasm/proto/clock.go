package proto

// This file has the clock of page and worker.

import "time"

// start is the zero of [Now].
var start = time.Now()

// Now returns the time since the start of the program plus 1 ns. The result is always positive, so that 0 in a field means "no time
// yet". The result is no [time.Time], because a struct with a time.Time adds code for dates to the page's program.
func Now() time.Duration { return time.Since(start) + 1 }
