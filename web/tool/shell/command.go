package shell

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"time"
)

// Command runs a program that writes to the standard output and standard error of this program. The strings of env, such as "GOOS=js", are
// added to the environment of the program.
func Command(ctx context.Context, env []string, name string, args ...string) error {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = append(os.Environ(), env...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := Run(cmd); err != nil {
		return fmt.Errorf("%s %v: %w", name, args, err)
	}
	return nil
}

// endDelay is the time from SIGTERM to the kill of a command that has not ended.
const endDelay = 10 * time.Second

// Run runs a command in a separate process group. After the end of the command, Run kills the remaining processes of the group. If the
// context of the command ends, the group receives SIGTERM, and the command is killed endDelay later. If this program itself is killed, the
// group continues.
func Run(cmd *exec.Cmd) error {
	ownGroup(cmd)
	if cmd.Cancel != nil {
		cmd.Cancel = func() error { return interrupt(cmd.Process) }
		cmd.WaitDelay = endDelay
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	defer kill(cmd.Process)
	return cmd.Wait()
}
