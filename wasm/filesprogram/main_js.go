// Command filesprogram is the part of the browser's program that works with
// the contents of files (package work). The worker's script (assets/boot)
// starts it beside the program when the first job for it comes.
package main

import (
	"syscall/js"

	"sheafscope/wasm/files/work"
)

func main() {
	array := js.Global().Get("Uint8Array")
	serve := js.FuncOf(func(_ js.Value, args []js.Value) any {
		contents := make([][]byte, args[1].Length())
		for k := range contents {
			contents[k] = copied(args[1].Index(k))
		}
		answer := work.Serve(copied(args[0]), contents)
		out := array.New(len(answer))
		js.CopyBytesToJS(out, answer)
		return out
	})
	js.Global().Get("sheafscopeWorker").Call("filesReady", serve)
	select {} // it serves until the worker ends
}

func copied(v js.Value) []byte {
	data := make([]byte, v.Get("byteLength").Int())
	js.CopyBytesToGo(data, v)
	return data
}
