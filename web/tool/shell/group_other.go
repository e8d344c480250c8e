//go:build !unix

// This file replaces group_unix.go on systems that are not Unix. Its functions kill only the first process of a command.

package shell

import (
	"os"
	"os/exec"
)

// ownGroup does nothing, because the system has no process groups of Unix.
func ownGroup(*exec.Cmd) {}

// interrupt kills the first process, since the system has no signal for an orderly end.
func interrupt(first *os.Process) error { return first.Kill() }

// kill kills the first process.
func kill(first *os.Process) { _ = first.Kill() } // fails if the process has ended
