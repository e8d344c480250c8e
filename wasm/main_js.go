// Command wasm is the browser's program: one binary in two roles. As "page" it
// draws the panels and talks to the worker; as "worker" it computes. The boot
// scripts (assets/boot) compile it once and give the module to both. In a single
// file it has the role of filesprogram, too (whole_js.go).
package main

import (
	"os"

	"sheafscope/wasm/worker"
)

var roles = map[string]func(){"page": runPage, "worker": worker.Run}

func main() {
	worker.OfferHeap()
	roles[os.Args[1]]()
}
