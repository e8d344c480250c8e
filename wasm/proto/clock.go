package proto

import "time"

var start = time.Now()

// Now is the time since the program began, more than 0. It is no [time.Time]: a struct that has
// one brings what reads and writes dates into the page's program.
func Now() time.Duration { return time.Since(start) + 1 }
