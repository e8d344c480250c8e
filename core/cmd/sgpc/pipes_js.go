// The reaction to a closed pipe in wasm.

package main

// reportClosedPipes does nothing, since wasm has no signals.
func reportClosedPipes() {}
