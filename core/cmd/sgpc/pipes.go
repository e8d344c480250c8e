//go:build !js

package main

import (
	"os/signal"
	"syscall"
)

// reportClosedPipes makes a write to a closed pipe an ordinary error, which would otherwise end the program.
func reportClosedPipes() { signal.Ignore(syscall.SIGPIPE) }
