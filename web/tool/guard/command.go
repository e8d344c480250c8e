package guard

import (
	"context"
	"fmt"
	"os"
	"os/exec"
)

// Command runs a program with the terminal as its output; env is added to the environment.
func Command(ctx context.Context, env []string, name string, args ...string) error {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = append(os.Environ(), env...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := Run(ctx, cmd); err != nil {
		return fmt.Errorf("%s %v: %w", name, args, err)
	}
	return nil
}
