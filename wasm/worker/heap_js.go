package worker

import (
	"runtime"
	"runtime/debug"

	"github.com/hack-pad/safejs"

	"sheafscope/wasm/script"
)

// ExposeHeap defines sheafscopeHeap() for tests of leaks: it collects garbage and returns the live heap in bytes. The size of a WebAssembly
// memory would not do, since it never shrinks.
func ExposeHeap() {
	heap := script.Func(func([]safejs.Value) any {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return float64(m.HeapAlloc)
	})
	script.Set(safejs.Global(), "sheafscopeHeap", heap)
}

// DelayFirstGC delays the first garbage collection until the heap has so many bytes. During the start a collection finds little garbage,
// and the visitor waits for it. After the first collection the usual GC percentage of 100 applies.
func DelayFirstGC(bytes int) {
	const atFirst = 4 << 20 // heap size of the runtime's first collection at 100 per cent
	debug.SetGCPercent(100 * bytes / atFirst)
	runtime.SetFinalizer(&struct{ *int }{new(int)}, func(any) { debug.SetGCPercent(100) })
}
