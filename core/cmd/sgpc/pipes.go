//go:build !js

package main

import (
	"os/signal"
	"syscall"
)

// reportClosedPipes makes a write to a pipe that nobody reads an error like any other, not the end of the program.
func reportClosedPipes() { signal.Ignore(syscall.SIGPIPE) }
