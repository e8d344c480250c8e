package proto

import "time"

// start is the moment from which [Now] counts.
var start = time.Now()

// Now is the clock of page and worker. It returns the time since the start of the program plus 1 ns: a positive number, so that 0 in a
// field means "no time yet". The result is no [time.Time], because a struct with a time.Time adds code for dates to the page's program.
func Now() time.Duration { return time.Since(start) + 1 }
