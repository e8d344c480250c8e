//go:build unix

package shell

import (
	"os"
	"os/exec"
	"syscall"
)

// ownGroup puts a command that has not started into a process group of its own.
func ownGroup(cmd *exec.Cmd) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.Setpgid = true
}

// interrupt requests the end of the group whose first process is given.
func interrupt(first *os.Process) error { return syscall.Kill(-first.Pid, syscall.SIGTERM) }

// kill ends the group whose first process is given.
func kill(first *os.Process) {
	_ = syscall.Kill(-first.Pid, syscall.SIGKILL) // an error says that nothing of it is left
}
