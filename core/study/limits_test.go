package study

import (
	"bytes"
	"strings"
	"testing"

	"sheafscope/core/graph"
)

// table, auto, ablate and reproduce refuse impossible numbers of epochs and of workers with status 2 and the flag with its value.
func TestNumbersOutOfRange(t *testing.T) {
	for _, args := range [][]string{{"-epochs", "-1"}, {"-workers", "-1"}, {"-workers", "0"}, {"-workers", "100000000"}} {
		// o and e receive the output and the messages.
		for name, run := range map[string]func(o, e *bytes.Buffer) int{
			"table":     func(o, e *bytes.Buffer) int { return TableCommand(append(args, "-results", ""), karate, o, e) },
			"auto":      func(o, e *bytes.Buffer) int { return AutoCommand(args, karate, o, e) },
			"ablate":    func(o, e *bytes.Buffer) int { return AblateCommand(append([]string{"sign"}, args...), karate, o, e) },
			"reproduce": func(o, e *bytes.Buffer) int { return ReproduceCommand(append(args, "-o", t.TempDir()), karate, o, e) },
		} {
			var out, msg bytes.Buffer
			if code := run(&out, &msg); code != 2 || !strings.Contains(msg.String(), args[0]+" "+args[1]) {
				t.Errorf("%s %v ends with %d, want 2 and the flag with its value: %s", name, args, code, msg.String())
			}
		}
	}
}

// SplitOf refuses the number of a missing split and names the existing numbers, for graphs with 0, 1 and 2 splits.
func TestUnknownSplitIsRefused(t *testing.T) {
	for n, want := range []string{"has no split 12, there is none with a number; choose a drawn one", "has no split 12, only 0; choose one",
		"has no split 12, only 0 to 1; choose one"} {
		if _, err := SplitOf(graph.Karate(), make([]graph.Split, n), "12"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%d splits: the error is %v, want %q in it", n, err, want)
		}
	}
}
