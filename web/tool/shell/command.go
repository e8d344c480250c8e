// This file runs programs, and ends the processes that they leave behind.

package shell

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"time"
)

// Command runs a program with this program's standard output and standard error. The strings of env, such as "GOOS=js", are added to the
// environment. The error names the program and its arguments.
func Command(ctx context.Context, env []string, name string, args ...string) error {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = append(os.Environ(), env...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := Run(cmd); err != nil {
		return fmt.Errorf("%s %v: %w", name, args, err)
	}
	return nil
}

// termGrace is the time between SIGTERM and the kill of a command.
const termGrace = 10 * time.Second

// Run runs a command in a separate process group. After the end of the command, Run kills the remaining processes of the group. If the
// context of the command ends, the group receives SIGTERM, and the command is killed after termGrace. If this program itself is killed, the
// group survives. An error means that the command did not start, that its exit status is not 0, that its context ended first, or that a
// remaining process held a pipe of the command open for termGrace. Systems that are not Unix kill only the command itself, at once.
func Run(cmd *exec.Cmd) error {
	ownGroup(cmd)
	if cmd.Cancel != nil { // the command has a context
		cmd.Cancel = func() error { return interrupt(cmd.Process) }
		cmd.WaitDelay = termGrace
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	defer kill(cmd.Process) // after Wait: the other processes of the group
	return cmd.Wait()
}
