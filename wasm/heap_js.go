package main

import (
	"runtime"
	"syscall/js"
)

// offerHeap lets tests of leaks ask for the bytes that the program holds after
// a collection: sheafscopeHeap(). The memory of a WebAssembly program only ever
// grows, so its size tells what was needed once, not what is kept.
func offerHeap() {
	js.Global().Set("sheafscopeHeap", js.FuncOf(func(js.Value, []js.Value) any {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return float64(m.HeapAlloc)
	}))
}
