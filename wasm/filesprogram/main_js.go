// Command filesprogram is the program that reads and writes files (package work). The worker's script (assets/boot/worker.js) starts it
// with the first job for files.
package main

import "sheafscope/wasm/files/work"

func main() { work.Run() }
