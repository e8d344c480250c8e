package proto

import "time"

// start is the zero of [Now].
var start = time.Now()

// Now returns the time since the start of the program, which is always positive. It is no [time.Time], because a struct with one adds code
// for dates to the page's program.
func Now() time.Duration { return time.Since(start) + 1 }
