// Command coursefile is the program of the course's single file. Its argument is a role: "course" for the figures (courseprogram), "worker"
// for training, or "files" for reading and writing files (filesprogram). The single file has this program alone: with the laboratory's
// program as worker it would exceed its size limit.
package main

import (
	"os"

	"sheafscope/wasm/files/jobs"
	"sheafscope/wasm/worker"
	"sheafscope/web/course/page"
)

// main calls the function of the role, which does not return. The scripts of the single file pass only these roles.
func main() {
	roles := map[string]func(){"course": page.Run, "worker": worker.Run, "files": jobs.Run}
	roles[os.Args[1]]()
}
