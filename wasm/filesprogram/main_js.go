// Command filesprogram is the part of the browser's program that works with
// the contents of files (package work). The worker's script (assets/boot)
// starts it beside the program when the first job for it comes.
package main

import (
	"github.com/hack-pad/safejs"

	"sheafscope/wasm/files/work"
	"sheafscope/wasm/script"
)

func main() {
	serve := script.Func(func(args []safejs.Value) any {
		contents := make([][]byte, script.Must(args[1].Length()))
		for k := range contents {
			contents[k] = script.Must(script.Bytes(script.Must(args[1].Index(k))))
		}
		return script.FromBytes(work.Serve(script.Must(script.Bytes(args[0])), contents))
	})
	script.Call(script.Global("sheafscopeWorker"), "filesReady", serve)
	select {} // it serves until the worker ends
}
