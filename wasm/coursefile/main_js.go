// Command coursefile is the program of the course's single file, in two roles: as "course"
// it is courseprogram, as "worker" it trains. With the laboratory's program as its worker
// that file would pass its limit.
package main

import (
	"os"

	"sheafscope/wasm/worker"
	"sheafscope/web/course/page"
)

func main() {
	if len(os.Args) > 1 && os.Args[1] == "worker" {
		worker.Run()
		return
	}
	page.Run()
}
