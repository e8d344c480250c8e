package worker

// This file controls the garbage collection of the programs, and measures their heap.

import (
	"runtime"
	"runtime/debug"

	"github.com/hack-pad/safejs"

	"sheafscope/wasm/script"
)

// ExposeHeap defines sheafscopeHeap() for tests of leaks. This function collects garbage and returns the size of the live heap in bytes.
func ExposeHeap() {
	heap := script.Func(func([]safejs.Value) any {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return float64(m.HeapAlloc)
	})
	script.Set(safejs.Global(), "sheafscopeHeap", heap)
}

// DelayFirstGC delays the first garbage collection until the heap has the given number of bytes: an earlier collection would find little
// garbage and delay the first picture. After the first collection the default GC percentage applies.
func DelayFirstGC(bytes int) {
	const (
		defaultPercent = 100
		defaultHeap    = 4 << 20 // bytes of the heap at the first collection with the default percentage
	)
	debug.SetGCPercent(defaultPercent * bytes / defaultHeap) // the first collection is at a heap of percent/100 · defaultHeap bytes
	// The first collection finds this unreachable object, and then its finalizer runs. The object has a pointer, because Go allocates small
	// objects without pointers together, and the finalizer of such an object may never run.
	runtime.SetFinalizer(&struct{ *int }{new(int)}, func(any) { debug.SetGCPercent(defaultPercent) })
}
