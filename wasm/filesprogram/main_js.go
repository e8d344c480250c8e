// Command filesprogram is the program that reads and writes files (package jobs). The worker's script (assets/boot/worker.js) starts it
// with the first job for files.
package main

import "sheafscope/wasm/files/jobs"

func main() { jobs.Run() }
