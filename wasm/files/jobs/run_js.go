package jobs

import (
	"github.com/hack-pad/safejs"

	"sheafscope/wasm/script"
)

// Run passes [Serve] to the worker's script (assets/boot/worker.js), which calls Serve for every job. Run does not return.
func Run() {
	// The arguments are the encoded job and an array with the contents of its files. Job, contents and result are Uint8Arrays.
	onJob := script.Func(func(args []safejs.Value) any {
		job, list := script.Must(script.Bytes(args[0])), args[1]
		contents := make([][]byte, script.Must(list.Length()))
		for k := range contents {
			array := script.Must(list.Index(k))
			contents[k] = script.Must(script.Bytes(array))
		}
		return script.FromBytes(Serve(job, contents))
	})
	script.Call(script.Global("sheafscopeWorker"), "filesReady", onJob)
	select {} // a program that returned could not serve jobs
}
