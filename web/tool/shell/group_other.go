//go:build !unix

package shell

import (
	"os"
	"os/exec"
)

// Without process groups a group is its first process alone.

// ownGroup does nothing.
func ownGroup(*exec.Cmd) {}

// interrupt ends the first process, since there is no signal for an orderly end.
func interrupt(first *os.Process) error { return first.Kill() }

// kill ends the first process.
func kill(first *os.Process) { _ = first.Kill() } // fails if the process has ended
