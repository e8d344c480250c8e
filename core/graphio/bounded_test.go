//go:build unix

package graphio

import (
	"runtime"
	"syscall"
	"testing"
	"time"
)

// bounded runs f, which reads size bytes. It fails above a second or 256 MB for each megabyte begun.
// The time is processor time, so that a busy machine does not stretch it.
func bounded(t *testing.T, size int, f func()) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := processor()
	f()
	used := processor() - start
	runtime.ReadMemStats(&after)
	shares := uint64(1 + size>>20)
	if used > time.Duration(shares)*time.Second {
		t.Fatalf("%d bytes took %v", size, used)
	}
	if got := after.TotalAlloc - before.TotalAlloc; got > shares<<28 {
		t.Fatalf("%d bytes took %d MB", size, got>>20)
	}
}

// processor returns the processor time of this process.
func processor() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
