//go:build unix

package graphio

import (
	"runtime"
	"syscall"
	"testing"
	"time"
)

// bounded runs f, which reads size bytes. The test fails if f takes more than 1 s of processor time or allocates more than 256 MB.
// Both limits are for each started megabyte of size. Processor time does not grow when other processes run, as elapsed time does.
func bounded(t *testing.T, size int, f func()) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := processorTime()
	f()
	used := processorTime() - start
	runtime.ReadMemStats(&after)
	megabytes := uint64(1 + size>>20)
	if used > time.Duration(megabytes)*time.Second {
		t.Fatalf("reading %d bytes took %v, want at most 1 s for each started megabyte", size, used)
	}
	// 1<<28 bytes are 256 MB.
	if allocated := after.TotalAlloc - before.TotalAlloc; allocated > megabytes<<28 {
		t.Fatalf("reading %d bytes allocated %d MB, want at most 256 for each started megabyte", size, allocated>>20)
	}
}

// processorTime returns the processor time of this process, or 0 if the system does not report it.
func processorTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
