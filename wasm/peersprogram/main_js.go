// Command peersprogram is the worker with all models. The boot scripts (assets/boot)
// start it in place of the page's program, which computes SGPC alone, when a run or
// a job of another model is asked for.
package main

import "sheafscope/wasm/worker"

func main() {
	worker.OfferHeap()
	worker.Run()
}
