package test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A program that is one byte larger than its limit is an error, and so is a missing program.
func TestTransferLimit(t *testing.T) {
	file := filepath.Join(t.TempDir(), "sheafscope.wasm.br")
	limit := limitFor(1_380_000, "go1.26.3", "go1.26.8")
	if checkTransfer(file, limit) == nil {
		t.Error("a missing program passes")
	}
	for _, c := range []struct {
		size int64
		want string
	}{{limit, ""}, {limit + 1, "the limit is"}} {
		if err := os.WriteFile(file, nil, 0o666); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(file, c.size); err != nil {
			t.Fatal(err)
		}
		if err := checkTransfer(file, limit); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%d bytes: %v", c.size, err)
		}
	}
}

// A program of another language version of Go may be 5 % larger.
func TestLimitFor(t *testing.T) {
	for version, want := range map[string]int64{"go1.26": 1_420_000, "go1.26.8": 1_420_000, "go1.27.3": 1_491_000, "go1.260.1": 1_491_000} {
		if got := limitFor(transferLimits["sheafscope.wasm"], version, "go1.26.8"); got != want {
			t.Errorf("%s: %d, not %d", version, got, want)
		}
	}
}
