package main

import (
	"strings"
	"testing"
)

// Every replacement is made once; a script that lacks a text, or has it twice, is refused.
func TestQuicken(t *testing.T) {
	var all []string
	for _, q := range quickenings {
		all = append(all, q[0])
	}
	js, err := quicken(strings.Join(all, "\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range quickenings {
		if !strings.Contains(js, q[1]) {
			t.Errorf("%q is not in the result", q[1])
		}
	}
	for k := range all {
		lacking := strings.Join(append(append([]string(nil), all[:k]...), all[k+1:]...), "\n")
		if _, err := quicken(lacking); err == nil || !strings.Contains(err.Error(), "v0.4.0") {
			t.Errorf("without %q: %v", all[k], err)
		}
	}
	if _, err := quicken(strings.Join(append(all, all[0]), "\n")); err == nil {
		t.Error("a text that is there twice is replaced")
	}
}
