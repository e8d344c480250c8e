//go:build !unix

package shell

import (
	"os"
	"os/exec"
)

// On a system without process groups only the first process is interrupted or killed.

// ownGroup does nothing, because there are no groups.
func ownGroup(*exec.Cmd) {}

// interrupt kills the first process, since there is no signal for an orderly end.
func interrupt(first *os.Process) error { return first.Kill() }

// kill kills the first process.
func kill(first *os.Process) { _ = first.Kill() } // fails if the process has ended
