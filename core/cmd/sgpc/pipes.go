//go:build !js

package main

import (
	"os/signal"
	"syscall"
)

// reportClosedPipes makes a write to a closed pipe return an error. Without it, the signal SIGPIPE would end the program.
func reportClosedPipes() { signal.Ignore(syscall.SIGPIPE) }
