//go:build unix

// This file has process groups on Unix, for Run. A group has a command and the processes that the command starts, except those that leave
// the group.

package shell

import (
	"os"
	"os/exec"
	"syscall"
)

// ownGroup makes a command start in a new process group. The first process of the command leads the group, and the group has the number of
// this process.
func ownGroup(cmd *exec.Cmd) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.Setpgid = true
}

// interrupt sends SIGTERM to the group of a first process. A negative number addresses a group.
func interrupt(first *os.Process) error { return syscall.Kill(-first.Pid, syscall.SIGTERM) }

// kill sends SIGKILL to the group of a first process.
func kill(first *os.Process) {
	_ = syscall.Kill(-first.Pid, syscall.SIGKILL) // fails if the group has no process
}
