// Command wasm is the program of the laboratory. Its argument is a role. In the role "page" it renders the panels and sends messages to the
// worker. In the role "worker" it computes. In a single file the program has a third role, "files" (whole_js.go).
package main

import (
	"os"

	"sheafscope/wasm/worker"
)

// roles has the function of each role. No function returns.
var roles = map[string]func(){"page": runPage, "worker": worker.Run}

// main calls the function of the role. The boot scripts pass only keys of roles.
func main() {
	worker.ExposeHeap() // for tests of leaks
	roles[os.Args[1]]()
}
