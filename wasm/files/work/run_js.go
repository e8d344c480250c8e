package work

import (
	"github.com/hack-pad/safejs"

	"sheafscope/wasm/script"
)

// Run passes [Serve] to the worker's script (assets/boot/worker.js), which calls it for every job. Run does not return.
func Run() {
	serve := script.Func(func(args []safejs.Value) any {
		contents := make([][]byte, script.Must(args[1].Length()))
		for k := range contents {
			contents[k] = script.Must(script.Bytes(script.Must(args[1].Index(k))))
		}
		return script.FromBytes(Serve(script.Must(script.Bytes(args[0])), contents))
	})
	script.Call(script.Global("sheafscopeWorker"), "filesReady", serve)
	select {}
}
