package shell

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"time"
)

// Command runs a program with the terminal as its output; env is added to the environment.
func Command(ctx context.Context, env []string, name string, args ...string) error {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = append(os.Environ(), env...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := Run(cmd); err != nil {
		return fmt.Errorf("%s %v: %w", name, args, err)
	}
	return nil
}

// Run runs a command in a process group of its own and leaves no process of the group behind. When the command's context ends, the
// group gets a polite signal, and ten seconds later it is killed. Where this program itself is killed, nothing ends the group.
func Run(cmd *exec.Cmd) error {
	ownGroup(cmd)
	if cmd.Cancel != nil {
		cmd.Cancel = func() error { return interrupt(cmd.Process) }
		cmd.WaitDelay = 10 * time.Second
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	defer kill(cmd.Process)
	return cmd.Wait()
}
