//go:build unix

package guard

import (
	"os/exec"
	"syscall"
)

// Group puts a command that has not started into a process group of its own.
func Group(cmd *exec.Cmd) { attributes(cmd).Setpgid = true }

// detach keeps a command that has not started away from the terminal.
func detach(cmd *exec.Cmd) { attributes(cmd).Setsid = true }

func attributes(cmd *exec.Cmd) *syscall.SysProcAttr {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	return cmd.SysProcAttr
}

// interrupt requests that a group end.
func interrupt(group int) error { return syscall.Kill(-group, syscall.SIGTERM) }

// kill ends a group.
func kill(group int) {
	_ = syscall.Kill(-group, syscall.SIGKILL) // an error says that nothing of it is left
}
