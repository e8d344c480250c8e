//go:build !js

package main

import (
	"os/exec"
	"strings"
	"testing"
)

// TestHelpPrintsTheUsage: sgpc without a command prints the usage text, which names every command, to standard error. A request for help
// prints this text to standard output, and nothing to standard error.
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
			t.Errorf("sgpc %s prints\n%s\nand %q to standard error, want nothing there and\n%s", arg, out, stderr, usage)
		}
	}
}
