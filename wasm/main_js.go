// Command wasm is the browser's program: one binary in two roles. As "page" it
// draws the panels and talks to the worker; as "worker" it computes. The boot
// scripts (assets/boot) compile it once and give the module to both.
package main

import (
	"os"

	"sheafscope/wasm/worker"
)

func main() {
	worker.OfferHeap()
	if len(os.Args) > 1 && os.Args[1] == "worker" {
		worker.Run()
		return
	}
	runPage()
}
