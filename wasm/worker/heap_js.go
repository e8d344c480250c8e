package worker

import (
	"runtime"

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
