// Command wasm is the program of the laboratory. Its argument is a role: "page" renders the panels and sends messages to the worker,
// "worker" computes. The boot scripts (assets/boot) compile the module once for both roles. In a single file the program also has the role
// "files" (whole_js.go).
package main

import (
	"os"

	"sheafscope/wasm/worker"
)

// roles has the functions of the roles. None of them returns.
var roles = map[string]func(){"page": runPage, "worker": worker.Run}

func main() {
	worker.ExposeHeap()
	roles[os.Args[1]]()
}
