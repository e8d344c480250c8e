//go:build !unix

package guard

import (
	"os"
	"os/exec"
)

// Group does nothing where there are no process groups: a group is its first process.
func Group(*exec.Cmd) {}

func detach(*exec.Cmd) {}

func interrupt(group int) error {
	p, err := os.FindProcess(group)
	if err != nil {
		return err
	}
	return p.Kill()
}

func kill(group int) {
	_ = interrupt(group) // an error says that it has ended
}
