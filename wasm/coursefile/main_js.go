// Command coursefile is the program of the course's single file, in three roles: as "course"
// it is courseprogram, as "worker" it trains, as "files" it is filesprogram. With the
// laboratory's program as its worker that file would pass its limit.
package main

import (
	"os"

	"sheafscope/wasm/files/work"
	"sheafscope/wasm/worker"
	"sheafscope/web/course/page"
)

func main() {
	roles := map[string]func(){"course": page.Run, "worker": worker.Run, "files": work.Run}
	roles[os.Args[1]]()
}
