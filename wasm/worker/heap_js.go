package worker

import (
	"runtime"
	"runtime/debug"

	"github.com/hack-pad/safejs"

	"sheafscope/wasm/script"
)

// ExposeHeap defines sheafscopeHeap() for tests of leaks. The function collects garbage and returns the size of the live heap in bytes. The
// size of the WebAssembly memory shows no leak, since it never shrinks.
func ExposeHeap() {
	heap := script.Func(func([]safejs.Value) any {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return float64(m.HeapAlloc)
	})
	script.Set(safejs.Global(), "sheafscopeHeap", heap)
}

// DelayFirstGC delays the first garbage collection until the heap has the given number of bytes. During the start a collection finds little
// garbage and delays the first picture. After the first collection the default GC percentage of 100 applies.
func DelayFirstGC(bytes int) {
	const atFirst = 4 << 20 // heap size of the runtime's first collection at 100 per cent
	debug.SetGCPercent(100 * bytes / atFirst)
	// The finalizer of a garbage object runs after the first collection.
	runtime.SetFinalizer(&struct{ *int }{new(int)}, func(any) { debug.SetGCPercent(100) })
}
