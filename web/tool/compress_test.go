package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A program that is a byte over its limit stops the build, and so does a missing one.
func TestCheckTransfer(t *testing.T) {
	file := filepath.Join(t.TempDir(), "sheafscope.wasm.br")
	if checkTransfer(file, quick) == nil {
		t.Error("a missing program passes")
	}
	for e, limit := range transferLimit {
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
			if err := checkTransfer(file, e); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("%d bytes at effort %d: %v", c.size, e, err)
			}
		}
	}
}
