package worker

import (
	"runtime"
	"runtime/debug"

	"github.com/hack-pad/safejs"

	"sheafscope/wasm/script"
)

// OfferHeap lets tests of leaks ask for the bytes that the program holds after
// a collection: sheafscopeHeap(). The memory of a WebAssembly program only ever
// grows, so its size is what was needed once, not what is kept.
func OfferHeap() {
	heap := script.Func(func([]safejs.Value) any {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return float64(m.HeapAlloc)
	})
	script.Set(safejs.Global(), "sheafscopeHeap", heap)
}

// PutOffCollection puts the first collection of garbage off until the heap holds so many bytes. Before the page is there it costs
// time that a visitor waits for, and finds next to nothing. From then on the heap grows to twice of what is left of it, as ever.
func PutOffCollection(bytes int) {
	const atFirst = 4 << 20 // the runtime's own: it collects from there on where a hundred per cent may be added
	debug.SetGCPercent(100 * bytes / atFirst)
	runtime.SetFinalizer(&struct{ *int }{new(int)}, func(any) { debug.SetGCPercent(100) })
}
