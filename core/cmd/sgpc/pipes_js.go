// In wasm there are no signals, so a closed pipe needs no preparation.

package main

// reportClosedPipes does nothing, since wasm has no signals.
func reportClosedPipes() {}
