package test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// checkTransfer accepts a program of the size of its limit. A program that is one byte larger, and a missing program, are errors.
func TestTransferLimit(t *testing.T) {
	file := filepath.Join(t.TempDir(), "sheafscope.wasm.br")
	// Both versions of Go have the language version go1.26, so that the limit is the given one.
	limit := limitFor(1_380_000, "go1.26.3", "go1.26.8")
	if checkTransfer(file, limit) == nil {
		t.Error("a missing program is accepted, want an error")
	}
	for _, c := range []struct {
		size int64
		want string // part of the error; "" for none
	}{{limit, ""}, {limit + 1, "the limit is"}} {
		if err := os.WriteFile(file, nil, 0o666); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(file, c.size); err != nil {
			t.Fatal(err)
		}
		err := checkTransfer(file, limit)
		if c.want == "" {
			if err != nil {
				t.Errorf("a program of %d bytes gives the error %v, want none", c.size, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("a program of %d bytes gives the error %v, want one with %q", c.size, err, c.want)
		}
	}
}

// The limit is that of the project's language version of Go, here go1.26. A program of another language version may be 5 % larger:
// 1.05·1 420 000 = 1 491 000 bytes.
func TestLimitFor(t *testing.T) {
	for version, want := range map[string]int64{"go1.26": 1_420_000, "go1.26.8": 1_420_000, "go1.27.3": 1_491_000, "go1.260.1": 1_491_000} {
		if got := limitFor(transferLimits["sheafscope.wasm"], version, "go1.26.8"); got != want {
			t.Errorf("the limit with %s is %d, want %d", version, got, want)
		}
	}
}
