//go:build !js

// A command must report a closed pipe as an error. On systems with signals, this file prevents the signal SIGPIPE from ending
// the command first.

package main

import (
	"os/signal"
	"syscall"
)

// reportClosedPipes makes a write to a closed pipe return an error. Without it, the signal SIGPIPE would end the program.
func reportClosedPipes() { signal.Ignore(syscall.SIGPIPE) }
