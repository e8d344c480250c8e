package main

import (
	"os/exec"
	"strings"
	"testing"
)

// Whoever builds or serves the page does not compile the library that drives browsers.
func TestNoDriver(t *testing.T) {
	for program, want := range map[string]bool{".": false, "../e2e/trace/chrome": true} {
		out, err := exec.Command("go", "list", "-deps", program).Output()
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(string(out), "/chromedp"); got != want {
			t.Errorf("%s needs chromedp: %v", program, got)
		}
	}
}
