// Command filesprogram is the part of the browser's program that works with
// the contents of files (package work). The worker's script (assets/boot)
// starts it beside the program when the first job for it comes.
package main

import "sheafscope/wasm/files/work"

func main() { work.Run() }
