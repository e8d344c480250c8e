//go:build !js

package main

import (
	"os/exec"
	"strings"
	"testing"
)

// TestHelpPrintsTheUsage: a request for help prints the usage text, with every command, to standard output and nothing to standard error.
// Without a command, the same text goes to standard error.
func TestHelpPrintsTheUsage(t *testing.T) {
	bin := command(t)
	run := func(args ...string) (out, stderr string) {
		var b, e strings.Builder
		cmd := exec.Command(bin, args...)
		cmd.Stdout, cmd.Stderr = &b, &e
		_ = cmd.Run() // without a command the status is 2
		return b.String(), e.String()
	}
	_, usage := run()
	for _, c := range commands {
		if !strings.Contains(usage, "\n  "+c.name+" ") {
			t.Errorf("the usage text lacks the command %s", c.name)
		}
	}
	for _, arg := range []string{"help", "-h", "--help"} {
		if out, stderr := run(arg); out != usage || stderr != "" {
			t.Errorf("sgpc %s prints %d bytes of %d, and %q to standard error", arg, len(out), len(usage), stderr)
		}
	}
}
