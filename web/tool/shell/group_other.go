//go:build !unix

package shell

import (
	"os"
	"os/exec"
)

// ownGroup does nothing where there are no process groups: a group is its first process.
func ownGroup(*exec.Cmd) {}

func interrupt(first *os.Process) error { return first.Kill() }

func kill(first *os.Process) { _ = first.Kill() } // an error says that it has ended
